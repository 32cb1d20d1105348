/** Sets up the core: fills all tables for a variant's laws. */

import { fillPieceValues } from "./evaluation/material";
import { fillAttackTables } from "./rules/attacks";
import { fillBoardTables } from "./rules/board";
import { setOrthodoxLaws } from "./rules/variant";
import { fillKeys } from "./rules/zobrist";

/** Fills all read-only tables of rules and evaluation, for orthodox chess; to be called once, before anything else. */
export function initialiseRules(): void {
  fillKeys();
  setOrthodoxLaws();
  applyLaws();
}

/** Applies the laws that have been set. The board is empty afterwards. */
export function applyLaws(): void {
  fillPieceValues();
  fillAttackTables();
  fillBoardTables();
}
