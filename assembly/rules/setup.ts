import { fillPieceSquare } from "../evaluation/piece-square";
import { fillAttackTables } from "./attacks";
import { fillBoardTables } from "./board";
import { fillKeys } from "./zobrist";

/** Fills all read-only tables of the rules; to be called once, before anything else. */
export function initialiseRules(): void {
  fillKeys();
  fillPieceSquare();
  fillAttackTables();
  fillBoardTables();
}
