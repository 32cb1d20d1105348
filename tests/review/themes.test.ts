/** Phases and themes of positions. */

import { describe, expect, test } from "vitest";
import { Game } from "../../src/chess/rules/game";
import { builtIn } from "../../src/chess/variants/games";
import { phaseOf, themesOf } from "../../src/review/themes";

const at = (fen: string) => Game.fromFen(fen).position();

test.each([
  ["the start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "opening"],
  ["two pieces are gone", "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "middlegame"],
  ["six are left", "r1b1k2r/pppppppp/8/8/8/8/PPPPPPPP/R1B1K2R w KQkq - 0 1", "endgame"],
])("phase: %s", (_what, fen, phase) => {
  expect(phaseOf(at(fen))).toBe(phase);
});

describe("themes", () => {
  test.each([
    [
      "the start",
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      ["queens on the board", "equal material"],
    ],
    ["a pawn ending", "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", ["pawn ending", "a pawn more"]],
    ["a rook ending", "4k3/r7/8/P7/8/8/8/R3K3 w - - 0 1", ["rook ending", "a pawn more", "far passed pawn"]],
    ["no passed pawn", "4k3/rp6/8/P7/8/8/8/R3K3 w - - 0 1", ["rook ending", "equal material"]],
    ["a queen ending", "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", ["queen ending", "equal material"]],
    [
      "opposite bishops",
      "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
      ["minor-piece ending", "equal material", "opposite bishops"],
    ],
    ["like bishops", "5bk1/8/8/8/8/8/8/2B1K3 w - - 0 1", ["minor-piece ending", "equal material"]],
    ["the exchange", "r3k3/8/8/8/8/8/8/2B1K3 w - - 0 1", ["unequal pieces"]],
    ["a bishop pair", "2nnk3/8/8/8/8/8/8/2B1KB2 w - - 0 1", ["minor-piece ending", "equal material", "bishop pair"]],
    [
      "a king without shelter",
      "rnbq1rk1/8/8/8/8/8/5PPP/RNBQ1RK1 w - - 0 1",
      ["queens on the board", "a pawn more", "opposite bishops", "king without shelter"],
    ],
  ])("%s", (_what, fen, themes) => {
    expect(themesOf(at(fen))).toEqual(themes);
  });

  test("other games have none", () => {
    expect(themesOf(Game.start(builtIn("knightmate")).position())).toEqual([]);
  });
});
