/** What an engine makes of its mate search, and of the opponent's time. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type * as api from "../../../src/internals";

const { allocateTime, Searcher, formatUciMove, Game, MATE_SEARCH, now, parseUciMove } = (await import(
  new URL("../../../dist/internals.js", import.meta.url).href
)) as typeof api;

const MATE_IN_TWELVE = Game.fromFen("3nn3/2p2p1k/1p1pp1p1/p2B3p/r2B2N1/4P2N/3PKPP1/6q1 w - - 0 1");
const WINS_THE_QUEEN = Game.fromFen("q7/1p2pppb/7p/1P5k/4PP1b/2P3PP/1N1N3K/6B1 w - - 0 1");
const ONLY_MOVE = Game.fromFen("k7/8/8/8/8/7r/8/6rK w - - 0 1");

const MATE_IN_TWELVE_SCORE = 32_000 - 23;
const FIXED = { ...MATE_SEARCH, speedFactor: 80 };
const NO_LIMIT = allocateTime({}, 0, 0);

const lineOf = ({ root }: api.Game) => ({ root, moves: [] });
const text = (move: number, { variant }: api.Game) => formatUciMove(move, false, variant);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(["wasm", "ts"] as const)("an engine on the %s core", (core) => {
  let engine: api.Searcher;

  beforeEach(async () => {
    engine = await Searcher.create({ core, hash: 4 });
  });

  afterEach(() => engine.dispose());

  test.each([
    ["movetime", { movetime: 5000 }],
    ["a clock", { left: 60_000 }],
  ])("plays a mate at once under %s", async (_what, control) => {
    const depths: number[] = [];
    const options = { mateSearch: FIXED, onProgress: ({ depth }: api.Progress) => depths.push(depth) };
    const result = await engine.search(lineOf(MATE_IN_TWELVE), {}, allocateTime(control, 0, now()), options).result;
    expect(result).toMatchObject({ depth: 23, seldepth: 23, score: MATE_IN_TWELVE_SCORE, nodes: result.mate?.nodes });
    expect(text(result.move, MATE_IN_TWELVE)).toBe("h3g5");
    expect(result.pv).toHaveLength(23);
    expect(result.timeMs).toBeLessThan(3000);
    expect(depths).toEqual([1]);
  });

  test.each([
    ["depth", { depth: 5 }],
    ["nodes", { nodes: 9000 }],
  ])("goes on behind a mate until its limit of %s, and answers it", async (_what, limits) => {
    const scores = new Set<number>();
    const options = { mateSearch: FIXED, onProgress: ({ score }: api.Progress) => scores.add(score) };
    const result = await engine.search(lineOf(MATE_IN_TWELVE), limits, NO_LIMIT, options).result;
    expect(result).toMatchObject({ score: MATE_IN_TWELVE_SCORE, ...limits });
    expect(text(result.move, MATE_IN_TWELVE)).toBe("h3g5");
    expect([...scores]).toEqual([MATE_IN_TWELVE_SCORE]);
  });

  test("looks for a mate in so many moves", async () => {
    const answered = engine.search(lineOf(MATE_IN_TWELVE), { mate: 12 }, NO_LIMIT, { mateSearch: FIXED });
    expect((await answered.result).depth).toBe(23);
    const game = Game.fromFen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    const { score, pv } = await engine.search(lineOf(game), { mate: 2 }, NO_LIMIT, { mateSearch: FIXED }).result;
    // Morphy's problem: the key is quiet.
    expect({ score, key: text(pv[0], game) }).toEqual({ score: 32_000 - 3, key: "a1a6" });
  });

  test("tries the winning line first; what the mate search costs is not among the nodes", async () => {
    const reports: api.MateReport[] = [];
    const onMateSearch = (report: api.MateReport) => reports.push(report);
    const options = { mateSearch: FIXED, onMateSearch };
    const stopped = engine.search(lineOf(WINS_THE_QUEEN), { nodes: 2 }, NO_LIMIT, options);
    expect((await stopped.result).mate).toMatchObject({ kind: null, nodes: 0 });
    const result = await engine.search(lineOf(WINS_THE_QUEEN), { nodes: 20_000 }, NO_LIMIT, options).result;
    expect(result.nodes).toBe(20_000);
    expect(result.mate).toEqual(reports[1]);
    expect(result.mate?.kind).toBe("material");
    expect(result.mate?.nodes).toBeLessThanOrEqual(4000);
    expect(text(result.mate?.pv[0] ?? 0, WINS_THE_QUEEN)).toBe("g3g4");
    // Another order of moves, another tree.
    const nodes = [null, FIXED].map(async (mateSearch) => {
      await engine.newGame();
      return (await engine.search(lineOf(WINS_THE_QUEEN), { depth: 1 }, NO_LIMIT, { mateSearch }).result).nodes;
    });
    expect(await nodes[0]).not.toBe(await nodes[1]);
  });

  test("with a fixed speed factor a search by nodes can be reproduced", async () => {
    const results = [];
    for (let i = 0; i < 2; i++) {
      await engine.newGame();
      const options = { mateSearch: { share: 0.5, speedFactor: 10_000 } };
      const result = await engine.search(lineOf(WINS_THE_QUEEN), { nodes: 30_000 }, NO_LIMIT, options).result;
      results.push({ ...result, timeMs: 0, mate: { ...result.mate, timeMs: 0 } });
    }
    expect(results[1]).toEqual(results[0]);
  });

  test("off means off", async () => {
    const depth = { depth: 4 };
    const onMateSearch = () => expect.unreachable();
    const { nodes, mate } = await engine.search(lineOf(MATE_IN_TWELVE), depth, NO_LIMIT, { onMateSearch }).result;
    expect(mate).toBe(null);
    await engine.newGame();
    const none = { ...MATE_SEARCH, share: 0 };
    const shareless = engine.search(lineOf(MATE_IN_TWELVE), depth, NO_LIMIT, { mateSearch: none, onMateSearch });
    expect(await shareless.result).toMatchObject({ mate: null, nodes });
  });

  test("a restricted root restricts it", async () => {
    const searchMoves = [parseUciMove(MATE_IN_TWELVE, "h3f4")];
    const limits = { depth: 3, searchMoves };
    const { move } = await engine.search(lineOf(MATE_IN_TWELVE), limits, NO_LIMIT, { mateSearch: FIXED }).result;
    expect(move).toBe(searchMoves[0]);
  });

  test("a stop ends it at once", async () => {
    const search = engine.search(lineOf(WINS_THE_QUEEN), {}, NO_LIMIT, { mateSearch: { share: 1, speedFactor: 1e6 } });
    await wait(30);
    const asked = now();
    search.stop();
    await search.result;
    expect(now() - asked).toBeLessThan(200);
  });

  describe("in the opponent's time", () => {
    const clock = (ms: number) => allocateTime({ movetime: ms }, 0, now());

    test("no clock runs before the hit, and all of it after", async () => {
      const search = engine.search(lineOf(Game.start()), {}, clock(150), { ponder: true, mateSearch: MATE_SEARCH });
      await wait(300);
      const hit = now();
      search.ponderHit();
      await search.result;
      expect(now() - hit).toBeGreaterThan(100);
      expect(now() - hit).toBeLessThan(400);
    });

    test("a hit that comes before the search counts from its instant", async () => {
      const before = engine.search(lineOf(Game.start()), {}, clock(200));
      const search = engine.search(lineOf(Game.start()), {}, clock(300), { ponder: true });
      search.ponderHit();
      const hit = now();
      await before.result;
      await search.result;
      expect(now() - hit).toBeLessThan(500);
    });

    test("a mate that is known is played with the hit", async () => {
      const search = engine.search(lineOf(MATE_IN_TWELVE), {}, clock(5000), { ponder: true, mateSearch: FIXED });
      const answered = search.result.then(() => "answered");
      expect(await Promise.race([answered, wait(200)])).toBe(undefined);
      const hit = now();
      search.ponderHit();
      expect((await search.result).score).toBe(MATE_IN_TWELVE_SCORE);
      expect(now() - hit).toBeLessThan(500);
    });

    test.each([
      ["an only move is played with the hit", ONLY_MOVE, 60_000],
      ["under a clock long pondering may do", Game.start(), 1000],
    ])("%s", async (_what, game, left) => {
      const search = engine.search(lineOf(game), {}, allocateTime({ left }, 0, now()), {
        ponder: true,
        mateSearch: FIXED,
      });
      await wait(300);
      const hit = now();
      search.ponderHit();
      expect((await search.result).depth).toBeGreaterThan(0);
      expect(now() - hit).toBeLessThan(400);
    });
  });
});
