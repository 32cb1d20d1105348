/** The principal variation and MultiPV, on the twin; and the lines of searches, which end where they should. */

import { beforeEach, describe, expect, test } from "vitest";
import { clearHistory } from "../../../assembly/search/history";
import { searchedScore, searchRoot } from "../../../assembly/search/iterative-deepening";
import {
  clearMultiPv,
  clearPv,
  multiPvMove,
  multiPvScore,
  pvLength,
  pvMove,
  restorePv,
  sortMultiPv,
  storeMultiPv,
  updatePv,
} from "../../../assembly/search/pv";
import { MATE } from "../../../assembly/search/score";
import { useBuckets } from "../../../assembly/search/tt-buckets";
import { load } from "../../../src/chess/rules/board";
import { Game } from "../../../src/chess/rules/game";
import { BENCH_POSITIONS } from "../../../src/lab/bench/positions";

const pv = () => Array.from({ length: pvLength() }, (_, i) => pvMove(i));

/** Makes a line the root's PV, as a search does: from its end on. */
function write(...moves: number[]): void {
  clearPv(moves.length);
  for (let ply = moves.length - 1; ply >= 0; ply--) {
    clearPv(ply);
    updatePv(ply, moves[ply]);
  }
}

describe("the table", () => {
  test("a line is its move and the line of the ply below", () => {
    write(11, 22, 33);
    expect(pv()).toEqual([11, 22, 33]);
  });

  test("a shorter line leaves nothing of a longer one", () => {
    write(11, 22, 33, 44);
    // The node after 55 ends at once.
    clearPv(1);
    updatePv(0, 55);
    expect(pv()).toEqual([55]);
    clearPv(2);
    clearPv(1);
    updatePv(1, 66);
    updatePv(0, 77);
    expect(pv()).toEqual([77, 66]);
  });

  test("a line that is cleared is empty", () => {
    write(11, 22);
    clearPv(0);
    expect(pv()).toEqual([]);
  });
});

describe("MultiPV", () => {
  const store = (k: number, count: number, score: number, ...moves: number[]) => {
    write(...moves);
    storeMultiPv(k, count, score);
  };
  const lines = (count: number) =>
    Array.from({ length: count }, (_, k) => {
      restorePv(k);
      return [multiPvScore(k), ...pv()];
    });

  beforeEach(() => clearMultiPv(3));

  test("keeps lines and scores in the order they were found", () => {
    store(0, 3, 50, 1, 2);
    store(1, 3, 40, 3);
    store(2, 3, 30, 4, 5, 6);
    expect(lines(3)).toEqual([
      [50, 1, 2],
      [40, 3],
      [30, 4, 5, 6],
    ]);
    expect([0, 1, 2].map(multiPvMove)).toEqual([1, 3, 4]);
  });

  test("a move that is best now moves down what was, and is there once", () => {
    store(0, 3, 50, 1, 2);
    store(1, 3, 40, 3);
    store(2, 3, 30, 4, 5, 6);
    store(0, 3, 60, 3, 7);
    expect([0, 1, 2].map(multiPvMove)).toEqual([3, 1, 4]);
    expect(lines(3)[0]).toEqual([60, 3, 7]);
  });

  test("a new move pushes the last one out", () => {
    store(0, 3, 50, 1, 2);
    store(1, 3, 40, 3);
    store(2, 3, 30, 4, 5, 6);
    store(0, 3, 60, 8);
    expect([0, 1, 2].map(multiPvMove)).toEqual([8, 1, 3]);
  });

  test("is sorted by scores, equal ones as they are", () => {
    store(0, 3, 30, 1);
    store(1, 3, 40, 2);
    store(2, 3, 40, 3);
    sortMultiPv(3);
    expect([0, 1, 2].map(multiPvMove)).toEqual([2, 3, 1]);
    expect([0, 1, 2].map(multiPvScore)).toEqual([40, 40, 30]);
  });
});

describe("the line of a search", () => {
  beforeEach(() => {
    useBuckets(2 ** 12);
    clearHistory();
  });

  test.each([
    ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1],
    ["r5k1/5ppp/8/8/8/8/4RPPP/4R1K1 w - - 0 1", 2],
    ["7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2],
  ])("in %s ends with the mate in %i, and has nothing behind it", (fen, mateIn) => {
    const game = Game.fromFen(fen);
    for (let depth = 2; depth <= 8; depth++) {
      load(game.root);
      searchRoot(depth, 0);
      if (searchedScore() < MATE - 100) continue;
      expect({ depth, length: pvLength() }).toEqual({ depth, length: MATE - searchedScore() });
    }
    expect(searchedScore()).toBe(MATE - (2 * mateIn - 1));
    for (const move of pv()) game.play(move);
    expect(game.outcome()?.reason).toBe("checkmate");
  });

  test.each([
    ...BENCH_POSITIONS.slice(0, 12),
    "6k1/6p1/8/7Q/8/6K1/q7/1q6 w - - 0 1",
    "8/8/8/4k3/8/8/R7/4K3 w - - 96 80",
  ])("in %s is playable, at every depth", (fen) => {
    for (let depth = 1; depth <= 5; depth++) {
      const game = Game.fromFen(fen);
      load(game.root);
      searchRoot(depth, 0);
      const moves = pv();
      expect(moves.length).toBeGreaterThan(0);
      for (const move of moves) {
        expect(game.outcome()).toBeNull();
        expect(game.legalMoves()).toContain(move);
        game.play(move);
      }
    }
  });
});
