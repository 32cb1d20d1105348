/**
 * The exports of the endgame tables: a module of its own, with a board of its own, loaded when the first table is wanted. Squares,
 * pieces and moves are encoded as in `rules/`. The host owns the memory behind what is in use after `initialise`, and decides where in
 * it tables are.
 */

import { newI32 } from "../platform";
import { beginGame } from "../rules/begin-game";
import {
  castlingRights,
  clearBoard,
  grantCastling,
  halfmoveClock,
  makeMove,
  occurrences,
  placePiece,
  sideToMove,
  unmakeMove,
} from "../rules/board";
import { ALL, generate as generateMoves, MAX_MOVES, moves } from "../rules/legal";
import { setLaw } from "../rules/variant";
import { applyLaws, initialiseRules } from "../setup";
import { generateTable, valueOnBoard } from "./generator";
import {
  addMan,
  beginTable,
  endTable,
  fillSymmetries,
  freeTable,
  moveTable,
  sizeOf,
  squaresOf,
  valuesOf,
} from "./tables";
import { MAX_MEN } from "./values";

export {
  addMan,
  applyLaws,
  beginGame,
  beginTable,
  castlingRights,
  clearBoard,
  endTable,
  freeTable,
  grantCastling,
  halfmoveClock,
  makeMove,
  moveTable,
  occurrences,
  placePiece,
  setLaw,
  sideToMove,
  sizeOf,
  unmakeMove,
  valuesOf,
};

/** Fills the tables of the rules; to be called once, before anything else. */
export function initialise(): void {
  initialiseRules();
  fillSymmetries();
}

/** Generates the table completed last; 0 if that succeeded (`values.ts` has the other codes). */
export function generate(table: i32): i32 {
  return generateTable(table);
}

/** The square of a man in the position that `index` stands for. */
export function squareOf(table: i32, index: i32, man: i32): i32 {
  squaresOf(table, index, squares);
  return unchecked(squares[man]);
}

const squares = newI32(MAX_MEN);

/** The value of the position on the board; −1 if there is no table for it. */
export function probe(): i32 {
  return valueOnBoard(MAX_MOVES);
}

/** Generates the legal moves, to be read with `legalMove`; returns their number. `probe` keeps them. */
export function legalMoves(): i32 {
  return generateMoves(ALL, 0);
}

export function legalMove(i: i32): i32 {
  return unchecked(moves[i]);
}
