/** The safety of kings on bitboards before a move is made: by captures en passant, in castling, and where captures explode. */

import { attackersTo, isAttackedThrough, pawnAttacks } from "./attacks";
import { around, bit, hasKing, kingSquare, occupied, ofColour, ofPiece, ofType } from "./bitboard";
import { KING, PAWN, pieceOf } from "./piece";
import { hasExplosions } from "./variant";

/** Whether `by` attacks a king on `square`: with explosions, not one that touches the other king. */
export function isKingAttacked(square: i32, by: i32, blockers: u64): bool {
  if (VARIANTS && hasExplosions() && touchesKing(square, by)) return false;
  return isAttackedThrough(square, by, blockers);
}

/** Whether a square touches the king of `colour`. */
export function touchesKing(square: i32, colour: i32): bool {
  return (around(square) & ofPiece(pieceOf(KING, colour))) != 0;
}

/** Whether the pawn of `colour` on `from`, which attacks the square `ep`, may capture the one on `victim` there: its king must not be
 * attacked afterwards. */
export function isLegalEnPassant(from: i32, ep: i32, victim: i32, colour: i32): bool {
  if (VARIANTS && hasExplosions()) return isSafeExplosion(from, ep, victim, colour);
  if (!hasKing(colour)) return true;
  const taken = bit(victim);
  const after = (occupied() ^ bit(from) ^ taken) | bit(ep);
  return !(attackersTo(kingSquare(colour), after) & ofColour(colour ^ 1) & ~taken);
}

/** With explosions, whether a capture leaves `us` its king, and that king safe unless the other one explodes. */
export function isSafeExplosion(from: i32, to: i32, victim: i32, us: i32): bool {
  const gone = bit(from) | bit(to) | bit(victim) | (around(to) & ~ofType(PAWN));
  const left = occupied() & ~gone;
  if (!(ofPiece(pieceOf(KING, us)) & left)) return false;
  return !(ofPiece(pieceOf(KING, us ^ 1)) & left) || isKingSafe(kingSquare(us), us, left);
}

/** With explosions, whether the king of `us` would be safe on `square` if only `left` were on the board. */
export function isKingSafe(square: i32, us: i32, left: u64): bool {
  return touchesKing(square, us ^ 1) || !(attackersTo(square, left) & ofColour(us ^ 1) & left);
}

export function canCaptureEnPassant(ep: i32, victim: i32, colour: i32): bool {
  let pawns = pawnAttacks(colour ^ 1, ep) & ofPiece(pieceOf(PAWN, colour));
  for (; pawns; pawns &= pawns - 1) if (isLegalEnPassant(<i32>ctz(pawns), ep, victim, colour)) return true;
  return false;
}
