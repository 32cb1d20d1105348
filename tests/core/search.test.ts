import { describe, expect, test } from "vitest";
import { MATE } from "../../assembly/search/score";
import { CORE_NAMES } from "../../src/core/core";
import { BENCH_POSITIONS } from "../../src/engine/bench-positions";
import { parseFen } from "../../src/notation/fen";
import { parseUciMove } from "../../src/notation/uci-move";
import { Game } from "../../src/rules/game";
import { builtCore, builtCores } from "./cores";

const cores = await builtCores();

describe("both cores search the same tree", () => {
  const DEPTH = 9;

  test.each(BENCH_POSITIONS)("%s", (fen) => {
    const [wasm, twin] = cores.map((core) => {
      core.newGame();
      core.setPosition(parseFen(fen), []);
      const move = core.search({ depth: DEPTH });
      return { move, ...core.found() };
    });
    expect(twin).toEqual(wasm);
    expect(wasm.depth).toBe(DEPTH);
  });

  test("and over a game in which the table is kept", { timeout: 30_000 }, () => {
    const moves: number[] = [];
    for (let ply = 0; ply < 40; ply++) {
      const answers = cores.map((core) => {
        if (ply === 0) core.newGame();
        core.setPosition(parseFen(BENCH_POSITIONS[0]), moves);
        const move = core.search({ nodes: 3000 });
        return { move, ...core.found() };
      });
      expect(answers[1]).toEqual(answers[0]);
      moves.push(answers[0].move);
    }
  });
});

describe.each(cores)("the $name core", (core) => {
  test.each([
    ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, "a back-rank mate"],
    ["r5k1/5ppp/8/8/8/8/4RPPP/4R1K1 w - - 0 1", 2, "a rook for the back rank"],
    [
      "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
      2,
      "1.Qh6+ Kxh6 2.Bxf6 mates with castling men",
    ],
  ])("%s mates in %i: %s", (fen, mateIn) => {
    core.newGame();
    core.setPosition(parseFen(fen), []);
    core.search({ depth: 2 * mateIn + 2 });
    expect(core.found().score).toBe(MATE - (2 * mateIn - 1));
  });

  test.each([1, 2, 999, 1000, 1001, 1024, 1025, 20_000])("stops at exactly %i nodes", (nodes) => {
    core.newGame();
    core.setPosition(parseFen(BENCH_POSITIONS[20]), []);
    expect(core.search({ nodes })).toBeGreaterThan(0);
    expect(core.found().nodes).toBe(nodes);
  });

  test("looks at no other root moves than asked for", () => {
    const game = Game.start();
    const wanted = [parseUciMove(game, "f2f3"), parseUciMove(game, "g2g4")];
    core.setPosition(game.root, []);
    expect(wanted).toContain(core.search({ depth: 5, searchMoves: wanted }));
    expect(wanted).not.toContain(core.search({ depth: 5, searchMoves: [] }));
  });

  test.each([
    ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"],
    ["R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "mate"],
  ])("has no move in %s: %s", (fen) => {
    core.setPosition(parseFen(fen), []);
    expect(core.search({ depth: 3 })).toBe(0);
  });

  test("repeats a position to save a lost game", () => {
    // White is two queens behind, but checks for ever on e8 and h5.
    core.newGame();
    core.setPosition(parseFen("6k1/6p1/8/7Q/8/6K1/q7/1q6 w - - 0 1"), []);
    core.search({ depth: 7 });
    expect(core.found().score).toBe(0);
  });

  test("sees a draw by fifty moves before it comes", () => {
    core.newGame();
    core.setPosition(parseFen("8/8/8/4k3/8/8/R7/4K3 w - - 99 80"), []);
    core.search({ depth: 4 });
    expect(core.found().score).toBe(0);
  });
});

test.each(CORE_NAMES)("the %s core asks its host, and stops when told to", async (name) => {
  let questions = 0;
  const core = await builtCore(name, {
    host: { shouldStop: () => (++questions >= 20 ? 1 : 0), onIteration: () => {} },
  });
  core.setPosition(parseFen(BENCH_POSITIONS[0]), []);
  expect(core.search({ depth: 50 })).toBeGreaterThan(0);
  expect(questions).toBe(20);
  expect(core.found().nodes).toBeLessThanOrEqual(20 * 1024);
});
