/** The plain board and the plain solver of mates, which tests believe: against perft counts and known mates. */

import { describe, expect, test } from "vitest";
import { perftRows } from "../perft-data";
import { PlainChess } from "./plain-chess";
import { PlainSolver } from "./plain-solver";

/** The leaves of the tree of legal moves. */
function leaves(board: PlainChess, depth: number): number {
  const moves = board.moves();
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => {
    board.play(move);
    const below = leaves(board, depth - 1);
    board.takeBack();
    return sum + below;
  }, 0);
}

/** Leaves counted in each row; a second or two in all. */
const MOST_LEAVES = 3000;

describe("the plain board counts as Stockfish does", () => {
  test.each(perftRows("perft-orthodox.epd"))("$fen", ({ fen, counts }) => {
    const board = new PlainChess(fen);
    const quick = counts.filter((count) => count <= MOST_LEAVES);
    expect(quick.map((_, i) => leaves(board, i + 1))).toEqual(quick);
  });
});

test.each([
  ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, true, "a back-rank mate"],
  ["8/7k/1R6/8/8/8/8/R5K1 w - - 0 1", 3, true, "Ra7+ and Rb8#"],
  ["8/7k/1R6/8/8/8/8/R5K1 w - - 0 1", 1, false, "which takes two moves"],
  ["8/7k/1R6/8/8/8/8/R5K1 w - - 97 80", 3, true, "the mating move may be the hundredth ply"],
  ["8/7k/1R6/8/8/8/8/R5K1 w - - 98 80", 3, false, "and no later"],
  ["7k/8/6K1/8/8/8/8/R7 w - - 0 1", 1, true, "Ra8#"],
  ["kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 15, false, "Morphy's problem needs the quiet 1.Ra6"],
])("the plain solver: %s, %i plies: %s, %s", (fen, plies, expected) => {
  expect(new PlainSolver(new PlainChess(fen)).mates(plies)).toBe(expected);
});
