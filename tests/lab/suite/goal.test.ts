/** What positions of test suites ask for, and what solves them. */

import { describe, expect, test } from "vitest";
import { parseEpd } from "../../../src/chess/notation/epd";
import type { Score } from "../../../src/chess/notation/score";
import { goalOf, isSolved, themeOf } from "../../../src/lab/suite/goal";
import { SuiteTally } from "../../../src/lab/suite/tally";

/** A back-rank mate: Rd8#. */
const MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";
/** The pawn on b7 may capture, or promote straight on. */
const PROMOTION = "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

const nothing = { best: [], avoid: [], mateIn: null, points: null };

test.each([
  ["a best move", `${MATE} bm Rd8#;`, { best: ["d1d8"] }],
  ["several, with commas", `${START} bm e4, d4 Nf3;`, { best: ["e2e4", "d2d4", "g1f3"] }],
  ["two bm", `${START} bm e4; bm d4;`, { best: ["e2e4", "d2d4"] }],
  ["long algebraic, UCI and a number", `${START} bm e2-e4 g1f3 1.d4;`, { best: ["e2e4", "g1f3", "d2d4"] }],
  ["a check mark that stands alone (Kaufman's)", `${MATE} bm Rd8 +  `, { best: ["d1d8"] }],
  ["an empty operation before (Kaufman's)", `${MATE} 0 1 ; bm Rd8; am Rd7; `, { best: ["d1d8"], avoid: ["d1d7"] }],
  ["without the last semicolon", `${MATE} am Kf1`, { avoid: ["g1f1"] }],
  ["a mate", `${MATE} dm 1;`, { mateIn: 1 }],
  ["a mate in the place of a move (matetrack's)", `${MATE} bm #24; 00:00 @ C2/R0;`, { mateIn: 24 }],
  ["a mate that is not required, WAC's", `${MATE} bm Rd8; id "WAC.001"; dm 2;`, { best: ["d1d8"] }],
  ["a mate beside its move", `${MATE} bm Rd8 #1;`, { best: ["d1d8"] }],
  ["being mated", `${MATE} dm -3;`, { mateIn: -3 }],
  ["points", `${START} bm e4; c0 "e4=10, Nf3=7";`, { best: ["e2e4"], points: { e2e4: 10, g1f3: 7 } }],
  ["points of a promotion", `${PROMOTION} c0 "b8=Q=3,bxa8=Q+=10";`, { points: { b7b8q: 3, b7a8q: 10 } }],
  ["a comment that is no points", `${START} bm e4; c0 "e4=best";`, { best: ["e2e4"] }],
  ["points of an illegal move are a comment", `${START} bm e4; c0 "e5=10";`, { best: ["e2e4"] }],
])("%s", (_what, line, goal) => {
  expect(goalOf(parseEpd(line))).toEqual({ ...nothing, ...goal });
});

test.each([
  ["nothing to solve", `${START} id "x";`, "no bm, am or dm: nothing to solve"],
  ["an empty bm", `${START} bm ;`, "no bm, am or dm: nothing to solve"],
  ["an illegal bm", `${START} bm e5;`, 'bm: "e5" is not legal here'],
  ["an illegal am beside a bm", `${START} bm e4; am Ke2;`, 'am: "Ke2" is not legal here'],
  ["not a move", `${START} bm best;`, 'bm: "best" is not a move like Nf3 or exd6'],
  ["an ambiguous one", "4k3/8/8/8/8/8/8/R3K2R w - - bm R1;", 'bm: "R1" is not a move like Nf3 or exd6'],
  ["a piece of another game", `${START} bm Zc3;`, 'bm: "Zc3" is not a move like Nf3 or exd6'],
  ["dm without a number", `${START} dm soon;`, 'dm: "soon" is not a number of moves'],
  ["dm 0", `${START} dm 0;`, 'dm: "0" is not a number of moves'],
  ["a game that is over", "7k/5Q2/6K1/8/8/8/8/8 b - - bm Kg8;", "the game is over: stalemate"],
])("refused: %s", (_what, line, message) => {
  expect(() => goalOf(parseEpd(line))).toThrow(message);
});

describe("solved", () => {
  const cases: [what: string, operations: string, move: string, score: Score, expected: boolean][] = [
    ["the best move", "bm e4;", "e2e4", { cp: 0 }, true],
    ["one of several", "bm d4 e4;", "e2e4", { cp: 0 }, true],
    ["another move", "bm d4;", "e2e4", { cp: 0 }, false],
    ["not the one to avoid", "am d4;", "e2e4", { cp: 0 }, true],
    ["the one to avoid", "am e4;", "e2e4", { cp: 0 }, false],
    ["the best, a mate not announced", "bm e4; dm 3;", "e2e4", { cp: 0 }, true],
    ["a mate in time", "dm 3;", "e2e4", { mate: 3 }, true],
    ["a mate sooner", "dm 3;", "e2e4", { mate: 1 }, true],
    ["a mate too late", "dm 3;", "e2e4", { mate: 4 }, false],
    ["the other side's mate", "dm 3;", "e2e4", { mate: -3 }, false],
    ["being mated in time", "dm -3;", "e2e4", { mate: -2 }, true],
    ["no mate, however high", "dm 3;", "e2e4", { cp: 9999 }, false],
    ["most points, no bm", 'c0 "e4=10, d4=9";', "e2e4", { cp: 0 }, true],
    ["fewer points, no bm", 'c0 "e4=10, d4=9";', "d2d4", { cp: 0 }, false],
  ];
  test.each(cases)("%s", (_what, operations, move, score, expected) => {
    expect(isSolved(goalOf(parseEpd(`${START} ${operations}`)), move, score)).toBe(expected);
  });
});

test.each([
  ["WAC.001", "WAC"],
  ["STS(v1.0) Undermine.001", "STS(v1.0) Undermine"],
  ["sbd.134", "sbd"],
  ["knight outpost #12", "knight outpost"],
  ["12", null],
  ["back rank", null],
  ["", null],
  [null, null],
])("the theme of %j is %j", (id, theme) => {
  expect(themeOf(id)).toBe(theme);
});

test("sums are those of the whole, and of up to 500 themes", () => {
  const tally = new SuiteTally();
  const goal = { ...nothing, best: ["e2e4"], points: { e2e4: 10, d2d4: 4 } };
  tally.add({ solved: true, move: "e2e4" }, goal, null);
  for (let i = 0; i < 1000; i++) tally.add({ solved: false, move: "d2d4" }, goal, `theme ${i}`);
  expect(tally.sums).toEqual({ total: 1001, solved: 1, points: 4010, maxPoints: 10010 });
  expect(tally.themes).toHaveLength(501);
  expect(tally.themes.at(-1)).toEqual({ theme: "(others)", total: 500, solved: 0, points: 2000, maxPoints: 5000 });
});
