/**
 * This thread's only board, and its owner. The board is module-global: each user loads its own position first, unless it is still
 * the owner.
 */

import { beginGame } from "../../../assembly/rules/begin-game";
import { clearBoard, grantCastling, placePiece } from "../../../assembly/rules/board";
import { NO_PIECE } from "../../../assembly/rules/piece";
import { law, setLaw } from "../../../assembly/rules/variant";
import { applyLaws, initialiseRules } from "../../../assembly/setup";
import type { Setup } from "../position/setup";
import type { Variant } from "../variants/variant";

let owner: object | null = null;
let isInitialised = false;

/** Whether `who` owns the current position. */
export function owns(who: object): boolean {
  return owner === who;
}

/** Puts a legal position on the board; `who` becomes its owner (null: nobody). */
export function load(setup: Setup, who: object | null): void {
  // Filling the tables takes a few milliseconds. It is done late, so that a process that only answers `uci` starts sooner.
  if (!isInitialised) initialiseRules();
  isInitialised = true;
  owner = who;
  setVariant(setup.variant);
  clearBoard();
  setup.board.forEach((piece, square) => {
    if (piece !== NO_PIECE) placePiece(square, piece);
  });
  setup.castling.forEach((rook, right) => {
    if (rook >= 0) grantCastling(right >> 1, right & 1, rook);
  });
  beginGame(setup.side, setup.epSquare, setup.epVictim, setup.halfmove);
}

/** Sets a variant's laws, unless they are set already. */
function setVariant({ laws }: Variant): void {
  if (laws.every((value, index) => law(index) === value)) return;
  laws.forEach((value, index) => {
    setLaw(index, value);
  });
  applyLaws();
}
