import { fillPieceValues } from "../evaluation/material";
import { fillAttackTables } from "./attacks";
import { fillBoardTables } from "./board";
import { setOrthodoxLaws } from "./variant";
import { fillKeys } from "./zobrist";

/** Fills all read-only tables of the rules, for orthodox chess; to be called once, before anything else. */
export function initialiseRules(): void {
  fillKeys();
  setOrthodoxLaws();
  applyLaws();
}

/** Makes the game of the laws as they are set now. The board is empty afterwards. */
export function applyLaws(): void {
  fillPieceValues();
  fillAttackTables();
  fillBoardTables();
}
