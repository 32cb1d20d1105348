/**
 * The one board of this thread, and its owner. Its state is module-global, so whoever needs it loads his own position
 * first, unless he is still the owner of what stands there.
 */

import { beginGame } from "../../assembly/rules/begin-game";
import { clearBoard, grantCastling, placePiece } from "../../assembly/rules/board";
import { NO_PIECE } from "../../assembly/rules/piece";
import { law, setLaw } from "../../assembly/rules/variant";
import { applyLaws, initialiseRules } from "../../assembly/setup";
import type { Setup } from "../position/setup";
import type { Variant } from "../variants/variant";

let owner: object | null = null;
let isInitialised = false;

/** Whether the board holds what `who` last made of it. */
export function owns(who: object): boolean {
  return owner === who;
}

/** Puts a legal position on the board; from now on it is `who`'s (null: nobody's). */
export function load(setup: Setup, who: object | null): void {
  // Filling the tables takes some milliseconds, which a process that only introduces itself need not wait for.
  if (!isInitialised) initialiseRules();
  isInitialised = true;
  owner = who;
  setGame(setup.variant);
  clearBoard();
  setup.board.forEach((piece, square) => {
    if (piece !== NO_PIECE) placePiece(square, piece);
  });
  setup.castling.forEach((rook, right) => {
    if (rook >= 0) grantCastling(right >> 1, right & 1, rook);
  });
  beginGame(setup.side, setup.epSquare, setup.epVictim, setup.halfmove);
}

/** Makes the board one of this game's, unless it is so already. */
function setGame({ laws }: Variant): void {
  if (laws.every((value, index) => law(index) === value)) return;
  laws.forEach((value, index) => {
    setLaw(index, value);
  });
  applyLaws();
}
