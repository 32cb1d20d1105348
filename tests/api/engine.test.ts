import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MATE_SEARCH_TIME } from "../../src/app/play/analysis-time";
import { Game } from "../../src/chess/rules/game";
import { builtIn } from "../../src/chess/variants/games";
import type * as api from "../../src/index";
import { evaluateWith, randomNet } from "../support/nets";

const { Engine, FenError, MoveError, Position, WazabaError } = (await import(
  new URL("../../dist/index.js", import.meta.url).href
)) as typeof api;

const SCHOLARS = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
/** Diagram 1 of Dabbaba's author: Black mates in ten, with checks all the way. */
const DIAGRAM = "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1";

/** After 3,000 nodes an iteration has dropped its move for a much worse one. */
const DROPS = "8/8/r7/8/2np4/2k5/8/1K1R4 b - - 3 70";

/** Byrne – Fischer, New York 1956, up to 18.Bxb6. */
const BYRNE_FISCHER = (
  "Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 Bg4 Bg5 Na4 Qa3 Nxc3 bxc3 Nxe4 Bxe7 Qb6 Bc4 Nxc3 Bc5 " +
  "Rfe8+ Kf1 Be6 Bxb6"
).split(" ");

const WAYS: [string, api.EngineOptions][] = [
  ["shared memory", { hash: 1 }],
  ["a worker that has to be replaced", { hash: 1, sharesMemory: false }],
  ["the twin", { hash: 1, core: "ts" }],
  ["a twin that has to be replaced", { hash: 1, core: "ts", sharesMemory: false }],
];

describe.each(WAYS)("with %s", (_way, options) => {
  let engine: api.Engine;

  beforeAll(async () => {
    engine = await Engine.create(options);
  });

  afterAll(() => engine.dispose());

  test.each([
    ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", { mate: 1 }, "found"],
    ["4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", { mate: 1 }, "disproved"],
    [DIAGRAM, { mate: 30, nodes: 500 }, "undecided"],
    [SCHOLARS, { depth: 2 }, null],
  ] as const)("%s with %o: the mate is %s", async (fen, limits, mateVerdict) => {
    engine.position(fen);
    expect((await engine.go({ ...limits, mateSearchTime: 0 }).result).mateVerdict).toBe(mateVerdict);
  });

  test("an analysis begins with its lines, where the mate search has much to do", async () => {
    engine.position("startpos", BYRNE_FISCHER);
    const search = engine.go({ movetime: 60_000, mateSearchTime: MATE_SEARCH_TIME });
    for await (const info of search) {
      // 0.25 s, and 12 s by default; a busy machine may take a while longer.
      if (info.type === "mate-search") expect(info.timeMs).toBeLessThan(2000);
      if (info.type === "depth") break;
    }
  });

  test("mateSearchTime limits the mate search", async () => {
    engine.position(DIAGRAM);
    const options = { SpeedFactor: 100_000, MateSearchShare: 50 } as const;
    for (const [name, value] of Object.entries(options)) await engine.setOption(name as api.OptionName, value);
    const none = await engine.go({ depth: 1, mateSearchTime: 0 }).result;
    const all = await engine.go({ depth: 1 }).result;
    await engine.setOption("SpeedFactor", 0);
    await engine.setOption("MateSearchShare", 20);
    expect(none.mateSearch?.kind).toBeNull();
    expect(all.mateSearch?.kind).toBe("mate");
  });

  test("a search tells of each depth, then answers", async () => {
    engine.position("startpos", ["e2e4", "e5"]);
    const search = engine.go({ depth: 6 });
    const depths: number[] = [];
    for await (const info of search) {
      if (info.type !== "depth") continue;
      depths.push(info.depth);
      expect(info.pv).toHaveLength(info.san.length);
      expect(info.wdl.win + info.wdl.draw + info.wdl.loss).toBe(1000);
    }
    expect(depths).toEqual([1, 2, 3, 4, 5, 6]);
    const { move, depth, pv } = await search.result;
    expect([move, depth]).toEqual([pv[0], 6]);
    // Whoever reads later hears the same.
    const again: number[] = [];
    for await (const info of search) if (info.type === "depth") again.push(info.depth);
    expect(again).toEqual(depths);
  });

  test("a search without a limit is stopped", async () => {
    engine.position("startpos");
    const search = engine.go();
    for await (const info of search) if (info.type === "depth" && info.depth >= 3) search.stop();
    const { move, depth } = await search.result;
    expect(Position.start().move(move ?? "").uci).toBe(move);
    expect(depth).toBeGreaterThanOrEqual(3);
  });

  test("who leaves the loop stops the search", async () => {
    const search = engine.go();
    for await (const info of search) if (info.type === "depth") break;
    expect((await search.result).move).not.toBeNull();
  });

  test("a stop before it has begun gives a move, too", async () => {
    const search = engine.go();
    search.stop();
    expect((await search.result).move).not.toBeNull();
  });

  test.each([
    ["nodes", DROPS, { nodes: 3000 }],
    ["one node", DROPS, { nodes: 1 }],
    ["time", DROPS, { movetime: 20 }],
    ["time, with several lines", SCHOLARS, { movetime: 20, multiPv: 4 }],
    ["a level's", SCHOLARS, { elo: 110, nodes: 3000 }],
    ["a level's, with several lines", SCHOLARS, { elo: 1500, nodes: 3000, multiPv: 3 }],
    ["a stop's", DROPS, { depth: 60 }],
    ["a mate's", DIAGRAM, { movetime: 1000 }],
  ])("the answer has been told last: %s", async (_what, fen, limits: api.Limits) => {
    for (let i = 0; i < 5; i++) {
      engine.position(fen);
      const search = engine.go(limits);
      if (limits.depth === 60) setTimeout(() => search.stop(), 4 * i);
      let last: api.DepthInfo | null = null;
      for await (const info of search) if (info.type === "depth") last = info;
      const { move, ponder, score, pv, isBound } = await search.result;
      expect({ score, pv, isBound, best: [move, ponder] }).toEqual({
        score: last?.score,
        pv: last?.pv,
        isBound: last?.isBound,
        best: [pv[0], pv[1] ?? null],
      });
    }
  });

  test("a new search ends the one before; quick steps through a game lose none", async () => {
    let position = Position.start();
    const moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3".split(" ");
    const searches = moves.map((move) => {
      position = position.play(move);
      engine.position(position);
      return { position, search: engine.go() };
    });
    searches.at(-1)?.search.stop();
    for (const { position, search } of searches) {
      const { move } = await search.result;
      expect(position.move(move ?? "").uci).toBe(move);
    }
    engine.position("startpos");
    expect((await engine.go({ depth: 3 }).result).depth).toBe(3);
  });

  test("an AbortSignal ends it, with its reason", async () => {
    const controller = new AbortController();
    const search = engine.go({ signal: controller.signal });
    const reading = (async () => {
      for await (const info of search) if (info.type === "depth") controller.abort();
    })();
    await expect(search.result).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    await expect(reading).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    await expect(engine.go({ signal: AbortSignal.abort() }).result).rejects.toThrow();
    await expect(engine.perft(30, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
    expect((await engine.perft(3)).nodes).toBe(8902);
  });

  test("a wrong depth of perft is refused, and stops nothing", async () => {
    const search = engine.go({ depth: 9 });
    await expect(engine.perft(0)).rejects.toMatchObject({ code: "limit" });
    let reached = 0;
    for await (const info of search) if (info.type === "depth") reached = info.depth;
    expect(reached).toBe(9);
  });

  test("a ponder search waits for its move", async () => {
    const search = engine.go({ ponder: true, clock: { left: 500 } });
    let isOver = false;
    search.result.then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isOver).toBe(false);
    search.ponderHit();
    expect((await search.result).move).not.toBeNull();
  });

  test("a mate by checks is found and told", async () => {
    engine.position(DIAGRAM);
    const { kind, mateIn, san } = await engine.mate({ nodes: 300_000 });
    expect([kind, mateIn, san[0]]).toEqual(["mate", 10, "Qxh2+"]);
    const { score, mateSearch } = await engine.go({ nodes: 300_000 }).result;
    expect(mateSearch?.mateIn).toBe(10);
    // With quiet moves there are shorter mates, which the search may find in a table that has been in use.
    expect(score).toEqual({ mate: expect.toBeOneOf([8, 9, 10]) });
  });

  test("several lines, few moves, a proof", async () => {
    engine.position(SCHOLARS);
    const { move, ponder, score, san } = await engine.go({ mate: 1 }).result;
    expect([move, ponder, score, san]).toEqual(["f3f7", null, { mate: 1 }, ["Qxf7#"]]);
    const search = engine.go({ depth: 3, multiPv: 3, searchMoves: ["a2a3", "h2h3", "d2d3"] });
    const counts: number[] = [];
    for await (const info of search) if (info.type === "depth") counts.push(info.lines.length);
    expect(counts).toEqual([3, 3, 3]);
    expect(["a2a3", "h2h3", "d2d3"]).toContain((await search.result).move);
  });

  test("what is wrong is refused, and nothing has changed", async () => {
    engine.position("startpos", ["e4"]);
    const before = engine.current.fen;
    expect(() => engine.position("no fen")).toThrow(FenError);
    expect(() => engine.position("startpos", ["e4", "e4"])).toThrow(MoveError);
    expect(() => engine.go({ depth: -1 })).toThrow("depth: -1 is not a finite number from 1");
    expect(() => engine.go({ movetime: Number.NaN })).toThrow(WazabaError);
    expect(() => engine.go({ searchMoves: ["e2e4"] })).toThrow(MoveError);
    await expect(engine.setOption("Quiescence", "none")).rejects.toThrow("Quiescence");
    await expect(engine.limitStrength(5000)).rejects.toThrow("UCI_Elo");
    expect(engine.current.fen).toBe(before);
  });

  test("a table larger than there can be is the largest one, and the engine goes on", async () => {
    await expect(engine.setOption("Hash", 4096 * 4096)).resolves.toBeUndefined();
    expect(engine.hash).toBe(4095);
    expect((await engine.go({ depth: 3 }).result).move).not.toBeNull();
    await engine.setOption("Hash", 1);
    expect(engine.hash).toBe(1);
  });

  test("where the game is over there is no move", async () => {
    engine.position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    expect(await engine.go({ depth: 3 }).result).toMatchObject({ move: null, score: { mate: 0 }, pv: [] });
    expect(await engine.mate()).toMatchObject({ kind: null });
    engine.position("startpos");
  });

  test("all games, in turn", async () => {
    for (const variant of ["nightrider", "shatranj", "chess"]) {
      const start = Position.start(variant);
      engine.position(start);
      expect(await engine.evaluate()).toBeTypeOf("number");
      const { move } = await engine.go({ depth: 2 }).result;
      expect(start.move(move ?? "").uci).toBe(move);
    }
  });

  test("weaker on demand", async () => {
    expect((await engine.go({ elo: 110, movetime: 100 }).result).move).not.toBeNull();
    await engine.limitStrength(1500);
    expect((await engine.go({ movetime: 100 }).result).depth).toBeLessThan(8);
    await engine.limitStrength(null);
  });
});

test("several engines at once, and their ends", async () => {
  const engines = await Promise.all([Engine.create({ hash: 1 }), Engine.create({ hash: 1, variant: "ferz" })]);
  const [chess, ferz] = engines;
  expect([chess.core, chess.hash, ferz.current.variant.id]).toEqual(["wasm", 1, "ferz"]);
  const searches = engines.map((engine) => engine.go({ depth: 5 }));
  for (const search of searches) expect((await search.result).depth).toBe(5);
  const search = chess.go();
  const waiting = expect(search.result).rejects.toMatchObject({ code: "engine" });
  await chess.dispose();
  await waiting;
  await expect(chess.evaluate()).rejects.toThrow(WazabaError);
  await chess.dispose();
  await ferz.dispose();
});

const REFUSED: [api.EngineOptions, object][] = [
  [{ variant: "ludo" }, { name: "VariantError" }],
  [{ hash: 0 }, { code: "hash" }],
  [{ elo: 3000 }, { code: "option" }],
  [{ net: new Uint8Array(3) }, { code: "net" }],
  [
    { variant: "shatranj", net: randomNet(1, builtIn("knightmate")) },
    { code: "net", message: "net: it is for knightmate, not for shatranj" },
  ],
  [{ net: "weights" as never }, { code: "type", message: 'net: "weights" is not a Uint8Array or null' }],
  [{ core: "java" as never }, { code: "type" }],
  [{ assets: "/there/is/nothing/" }, { name: "WazabaError" }],
];

test.each(REFUSED)("an engine with %o is refused", async (options, expected) => {
  await expect(Engine.create(options)).rejects.toMatchObject(expected);
});

test("a network of a game evaluates it", async () => {
  const shatranj = builtIn("shatranj");
  const net = randomNet(1, shatranj);
  const engine = await Engine.create({ variant: "shatranj", net, hash: 1 });
  expect(await engine.evaluate()).toBe(evaluateWith(net, Game.start(shatranj).root));
  await engine.dispose();
});

test("where a game's network cannot be had, the caller hears of it, once a game", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
  const isKept = (file: string) => !file.endsWith(".net") || file.endsWith("chess.net");
  cpSync("dist", folder, { recursive: true, filter: isKept });
  const told: unknown[] = [];
  const onNotice: api.EngineOptions["onNotice"] = (text, topic) => told.push([topic, text]);
  try {
    const engine = await Engine.create({ assets: pathToFileURL(`${folder}/`), hash: 1, onNotice });
    for (const id of ["chess", "ferz", "wazir", "ferz"]) {
      engine.position(Position.start(id));
      await engine.newGame();
      await engine.go({ depth: 3 }).result;
    }
    await engine.dispose();
  } finally {
    rmSync(folder, { recursive: true });
  }
  const notice = (id: string) => [
    "net",
    expect.stringMatching(`^${id}: .*${id}.net cannot be loaded: .*tables evaluate$`),
  ];
  expect(told).toEqual([notice("ferz"), notice("wazir")]);
});

test("an error from the worker is data, which nobody sees but the page", async () => {
  const net = new Uint8Array(3);
  const error = await Engine.create({ net, hash: 1 }).catch((error) => error);
  expect(error.message).toBe("net: the file does not start with WZBN");
  expect(error.messageData).toEqual([
    ["net: ", ""],
    [["the file does not start with ", ""], "WZBN"],
  ]);
  expect(Object.keys(error)).toEqual(["code"]);
  expect(error.toJSON()).toEqual({ name: "WazabaError", code: "net", message: error.message });
});

test("what only a type checker would have refused is refused as kindly", async () => {
  const engine = await Engine.create({ hash: 1 });
  const wrong: ((nothing: never) => unknown)[] = [
    (nothing) => engine.position(nothing),
    (nothing) => engine.position("startpos", [nothing]),
    () => engine.position("startpos", "e2e4" as never),
    () => engine.go(null as never),
    (nothing) => engine.go({ searchMoves: [nothing] }),
    (nothing) => Position.fromFen(nothing),
    (nothing) => Position.start().play(nothing),
    () => Position.start({} as never),
  ];
  for (const call of wrong) expect(() => call(undefined as never)).toThrow(expect.objectContaining({ code: "type" }));
  await engine.dispose();
});
