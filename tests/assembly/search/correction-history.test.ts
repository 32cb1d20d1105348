/** Correction history: how much, in which direction, for which positions, and once. */

import { beforeEach, describe, expect, test } from "vitest";
import { evaluate } from "../../../assembly/evaluation/evaluation";
import { inCheck, unmakeMove } from "../../../assembly/rules/board";
import { ALL, generate, moves } from "../../../assembly/rules/legal";
import { clearCorrections, correctEval, updateCorrection } from "../../../assembly/search/correction-history";
import { searchRoot } from "../../../assembly/search/iterative-deepening";
import { qsearchRoot } from "../../../assembly/search/qsearch";
import { INFINITE } from "../../../assembly/search/score";
import { beginStack, pushMove } from "../../../assembly/search/search-stack";
import { clearTt, hitEval, ttProbe } from "../../../assembly/search/tt";
import { useBuckets } from "../../../assembly/search/tt-buckets";
import { setUp } from "../../support/board";

/** The most that one search teaches, and how many searches it takes at least: see `tunables.json`. */
const LIMIT = 128;
const ENDGAME = "4k3/pp6/8/8/8/8/6PP/4K3 w - - 0 1";
/** Other pawns, the same pieces. */
const OTHER_PAWNS = "4k3/p7/1p6/8/8/8/6PP/4K3 w - - 0 1";

function begin(fen: string): void {
  setUp(fen);
  beginStack();
}

beforeEach(() => {
  useBuckets(2 ** 10);
  clearCorrections();
  begin(ENDGAME);
});

describe("a correction", () => {
  // At depth 15 and more an error weighs 16 / 128 in each table: of pawns, of either side's other pieces, of each
  // of the two moves before.
  test.each([
    [64, 15, 40],
    [-64, 15, -40],
    [64, 40, 40],
    [64, 7, 20],
    [100_000, 15, 80],
    [-100_000, 15, -80],
    [0, 15, 0],
  ])("of an error of %i, seen at depth %i, is %i", (error, depth, correction) => {
    expect(correctEval(100, 0)).toBe(100);
    updateCorrection(error, depth, 0);
    expect(correctEval(100, 0)).toBe(100 + correction);
  });

  test.each([1, -1])("approaches the error, sign %i, and stays within its bounds", (sign) => {
    for (let i = 0; i < 1000; i++) updateCorrection(sign * 50, 20, 0);
    expect(sign * correctEval(0, 0)).toBeGreaterThan(240);
    expect(sign * correctEval(0, 0)).toBeLessThanOrEqual(250);
    for (let i = 0; i < 1000; i++) updateCorrection(sign * 30_000, 20, 0);
    expect(sign * correctEval(0, 0)).toBeLessThanOrEqual(5 * LIMIT);
    for (let i = 0; i < 1000; i++) updateCorrection(0, 20, 0);
    expect(Math.abs(correctEval(0, 0))).toBeLessThanOrEqual(5);
  });

  test.each([
    ["pawns", OTHER_PAWNS, 32],
    ["pieces of one side", ENDGAME.replace("4K3", "5K2"), 32],
    ["pieces", ENDGAME.replace("4K3", "5K2").replace("4k3", "5k2"), 24],
  ])("is also that of a position with other %s", (_, fen, correction) => {
    updateCorrection(64, 15, 0);
    begin(fen);
    expect(correctEval(0, 0)).toBe(correction);
  });

  test("is of either side its own", () => {
    updateCorrection(64, 15, 0);
    begin(ENDGAME.replace(" w ", " b "));
    expect(correctEval(0, 0)).toBe(0);
  });
});

test("quiescence stands pat on the evaluation, corrected once", () => {
  const standPat = evaluate();
  expect(qsearchRoot(-INFINITE, INFINITE)).toBe(standPat);
  for (let i = 0; i < 1000; i++) updateCorrection(50, 20, 0);
  const correction = correctEval(0, 0);
  expect(correction).toBeGreaterThan(90);
  clearTt();
  expect(qsearchRoot(-INFINITE, INFINITE)).toBe(standPat + correction);
  // And the same once the table knows the position.
  expect(qsearchRoot(-INFINITE, INFINITE)).toBe(standPat + correction);
});

test("the table keeps evaluations as they were before any correction", () => {
  // A side's evaluations with these pawns have been far too low: that holds as long as other pieces move.
  const fen = "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQkq - 0 6";
  for (const side of ["w", "b"]) {
    begin(fen.replace(" w ", ` ${side} `));
    for (let i = 0; i < 1000; i++) updateCorrection(100, 20, 0);
  }
  begin(fen);
  useBuckets(2 ** 14);
  searchRoot(6, 0);
  beginStack();
  let corrected = 0;
  const walk = (ply: number) => {
    if (ply > 0 && !inCheck() && ttProbe(ply)) {
      if (Math.abs(correctEval(0, ply)) > 3) corrected++;
      expect(hitEval()).toBe(evaluate());
    }
    if (ply === 3) return;
    for (const move of moves.slice(0, generate(ALL, 0))) {
      pushMove(ply, move);
      walk(ply + 1);
      unmakeMove();
    }
  };
  walk(0);
  expect(corrected).toBeGreaterThan(100);
});
