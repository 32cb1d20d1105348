/**
 * The exports of the endgame tables: a module of its own, with a board of its own, loaded when the first table is wanted. Squares and
 * pieces are encoded as in `rules/`.
 */

import { newI32 } from "../platform";
import { beginGame } from "../rules/begin-game";
import { clearBoard, placePiece } from "../rules/board";
import { setLaw } from "../rules/variant";
import { applyLaws, initialiseRules } from "../setup";
import { generateTable, valueOnBoard } from "./generator";
import { addMan, beginTable, endTable, fillSymmetries, sizeOf, squaresOf, valuesOf } from "./tables";
import { MAX_MEN } from "./values";

export { addMan, applyLaws, beginGame, beginTable, clearBoard, placePiece, setLaw, sizeOf, valuesOf };

/** Fills the tables of the rules; to be called once, before anything else. */
export function initialise(): void {
  initialiseRules();
  fillSymmetries();
}

/** Completes the table begun, and generates it; 0 if that succeeded (`values.ts` has the other codes). */
export function generate(table: i32): i32 {
  endTable(changetype<usize>(newI32(sizeOf(table) >> 1)));
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
  return valueOnBoard();
}
