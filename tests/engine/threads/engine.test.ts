import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type * as api from "../../../src/internals";
import { HASH_DIES, MORTAL_WORKER } from "../../support/threads/mortal";

const run = promisify(execFile);
const {
  Searcher,
  allocateTime,
  builtIn,
  defineVariant,
  formatUciMove,
  VARIANT_IDS,
  Game,
  now,
  parseFen,
  playUciMoves,
  randomOpening,
  START_FEN,
  WazabaError,
} = (await import(new URL("../../../dist/internals.js", import.meta.url).href)) as typeof api;

const LINE = { root: parseFen(START_FEN), moves: [] };
const NO_LIMIT = allocateTime({}, 0, 0);

describe.each(["wasm", "ts"] as const)("an engine on the %s core", (core) => {
  let engine: api.Searcher;

  beforeEach(async () => {
    engine = await Searcher.create({ core, hash: 4 });
  });

  afterEach(() => engine.dispose());

  test("searches, and tells of every iteration", async () => {
    const depths: number[] = [];
    const { result } = engine.search(LINE, { depth: 6 }, NO_LIMIT, {
      onProgress: ({ depth }) => depths.push(depth),
    });
    const { move, pv, depth } = await result;
    expect(depths).toEqual([1, 2, 3, 4, 5, 6]);
    expect({ depth, first: pv[0] }).toEqual({ depth: 6, first: move });
  });

  test("stops when told to, and at the end of its time", async () => {
    const endless = engine.search(LINE, {}, NO_LIMIT);
    setTimeout(() => endless.stop(), 30);
    expect((await endless.result).move).toBeGreaterThan(0);
    const timed = await engine.search(LINE, {}, allocateTime({ movetime: 60 }, 0, now())).result;
    expect(timed.timeMs).toBeGreaterThan(20);
  });

  test("takes searches in order; a stop ends those before it and no other", async () => {
    const first = engine.search(LINE, {}, NO_LIMIT);
    const second = engine.search(LINE, {}, NO_LIMIT);
    const third = engine.search(LINE, { depth: 4 }, NO_LIMIT);
    second.stop();
    expect((await first.result).move).toBeGreaterThan(0);
    expect((await second.result).move).toBeGreaterThan(0);
    expect((await third.result).depth).toBe(4);
  });

  test("knows the moves played before: the third time is a draw", async () => {
    // White, two queens behind, has checked on e8 and h5 before.
    const game = Game.fromFen("6k1/6p1/8/7Q/8/6K1/q7/1q6 w - - 0 1");
    playUciMoves(game, ["h5e8", "g8h7", "e8h5", "h7g8", "h5e8", "g8h7"]);
    const { score, move } = await engine.search({ root: game.root, moves: game.moves }, { depth: 2 }, NO_LIMIT).result;
    expect({ score, move: formatUciMove(move, false, game.variant) }).toEqual({ score: 0, move: "e8h5" });
  });

  test("goes on with another core and table, and with what it had if that cannot be", async () => {
    await engine.configure({ hash: 1 });
    expect(engine.hash).toBe(1);
    await expect(engine.configure({ hash: 1e9 })).rejects.toThrow(WazabaError);
    expect(engine.hash).toBe(1);
    const other = core === "wasm" ? "ts" : "wasm";
    await engine.configure({ core: other });
    expect(engine.core).toBe(other);
    expect((await engine.search(LINE, { depth: 3 }, NO_LIMIT).result).depth).toBe(3);
  });

  test("searches positions of all games in turn, as if each were the only one", { timeout: 30_000 }, async () => {
    const own = defineVariant({ id: "amazons", pieces: { queen: "QN" } });
    const games = [...VARIANT_IDS.map((id) => builtIn(id) as api.Variant), own];
    const search = async (variant: api.Variant) => {
      const { root } = Game.start(variant);
      await engine.newGame();
      const { nodes, pv } = await engine.search({ root, moves: [] }, { depth: 3 }, NO_LIMIT).result;
      const game = new Game(root);
      for (const move of pv) game.play(move);
      return nodes;
    };
    const nodes: number[] = [];
    for (const variant of games) nodes.push(await search(variant));
    expect(new Set(nodes).size).toBeGreaterThan(8);
    for (const variant of games.reverse()) expect(await search(variant)).toBe(nodes.pop());
    expect(engine.hash).toBe(4);
  });

  test("gets ready for a game ahead", async () => {
    const shatranj = builtIn("shatranj") as api.Variant;
    await engine.configure({ variant: shatranj });
    expect(engine.variant.id).toBe("shatranj");
    const { root } = Game.start(shatranj);
    expect((await engine.search({ root, moves: [] }, { depth: 3 }, NO_LIMIT).result).depth).toBe(3);
  });

  test.each(["chess", "knightmate"])("remembers %s however long it was idle", async (id) => {
    const game = Game.start(builtIn(id));
    const searchTwice = async (idle: number) => {
      await engine.newGame();
      const found: (readonly number[])[] = [];
      for (const depth of [6, 7]) {
        const { nodes, move } = await engine.search({ root: game.root, moves: [] }, { depth }, NO_LIMIT).result;
        found.push([nodes, move]);
        await new Promise((resolve) => setTimeout(resolve, idle));
      }
      return found;
    };
    // A new core is timed once it has been idle for a while.
    expect(await searchTwice(100)).toEqual(await searchTwice(0));
  });

  test("divides perft, and stops between two moves", async () => {
    const counts: number[] = [];
    await engine.divide(LINE, 3, (_move, nodes) => counts.push(nodes)).result;
    expect(counts.reduce((a, b) => a + b)).toBe(8902);
    let moves = 0;
    const long = engine.divide(LINE, 5, () => {
      moves++;
      long.stop();
    });
    await long.result;
    expect(moves).toBeLessThan(20);
  });

  test("rejects what is under way, and all later, once disposed of", async () => {
    const search = engine.search(LINE, {}, NO_LIMIT).result;
    const rejected = expect(search).rejects.toThrow(/disposed/);
    expect(engine.failure).toBeNull();
    await engine.dispose();
    await rejected;
    expect(engine.failure?.message).toMatch(/disposed/);
    await expect(engine.newGame()).rejects.toThrow(WazabaError);
  });
});

test("several engines search at once", async () => {
  const engines = await Promise.all([Searcher.create({ hash: 1 }), Searcher.create({ hash: 1, core: "ts" })]);
  const results = await Promise.all(engines.map((engine) => engine.search(LINE, { depth: 5 }, NO_LIMIT).result));
  expect(results[0].nodes).toBe(results[1].nodes);
  await Promise.all(engines.map((engine) => engine.dispose()));
});

test("after a trap a new core plays on, whatever the game", async () => {
  const engine = await Searcher.create({ hash: 1 });
  for (const id of ["berolina", "chess"]) {
    const { root } = Game.start(builtIn(id));
    const search = () => engine.search({ root, moves: [] }, { depth: 4 }, NO_LIMIT).result;
    await engine.newGame();
    const { nodes } = await search();
    // A piece out of all bounds.
    const impossible = { ...root, board: [2 ** 28] };
    await expect(engine.search({ root: impossible, moves: [] }, {}, NO_LIMIT).result).rejects.toThrow(/search failed/);
    expect((await search()).nodes).toBe(nodes);
  }
  await engine.dispose();
});

test("two engines play a game of each kind to its end", { timeout: 60_000 }, async () => {
  const engines = await Promise.all([Searcher.create({ hash: 1 }), Searcher.create({ hash: 1, core: "ts" })]);
  for (const id of VARIANT_IDS) {
    const game = randomOpening(6, 1, builtIn(id)) as api.Game;
    while (game.outcome() === null) {
      const line = { root: game.root, moves: [...game.moves] };
      const { move } = await engines[game.turn].search(line, { nodes: 400 }, NO_LIMIT).result;
      game.play(move);
    }
    expect(game.plies).toBeGreaterThan(10);
  }
  await Promise.all(engines.map((engine) => engine.dispose()));
});

test("a worker that dies without shared memory leaves no other one to wait for ever", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wazaba-"));
  const program = join(folder, "program.mjs");
  const engine = JSON.stringify(new URL("../../../dist/internals.js", import.meta.url).href);
  await writeFile(
    program,
    `import { Searcher } from ${engine};
    const worker = new URL(${JSON.stringify(MORTAL_WORKER.href)});
    const searcher = await Searcher.create({ hash: 1, sharesMemory: false, worker });
    await searcher.configure({ hash: ${HASH_DIES} }).catch(({ code }) => console.log(code));`,
  );
  try {
    const { stdout } = await run(process.execPath, [program], { timeout: 20_000 });
    expect(stdout.trim()).toBe("engine");
  } finally {
    await rm(folder, { recursive: true });
  }
});
