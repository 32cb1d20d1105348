/** Legal moves: those of move generation (`movegen.ts`), provided the game is not over and its laws allow them. */

import { canAttackFrom, noteOrigins } from "./attacks";
import { hasKing, kingSquare, pieceOn, sideToMove } from "./board";
import { variantResult } from "./ending";
import { givesDirectCheck, givesForbiddenCheck } from "./gives-check";
import { CASTLE, EN_PASSANT, isPromotion, kindOf, toOf } from "./move";
import { ALL, canMove, generateMoves, MAX_MOVES, moves, NOISY, QUIET, SCRATCH } from "./movegen";
import { NO_PIECE } from "./piece";
import { forbidsChecks, hasForcedCaptures, ONGOING } from "./variant";

export { ALL, MAX_MOVES, moves, NOISY, QUIET };

/** Writes the legal moves of `kind` at `moves[at]` and after, in no particular order; returns the index past the last. */
export function generate(kind: i32, at: i32): i32 {
  if (!VARIANTS) return generateMoves(kind, at);
  if (variantResult() != ONGOING) return at;
  if (forbidsChecks()) return withoutChecks(at, generateMoves(kind, at));
  if (!hasForcedCaptures()) return generateMoves(kind, at);
  const end = writeCaptures(at);
  if (end == at) return generateMoves(kind, at);
  return (kind & NOISY) != 0 ? end : at;
}

/** Whether `move`, any 16 bits, is legal here, that is, whether `generate(ALL)` would write it. */
export function isLegal(move: i32): bool {
  if (!VARIANTS) return canMove(move);
  if (!canMove(move) || variantResult() != ONGOING || givesForbiddenCheck(move)) return false;
  return isCapture(move) || !mustCapture();
}

/** How many captures the side to move has, if captures are forced; otherwise 0. */
export function forcedCaptures(): i32 {
  return hasForcedCaptures() ? writeCaptures(SCRATCH) - SCRATCH : 0;
}

/** Whether the side to move must capture. */
export function mustCapture(): bool {
  return forcedCaptures() > 0;
}

/** Whether `move`, a move of this position, captures. */
export function isCapture(move: i32): bool {
  const kind = kindOf(move);
  return kind == EN_PASSANT || (kind != CASTLE && pieceOn(toOf(move)) != NO_PIECE);
}

/** Whether `move`, a move of this position, captures or promotes. */
export function isNoisy(move: i32): bool {
  return isPromotion(move) || isCapture(move);
}

/** Prepares `givesNotedCheck` for this position. */
export function noteChecks(): void {
  const us = sideToMove();
  if (hasKing(us ^ 1)) noteOrigins(kingSquare(us ^ 1), us);
}

/** The same as `givesDirectCheck`, faster for many moves of a position; requires `noteChecks`. */
export function givesNotedCheck(move: i32): bool {
  return canAttackFrom(toOf(move)) && givesDirectCheck(move);
}

/** Keeps the moves that give no check. */
function withoutChecks(at: i32, end: i32): i32 {
  let kept = at;
  for (let i = at; i < end; i++) {
    const move = unchecked(moves[i]);
    if (!givesForbiddenCheck(move)) unchecked((moves[kept++] = move));
  }
  return kept;
}

function writeCaptures(at: i32): i32 {
  const end = generateMoves(NOISY, at);
  let kept = at;
  for (let i = at; i < end; i++) {
    const move = unchecked(moves[i]);
    if (isCapture(move)) unchecked((moves[kept++] = move));
  }
  return kept;
}
