/** The review: what moves cost, classes, accuracy, clocks, names and books. */

import { describe, expect, test } from "vitest";
import { PolyglotBook } from "../../src/chess/book/polyglot";
import { type AnnotatedGame, readAnnotatedPgn } from "../../src/chess/notation/pgn";
import type { Score } from "../../src/chess/notation/score";
import { CHESS } from "../../src/chess/variants/games";
import { PgnError } from "../../src/errors";
import { annotatedPgn } from "../../src/review/annotate";
import { timeTroubleOf } from "../../src/review/clock";
import type { PositionEvaluation } from "../../src/review/evaluate";
import { accuracyOf, classOf, expectationOf } from "../../src/review/judge";
import { OpeningNames } from "../../src/review/names";
import { reviewOf } from "../../src/review/review";
import { Bytes, bookOf } from "../support/books";

function read(text: string): AnnotatedGame {
  const [game] = readAnnotatedPgn(text);
  if (game instanceof PgnError) throw game;
  return game;
}

/** An evaluation: score for the side to move, and a line. */
const said = (score: Score | number, pv: string): PositionEvaluation => {
  return { score: typeof score === "number" ? { cp: score } : score, depth: 9, nodes: 99, pv: pv.split(" ") };
};

describe("expectation", () => {
  test.each([
    [{ cp: 0 }, 0.5],
    [{ mate: 3 }, 1],
    [{ mate: -3 }, 0],
  ])("of %j is %f", (score, expected) => {
    expect(expectationOf(score, { variant: CHESS, pieceCount: 32 })).toBe(expected);
  });

  test("of the two sides add up to one", () => {
    const position = { variant: CHESS, pieceCount: 20 };
    for (const cp of [-900, -77, -1, 1, 50, 333]) {
      expect(expectationOf({ cp }, position) + expectationOf({ cp: -cp }, position)).toBeCloseTo(1, 2);
    }
  });
});

test.each([
  [0, null],
  [0.049, null],
  [0.05, "inaccuracy"],
  [0.1, "mistake"],
  [0.199, "mistake"],
  [0.2, "blunder"],
  [1, "blunder"],
])("a loss of %f is %s", (loss, kind) => {
  expect(classOf(loss)).toBe(kind);
});

test.each([
  [[], null],
  [[0, 0, 0], 100],
  [[0.01], 90.5],
  [[0, 0.06], 74.1],
  [[0.1, 0.1], 36.8],
  // One loss of half a point costs as much as many small ones.
  [[0.5, 0, 0, 0, 0], 36.8],
  [[1], 0],
])("accuracy of losses %j: %d", (losses, percent) => {
  expect(accuracyOf(losses)).toBe(percent);
});

/** White blunders a queen, Black does not see it, and both play best moves otherwise. */
const GAME = `[White "W"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *`;
const EVALUATIONS = [
  said(30, "e2e4 e7e5 g1f3"),
  said(-25, "e7e5 g1f3"),
  said(25, "g1f3 b8c6"),
  said(10, "b8c6 f1c4"),
  said(-10, "f1c4 g7g6"),
  said(900, "e8f7 d2d4"),
  said(-900, "d2d4 d7d5"),
];

describe("a game", () => {
  const game = read(GAME);
  const review = reviewOf(game, EVALUATIONS);

  test("scores are White's, the best move costs nothing", () => {
    expect(review.moves.map(({ san, class: kind }) => [san, kind])).toEqual([
      ["e4", null],
      ["e5", null],
      ["Qh5", "inaccuracy"],
      ["Nc6", null],
      ["Qxf7+", "blunder"],
      ["Kxf7", null],
    ]);
    expect(review.moves[4]).toMatchObject({
      ply: 5,
      colour: "white",
      uci: "h5f7",
      best: "Bc4",
      bestLine: ["Bc4", "g6"],
      scoreBefore: { cp: -10 },
      scoreAfter: { cp: -900 },
      clock: null,
      isTimeTrouble: false,
    });
    expect(review.moves.filter(({ ply }) => [1, 2, 4, 6].includes(ply)).map(({ loss }) => loss)).toEqual([0, 0, 0, 0]);
    expect(review.white).toMatchObject({ moves: 3, inaccuracies: 1, mistakes: 0, blunders: 1, inTimeTrouble: 0 });
    expect(review.black).toMatchObject({ moves: 3, accuracy: 100, blunders: 0 });
    expect(review.white.accuracy).toBeLessThan(50);
  });

  test("in annotated PGN", () => {
    expect(annotatedPgn(game, review).split("\n\n")[1].trim().replaceAll("\n", " ")).toBe(
      "1. e4 {[%eval 0.25]} 1... e5 {[%eval 0.25]} 2. Qh5 $6 {[%eval -0.10]} (2. Nf3 Nc6) 2... Nc6 {[%eval -0.10]} " +
        "3. Qxf7+ $4 {[%eval -9.00]} (3. Bc4 g6) 3... Kxf7 {[%eval -9.00]} *",
    );
  });

  test("annotated again it stays as it is", () => {
    const once = annotatedPgn(game, review);
    const again = read(once);
    expect(annotatedPgn(again, reviewOf(again, EVALUATIONS))).toBe(once);
  });
});

test("the end of a game by the rules counts", () => {
  const game = read("1. f3 e5 2. g4 Qh4# 0-1");
  const mate = said({ mate: 1 }, "d8h4");
  const review = reviewOf(game, [said(0, "e2e4"), said(80, "e7e5"), said(-80, "e2e4"), mate, null]);
  expect(review.moves[2]).toMatchObject({ class: "blunder", scoreAfter: { mate: -1 }, expectationAfter: 0 });
  expect(review.moves[3]).toMatchObject({ class: null, scoreAfter: null, expectationAfter: 0, loss: 0 });
  expect(annotatedPgn(game, review)).toContain("2... Qh4# 0-1");
});

test("clocks: time trouble is less than a twentieth of the time at the start", () => {
  const text = `[TimeControl "100+1"]\n\n1. e4 {[%clk 0:01:40]} e5 {x [%clk 0:00:04.9]} 2. Qh5 {[%clk 0:00:05]} Nc6 3. Qxf7+ {[%clk 0:00:01]} Kxf7 *`;
  const { moves, white } = reviewOf(read(text), EVALUATIONS);
  expect(moves.map(({ clock }) => clock)).toEqual([100, 4.9, 5, null, 1, null]);
  expect(moves.map(({ isTimeTrouble }) => isTimeTrouble)).toEqual([false, true, false, false, true, false]);
  expect(white.inTimeTrouble).toBe(1);
});

test.each([
  ["40/5400:1800", [300, 269], [false, true]],
  ["?", [100, 4], [false, true]],
  [undefined, [null, null], [false, false]],
  // Minutes, since the first clocks show more than so many seconds.
  ["90+30", [5400, 5400, 260, 280], [false, false, true, false]],
  ["3+2", [180, 178, 8, 10], [false, false, true, false]],
  ["40/90", [5400, 5390, 200, 300], [false, false, true, false]],
  ["90 min", [5000, null, 260], [false, false, true]],
  ["90' + 30\"", [5400, 5400, 260, 280], [false, false, true, false]],
  ["2h", [7100, 7200, 350, 370], [false, false, true, false]],
  // Seconds.
  ["300+3", [303, 302, 14, 16], [false, false, true, false]],
])("time control %s", (control, clocks, expected) => {
  expect(timeTroubleOf(clocks, control)).toEqual(expected);
});

describe("names of openings", () => {
  const names = new OpeningNames();
  names.add(
    "eco\tname\tpgn\nB00\tKing's Pawn\t1. e4\nC20\tKing's Pawn Game\t1. e4 e5\n\nD30\tQueen's Gambit\t1. d4 d5 2. c4 e6\n",
  );

  test.each([
    ["the last one that has a name", "1. e4 e5 2. Ke2 *", { eco: "C20", name: "King's Pawn Game", plies: 2 }],
    ["by another order of moves", "1. c4 e6 2. d4 d5 *", { eco: "D30", name: "Queen's Gambit", plies: 4 }],
    ["none", "1. a3 *", null],
    ["another game", '[Variant "rooksquare"]\n\n1. e4 e5 *', null],
    ["another beginning", '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *', null],
  ])("%s", (_what, text, expected) => {
    expect(names.find(read(text).game)).toEqual(expected);
  });

  test("tags are added, those of the PGN stay", () => {
    const game = read(GAME);
    const tagged = read(`[ECO "X99"]\n${GAME}`);
    const text = annotatedPgn(game, reviewOf(game, EVALUATIONS, { names }));
    expect(text).toContain('[ECO "C20"]\n[Opening "King\'s Pawn Game"]\n');
    expect(annotatedPgn(tagged, reviewOf(tagged, EVALUATIONS, { names }))).toContain('[ECO "X99"]');
  });

  test.each([
    ["eco\tname\tpgn\nB00 King's Pawn 1. e4", "line 2: expected three columns: eco, name, pgn"],
    ["B00\tKing's Pawn\t1. e5", 'line 1: "e5" is not legal here'],
  ])("refused: %j", (text, message) => {
    expect(() => new OpeningNames().add(text)).toThrow(message);
  });
});

test("the first move out of the book", () => {
  const book = new PolyglotBook(
    new Bytes(
      bookOf([
        ["", "e2e4", 2],
        ["e2e4", "e7e5", 1],
      ]),
    ),
  );
  expect(reviewOf(read(GAME), EVALUATIONS, { book }).leftBook).toBe(3);
  expect(reviewOf(read("1. e4 e5 *"), EVALUATIONS.slice(0, 3), { book }).leftBook).toBeNull();
  expect(reviewOf(read(GAME), EVALUATIONS).leftBook).toBeNull();
});
