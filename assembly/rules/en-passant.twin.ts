/** The twin's test of captures en passant: they are tried on the board. */

import { captureAside, forwardOf, hasKing, isCellAttacked, kingCell, mailbox } from "./attacks";
import { NO_PIECE, PAWN, pieceOf } from "./piece";
import { isSafeExplosion } from "./safe-explosion.twin";
import { hasExplosions } from "./variant";

/** Whether a pawn of `us` can legally capture the one on `victimCell` en passant on `cell`. */
export function canCaptureEnPassant(cell: i32, victimCell: i32, us: i32): bool {
  const behind = cell - forwardOf(us);
  const aside = captureAside();
  return (
    isEnPassantLegal(behind - aside, cell, victimCell, us) || isEnPassantLegal(behind + aside, cell, victimCell, us)
  );
}

/**
 * Whether a pawn of `us` stands on `fromCell` and its en passant capture on `toCell` is legal. Two pieces leave a rank
 * at once, and the captured one may have given check: so the capture is tried.
 */
export function isEnPassantLegal(fromCell: i32, toCell: i32, victimCell: i32, us: i32): bool {
  const pawn = pieceOf(PAWN, us);
  if (mailbox[fromCell] !== pawn) return false;
  if (VARIANTS && hasExplosions()) return isSafeExplosion(fromCell, toCell, victimCell, us);
  if (!hasKing(us)) return true;
  const victim = mailbox[victimCell];
  mailbox[fromCell] = NO_PIECE;
  mailbox[victimCell] = NO_PIECE;
  mailbox[toCell] = pawn;
  const legal = !isCellAttacked(kingCell(us), us ^ 1);
  mailbox[fromCell] = pawn;
  mailbox[victimCell] = victim;
  mailbox[toCell] = NO_PIECE;
  return legal;
}
