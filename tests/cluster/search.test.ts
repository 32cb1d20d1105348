/**
 * One search on several machines, each a process here: every answer is legal and comes in time, whatever becomes of the others, of
 * Redis, and whatever strangers send.
 */

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { START_FEN } from "../../src/chess/position/fen";
import { Game } from "../../src/chess/rules/game";
import { buildOf } from "../../src/cluster/build";
import type { Channels } from "../../src/cluster/channels";
import { STYLE } from "../../src/engine/core/style";
import { parseXboardMove } from "../../src/protocol/xboard/text";
import { GAMES } from "../support/all-games";
import { Client } from "../support/clients/client";
import { playPondering } from "../support/clients/ponder-game";
import { search } from "../support/clients/strict";
import { XboardClient } from "../support/clients/xboard-client";
import { type Command, startWorker, submit, Watcher } from "../support/cluster/cluster";
import { gather, startEngine, startSearchers, stop, untilMachines } from "../support/cluster/cluster-search";
import { PASSWORD, RedisServer } from "../support/cluster/redis";
import { freePort } from "../support/port";
import { residentMemory } from "../support/resident-memory";

/** How late an answer may come where six processes share two processors, milliseconds. `bench/cluster-search.mjs` measures it. */
const GRACE = 10_000;
const FIVE = 5;
const BUILD = buildOf(new URL("../../dist/", import.meta.url));
const CALLS = `wazaba:search:${BUILD}`;
/** Two machines, of which the vote may choose the other one's line. */
const TOGETHER = { threads: 2 };

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const kill = async (workers: readonly Command[]) => {
  for (const worker of workers) await worker[Symbol.asyncDispose]();
};

/** How many searches a worker has joined; it ends. */
async function searchesOf(worker: Command): Promise<number> {
  worker.kill("SIGTERM");
  expect(await worker.exit).toBe(0);
  return Number(/^(\d+) searches, \d+ messages refused$/m.exec(worker.out)?.[1]);
}

/** Has a position searched for so long; how long that took, milliseconds. */
async function timed(
  engine: Client,
  movetime: number,
  meanwhile: () => Promise<void> = async () => {},
): Promise<number> {
  const asked = performance.now();
  engine.send("position startpos moves e2e4", `go movetime ${movetime}`);
  await meanwhile();
  await engine.until(/^bestmove [a-h]/);
  return performance.now() - asked;
}

describe("five workers", { timeout: 180_000 }, () => {
  test("search along in all games, and every answer is legal", async () => {
    await using redis = await RedisServer.start();
    const workers = await startSearchers(redis, FIVE);
    await using engine = await startEngine(redis);
    await gather(engine, FIVE + 1);
    await stop(engine);
    let votes = 0;
    for (const variant of GAMES) {
      engine.send(`setoption name UCI_Variant value ${variant.id}`, "ucinewgame");
      const game = Game.start(variant);
      for (let ply = 0; ply < 3; ply++) {
        const { strings, best } = await search(engine, game, "go movetime 600", TOGETHER);
        votes += strings.filter((text) => text.includes("cluster: vote: ")).length;
        game.play(game.legalMoves()[ply]);
        expect(best).not.toBe("(none)");
      }
    }
    // On a busy machine some searches are over before the others have told a line.
    expect(votes).toBeGreaterThan(GAMES.length);
    expect(await engine.quit()).toBe(0);
    for (const worker of workers) expect(await searchesOf(worker)).toBeGreaterThan(GAMES.length);
    for (const worker of workers) expect(worker.err).toBe("");
  });

  test("are killed one after the other in the midst of a search, and the answer comes in time", async () => {
    await using redis = await RedisServer.start();
    const workers = await startSearchers(redis, FIVE);
    await using engine = await startEngine(redis);
    for (const [killed, worker] of workers.entries()) {
      await gather(engine, FIVE + 1 - killed);
      expect(await stop(engine)).toBeLessThan(GRACE);
      const taken = await timed(engine, 1500, async () => {
        await wait(700);
        await kill([worker]);
      });
      expect(taken).toBeLessThan(1500 + GRACE);
    }
    expect(await timed(engine, 500)).toBeLessThan(500 + GRACE);
    expect(await engine.quit()).toBe(0);
  });

  test("and their leader: stop and ponderhit are answered, and reach all", async () => {
    await using redis = await RedisServer.start();
    const workers = await startSearchers(redis, FIVE);
    await using engine = await startEngine(redis);
    const ends = () => engine.lines.filter((line) => line.includes("cluster: all 5 stopped after ")).length;
    for (let time = 1; time <= 5; time++) {
      await gather(engine, FIVE + 1);
      expect(await stop(engine)).toBeLessThan(GRACE);
      // Before the next search: its leader hears no more of this one.
      await expect.poll(ends).toBe(time);
    }
    engine.send("position startpos", "go ponder movetime 300");
    await untilMachines(engine, FIVE + 1);
    expect(await stop(engine, "ponderhit")).toBeLessThan(300 + GRACE);
    const { hits, misses } = await playPondering(engine, { seed: 3, plies: 14, left: 8000, increment: 300 });
    expect([hits > 0, misses > 0]).toEqual([true, true]);
    expect(await engine.quit()).toBe(0);
    await kill(workers);
  });
});

describe("a search on several machines", { timeout: 120_000 }, () => {
  test("leaves a frozen worker out, says so, and takes it in again", async () => {
    await using redis = await RedisServer.start();
    const [worker] = await startSearchers(redis, 1);
    await using engine = await startEngine(redis);
    await gather(engine, 2);
    worker.kill("SIGSTOP");
    await engine.until(/^info string cluster: \S+:\d+ no longer answers, and has no vote$/);
    await untilMachines(engine, 1);
    worker.kill("SIGCONT");
    await untilMachines(engine, 2);
    await stop(engine);
    expect(await engine.quit()).toBe(0);
    expect(await searchesOf(worker)).toBeGreaterThan(0);
  });

  test("calls as soon as it is connected, though it began before", async () => {
    await using redis = await RedisServer.start();
    const [worker] = await startSearchers(redis, 1);
    // Redis answers once the search is under way.
    redis.kill("SIGSTOP");
    await using engine = new Client(["--cluster", redis.url]);
    engine.send("debug on", "uci", "position startpos", "go infinite");
    await engine.until(/^info depth 1 /);
    redis.kill("SIGCONT");
    await untilMachines(engine, 2);
    const indexOf = (start: string) => engine.lines.findIndex((line) => line.startsWith(start));
    expect(indexOf("info depth 1 ")).toBeLessThan(indexOf("info string cluster: connected to "));
    await stop(engine);
    // Before the answer or after it.
    await expect.poll(() => indexOf("info string cluster: all 1 stopped after ")).toBeGreaterThan(0);
    expect(await engine.quit()).toBe(0);
    expect(await searchesOf(worker)).toBe(1);
  });

  test("is ended by workers whose leader has been killed", async () => {
    await using redis = await RedisServer.start();
    const [worker] = await startSearchers(redis, 1);
    await using first = await startEngine(redis);
    await gather(first, 2);
    first.kill("SIGKILL");
    await using second = await startEngine(redis);
    await gather(second, 2);
    await stop(second);
    expect(await second.quit()).toBe(0);
    expect(await searchesOf(worker)).toBeGreaterThan(1);
  });

  test("goes on alone when Redis is killed, which is told once, and together as soon as it is back", async () => {
    await using redis = await RedisServer.start();
    const [worker] = await startSearchers(redis, 1);
    await using engine = await startEngine(redis);
    await gather(engine, 2);
    await stop(engine);
    expect(
      await timed(engine, 2000, async () => {
        await wait(500);
        await redis.stop("SIGKILL");
      }),
    ).toBeLessThan(2000 + GRACE);
    for (let time = 0; time < 3; time++) expect(await timed(engine, 300)).toBeLessThan(300 + GRACE);
    const label = `redis://127.0.0.1:${redis.port}`;
    const alone = engine.lines.filter((line) => line.includes("searching alone"));
    expect(alone).toEqual([expect.stringMatching(new RegExp(`^info string cluster: ${label}: .*; searching alone$`))]);
    // A search begun meanwhile, and one begun before all connections are there again.
    engine.send("position startpos", "go infinite");
    await engine.until(/^info depth 9 /);
    await redis.start();
    await engine.until(new RegExp(`^info string cluster: ${label}: Redis is back$`));
    await untilMachines(engine, 2);
    await stop(engine);
    await gather(engine, 2);
    await stop(engine);
    expect(await engine.quit()).toBe(0);
    expect(engine.err).toBe("");
    await kill([worker]);
  });

  test("is answered in time when Redis freezes", async () => {
    await using redis = await RedisServer.start();
    const [worker] = await startSearchers(redis, 1);
    await using engine = await startEngine(redis);
    await gather(engine, 2);
    redis.kill("SIGSTOP");
    expect(await stop(engine)).toBeLessThan(GRACE);
    expect(await timed(engine, 500)).toBeLessThan(500 + GRACE);
    expect(await engine.quit()).toBe(0);
    redis.kill("SIGCONT");
    await kill([worker]);
  });

  test("begins without waiting for Redis, which may never come", async () => {
    const port = await freePort();
    await using engine = new Client(["--cluster", `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`]);
    engine.send("uci");
    await engine.until(/^uciok$/);
    await engine.settle();
    expect(await timed(engine, 300)).toBeLessThan(300 + GRACE);
    const told = /^info string cluster: redis:\/\/127\.0\.0\.1:\d+: connect ECONNREFUSED \S+; searching alone$/m;
    await expect.poll(() => engine.lines.join("\n")).toMatch(told);
    expect(await engine.quit()).toBe(0);
    expect([...engine.lines, engine.err].join("\n")).not.toContain(PASSWORD);
  });

  test("says that Redis refuses the password, and tells nobody the right one", async () => {
    await using redis = await RedisServer.start();
    await using wrong = new Client(["--cluster", `redis://:wrong-word@127.0.0.1:${redis.port}`]);
    wrong.send("uci");
    const refused = /^info string cluster: \S+: Redis rejected this user and password; searching alone$/m;
    await expect.poll(() => wrong.lines.join("\n"), { timeout: 60_000 }).toMatch(refused);
    expect(await timed(wrong, 300)).toBeLessThan(300 + GRACE);
    const [worker] = await startSearchers(redis, 1);
    await using engine = await startEngine(redis);
    await gather(engine, 2);
    const titles = [engine, worker].map(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
    await redis.stop();
    await stop(engine);
    expect([await wrong.quit(), await engine.quit()]).toEqual([0, 0]);
    const told = [...wrong.lines, ...engine.lines, engine.err, wrong.err, worker.out, worker.err, ...titles].join("\n");
    for (const form of [PASSWORD, encodeURIComponent(PASSWORD), "wrong-word"]) expect(told).not.toContain(form);
    await kill([worker]);
  });

  test("is the engine's own where others could not help", async () => {
    await using redis = await RedisServer.start();
    const [worker] = await startSearchers(redis, 1);
    await using engine = await startEngine(redis);
    const lonely = ["go movetime 150", "go wtime 1000 btime 1000", "go nodes 300000"];
    for (const go of lonely) await search(engine, Game.start(), go);
    for (const option of ["UCI_LimitStrength value true", "UCI_LimitStrength value false", "Core value ts"]) {
      engine.send(`setoption name ${option}`);
      if (!option.endsWith("false")) await timed(engine, 400);
    }
    expect(engine.lines.filter((line) => /cluster: (vote|\d+ machines|all)/.test(line))).toEqual([]);
    expect(await engine.quit()).toBe(0);
    expect(await searchesOf(worker)).toBe(0);
  });

  test("goes with MultiPV, searchmoves, other threads and tables, and new games", async () => {
    await using redis = await RedisServer.start();
    const [worker] = await startSearchers(redis, 1);
    await using engine = await startEngine(redis);
    await gather(engine, 2);
    await stop(engine);
    engine.send("setoption name MultiPV value 3");
    await search(engine, Game.start(), "go movetime 500", { multiPv: 3 });
    engine.send("setoption name MultiPV value 1", "setoption name Hash value 32", "ucinewgame");
    const few = { ...TOGETHER, searchMoves: 2 };
    const { best } = await search(engine, Game.start(), "go movetime 500 searchmoves a2a3 h2h4", few);
    expect(["a2a3", "h2h4"]).toContain(best);
    engine.send("setoption name Clear Hash");
    await search(engine, Game.start(), "go depth 10");
    engine.send("setoption name Threads value 2", "setoption name Hash value 4");
    await gather(engine, 2);
    await stop(engine);
    expect(engine.lines.filter((line) => /unknown|refused|not /.test(line) && line.startsWith("info string"))).toEqual(
      [],
    );
    expect(await engine.quit()).toBe(0);
    expect(await searchesOf(worker)).toBeGreaterThan(3);
  });

  test("is left for jobs, and joined again after them", async () => {
    await using redis = await RedisServer.start();
    const [worker] = await startSearchers(redis, 1);
    await using engine = await startEngine(redis);
    await gather(engine, 2);
    await using run = submit(redis, ["datagen", "--games", "1", "--nodes", "4000", "--seed", "7"]);
    expect(await run.exit).toBe(0);
    // What was told before and during the job.
    await engine.settle();
    await untilMachines(engine, 2);
    await stop(engine);
    expect(await engine.quit()).toBe(0);
    expect(await searchesOf(worker)).toBeGreaterThan(1);
  });

  test("is joined by workers that take no jobs, and by none that take jobs alone", async () => {
    await using redis = await RedisServer.start();
    await using watcher = await Watcher.of(redis);
    await using jobs = await startWorker(redis, ["--no-search"]);
    await using engine = await startEngine(redis);
    const lonely = ["--jobs", "0", "--threads", "2", "--hash", "4"];
    await using searcher = await startWorker(redis, lonely);
    await gather(engine, 2);
    const { parties, workers } = await watcher.until((_, { parties }) => parties.some(({ isBusy }) => isBusy));
    expect(workers.map(({ pid }) => pid)).toEqual([jobs.pid]);
    expect(parties).toHaveLength(2);
    expect(parties).toContainEqual(expect.objectContaining({ role: "member", pid: searcher.pid, threads: 2 }));
    expect(parties).toContainEqual(expect.objectContaining({ role: "leader", pid: engine.pid, threads: 1 }));
    await stop(engine);
    expect(await engine.quit()).toBe(0);
  });

  test("plays under xboard", async () => {
    await using redis = await RedisServer.start();
    const [worker] = await startSearchers(redis, 1);
    await using engine = new XboardClient(["--cluster", redis.url]);
    engine.send("xboard", "protover 2", "new", "st 1", "hard");
    await engine.settle();
    const game = Game.start();
    for (let turn = 0; turn < 5; turn++) {
      const text = ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3"][turn];
      game.play(parseXboardMove(game, text));
      engine.send(`usermove ${text}`);
      const { line } = await engine.until(/^move /);
      expect(() => game.play(parseXboardMove(game, line.slice("move ".length)))).not.toThrow();
    }
    expect(await engine.quit()).toBe(0);
    expect(await searchesOf(worker)).toBeGreaterThan(1);
  });

  test("leaks nothing in 200 searches", async () => {
    await using redis = await RedisServer.start();
    const [worker] = await startSearchers(redis, 1);
    await using engine = await startEngine(redis);
    const memory: number[][] = [];
    for (let count = 0; count < 200; count++) {
      if (count === 60 || count === 199)
        memory.push(await Promise.all([engine, worker].map(({ pid }) => residentMemory(pid))));
      engine.send(`position startpos moves ${["e2e4", "d2d4", "g1f3", "c2c4"][count % 4]}`, "go infinite");
      await engine.until(/^info depth 9 /);
      await stop(engine);
    }
    const [[engineThen, workerThen], [engineNow, workerNow]] = memory;
    for (const growth of [engineNow - engineThen, workerNow - workerThen]) expect(growth).toBeLessThan(48 * 2 ** 20);
    expect(await engine.quit()).toBe(0);
    expect(await searchesOf(worker)).toBeGreaterThan(50);
    expect([engine.err, worker.err]).toEqual(["", ""]);
  });
});

describe("messages of strangers", { timeout: 120_000 }, () => {
  const CALL = {
    build: BUILD,
    leader: "0123456789abcdef",
    search: 1,
    game: 0,
    games: [],
    variant: "chess",
    fen: START_FEN,
    moves: [],
    searchMoves: [],
    style: STYLE,
  };
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));

  /** A connection that anybody may open who has the password. */
  async function stranger(watcher: Watcher): Promise<Channels> {
    const self = { role: "leader", host: "stranger", pid: 1, threads: 1, build: "x" } as const;
    const channels = await watcher.cluster.channels(self);
    await channels.listen("stranger", () => {});
    return channels;
  }

  test("are refused by workers, counted, and hurt nobody", async () => {
    await using redis = await RedisServer.start();
    await using watcher = await Watcher.of(redis);
    const [worker] = await startSearchers(redis, 1);
    const channels = await stranger(watcher);
    const calls: [message: Buffer, reason: RegExp][] = [
      [Buffer.alloc(0), /the message is not JSON$/m],
      [randomBytes(2000), /the message is not JSON$/m],
      [json("call"), /message: "call" is not an object$/m],
      [Buffer.alloc(2 ** 20, 32), /the message has 1048576 bytes; at most 262144 are allowed$/m],
      [json({ ...CALL, build: "9.9.9-0" }), /it is for Wazaba "9\.9\.9-0", but this is /m],
      [json({ ...CALL, fen: "8/8/8/8/8/8/8/8 w - - 0 1" }), /FEN|board|king/m],
      [json({ ...CALL, moves: [1] }), /is not legal here$/m],
      [json({ ...CALL, moves: [1e9] }), /call\.moves\.0: 1000000000 is not/m],
      [json({ ...CALL, searchMoves: [1] }), /call\.searchMoves: not all moves are legal$/m],
      [json({ ...CALL, search: 1e300 }), /call\.search: 1e\+300 is not/m],
    ];
    for (const [message, reason] of calls) {
      channels.send(CALLS, message);
      await worker.says(reason);
    }
    const others = [
      { ...CALL, command: "rm" },
      { ...CALL, leader: "x" },
      { ...CALL, variant: "go" },
      { ...CALL, games: ['{ "id": "x", "pieces": { "queen": "Z" } }'] },
      { ...CALL, style: { ...STYLE, quiesMax: 1e6 } },
      { ...CALL, fen: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" },
      JSON.parse('{ "__proto__": { "build": "x" } }'),
    ];
    for (const other of others) channels.send(CALLS, json(other));
    await using engine = await startEngine(redis);
    await gather(engine, 2);
    await stop(engine);
    expect(await engine.quit()).toBe(0);
    worker.kill("SIGTERM");
    expect(await worker.exit).toBe(0);
    expect(worker.out).toMatch(new RegExp(`^\\d+ searches, ${calls.length + others.length} messages refused$`, "m"));
    expect(worker.err.split("\n").filter((line) => line.includes("rejected a search message")).length).toBeLessThan(12);
    expect(Math.max(...worker.err.split("\n").map(({ length }) => length))).toBeLessThan(300);
  });

  test("are refused by both sides of a search, which goes on", async () => {
    await using redis = await RedisServer.start();
    await using watcher = await Watcher.of(redis);
    const [worker] = await startSearchers(redis, 1);
    await using engine = await startEngine(redis);
    const channels = await stranger(watcher);
    await gather(engine, 2);
    const { stdout } = spawnSync("redis-cli", ["-p", String(redis.port), "pubsub", "channels", `${CALLS}:*`], {
      encoding: "utf8",
      env: { ...process.env, REDISCLI_AUTH: PASSWORD },
    });
    const [, leader] = /:([0-9a-f]{16}):up$/m.exec(stdout) ?? [];
    const name = (end: string) => `${CALLS}:${leader}:${end}`;
    let number = 0;
    await channels.listen(name("down"), (message) => {
      number = Number(/"search":(\d+)/.exec(message.toString())?.[1] ?? number);
    });
    await expect.poll(() => number).toBeGreaterThan(0);
    const member = "stranger:1:00000000";
    const line = { depth: 99, seldepth: 99, score: 30_000, isBound: false, pv: [1] };
    const report = (changes: object) => ({
      type: "report",
      search: number,
      member,
      nodes: 1,
      line: { ...line, ...changes },
    });
    const up = [
      report({}),
      report({ depth: 1000 }),
      report({ score: 1e6 }),
      report({ pv: Array(1000).fill(1) }),
      { type: "report", search: number, member: "x", nodes: 1, line: null },
      { type: "end", search: number },
      {},
    ];
    for (const message of up) channels.send(name("up"), json(message));
    channels.send(name("up"), randomBytes(300));
    channels.send(name("up"), Buffer.alloc(2 ** 20, 32));
    const entry = (first: number, second: number) => Buffer.from(Int32Array.of(number, 1, 1, 2, first, second).buffer);
    const exact = 3 << 8;
    // That alone leaves no plies.
    const PV_BIT = 1 << 7;
    const entries = [
      Buffer.alloc(7),
      Buffer.alloc(8),
      randomBytes(2 ** 20),
      entry(32_700 << 16, exact | 9),
      entry(0, exact | PV_BIT),
      entry(0, 9),
      entry(0, (31_500 << 16) | exact | 9),
    ];
    for (const message of entries) channels.send(name("table"), message);
    for (const message of [randomBytes(100), json({ type: "lead", search: number, depth: 1e9, members: [] })]) {
      channels.send(name("down"), message);
    }
    const refused = up.length + 2 + entries.length;
    await engine.until(new RegExp(`cluster: 2 machines, .*, ${refused} messages rejected$`));
    // What is possible is taken, whatever it says: a move is played only if it is legal.
    for (let count = 0; count < 200; count++) {
      const words = new Int32Array(new Uint8Array(randomBytes(16 * 64)).buffer);
      for (let at = 0; at < words.length; at += 4) words[at + 3] = exact | 20;
      for (let at = 0; at < words.length; at += 4) words[at + 2] &= 0x0fff_ffff;
      channels.send(
        name("table"),
        Buffer.concat([Buffer.from(Int32Array.of(number, 1).buffer), Buffer.from(words.buffer)]),
      );
    }
    await stop(engine);
    await search(engine, Game.start(), "go movetime 500", TOGETHER);
    expect(engine.lines.filter((text) => text.includes("rejected a message: "))).toHaveLength(1);
    expect(await engine.quit()).toBe(0);
    worker.kill("SIGTERM");
    expect(await worker.exit).toBe(0);
    expect(worker.out).toMatch(new RegExp(`^\\d+ searches, ${entries.length + 2} messages refused$`, "m"));
  });
});
