/**
 * Explosions, the law of Atomic: a capture removes the captured piece, the piece that captures, and all pieces but pawns on the squares
 * around its target. So kings cannot capture, a king is not in check while it touches the other one, and a side whose king has
 * exploded has lost. This is what both boards share: which squares are around one, and what a capture is worth.
 */

import { beginSee, leastValuableAttacker } from "./attacks";
import { epVictim, hasKing, kingSquare, pieceOn, sideToMove } from "./board";
import { CASTLE, EN_PASSANT, fromOf, isPromotion, kindOf, promotionType, toOf } from "./move";
import { isNear, NEIGHBOURS, neighbourOf } from "./neighbours";
import { colourOf, KING, NO_PIECE, PAWN, typeOf } from "./piece";
import { pieceValue } from "./piece-values";
import { NO_SQUARE } from "./square";

/** Whether `move`, a move of this position, explodes the other side's king. */
export function explodesKing(move: i32): bool {
  const them = sideToMove() ^ 1;
  return explodes(move) && hasKing(them) && isNear(toOf(move), kingSquare(them));
}

/** Whether `move`, a move of this position, captures, and so explodes. */
export function explodes(move: i32): bool {
  const kind = kindOf(move);
  return kind == EN_PASSANT || (kind != CASTLE && pieceOn(toOf(move)) != NO_PIECE);
}

/** What a capture wins: the values of the enemy's pieces that explode, less those of the side's own, centipawns. */
export function explosionGain(move: i32): i32 {
  const to = toOf(move);
  const victim = kindOf(move) == EN_PASSANT ? epVictim() : to;
  const exchanged = pieceValue(typeOf(pieceOn(victim))) - pieceValue(typeOf(pieceOn(fromOf(move))));
  return exchanged + balanceAround(to, fromOf(move), sideToMove() ^ 1);
}

/** The values of `them`, less those of the other side, of the pieces but pawns around `square`; the one on `gone` has left. */
function balanceAround(square: i32, gone: i32, them: i32): i32 {
  let balance = 0;
  for (let n = 0; n < NEIGHBOURS; n++) {
    const near = neighbourOf(square, n);
    if (near == NO_SQUARE || near == gone) continue;
    const piece = pieceOn(near);
    if (piece == NO_PIECE || typeOf(piece) == PAWN) continue;
    const value = pieceValue(typeOf(piece));
    balance = balance + (colourOf(piece) == them ? value : -value);
  }
  return balance;
}

/**
 * Static exchange evaluation (SEE) with explosions: whether `move`, a legal one, wins at least `threshold` centipawns. Nothing is left on
 * the target of a capture, so nobody recaptures; a piece that goes to an attacked square may be captured there, by the
 * enemy's least valuable piece, with all that is around it.
 */
export function explosionReaches(move: i32, threshold: i32): bool {
  if (explodes(move)) return explosionGain(move) >= threshold;
  if (kindOf(move) == CASTLE) return threshold <= 0;
  const from = fromOf(move);
  const to = toOf(move);
  const us = sideToMove();
  const pieceType = isPromotion(move) ? promotionType(move) : typeOf(pieceOn(from));
  const balance = (isPromotion(move) ? pieceValue(pieceType) - pieceValue(PAWN) : 0) - threshold;
  if (balance < 0) return false;
  beginSee(from, to);
  const attacker = leastValuableAttacker(us ^ 1);
  if (attacker < 0 || attacker == KING) return true;
  const loss = pieceValue(pieceType) - pieceValue(attacker) + balanceAround(to, from, us);
  return loss <= 0 || balance >= loss;
}
