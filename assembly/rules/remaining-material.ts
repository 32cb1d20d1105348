/** Material on the bitboards: what can still mate, and the phase. `remaining-material.twin.ts` is the 0x88 version. */

import { occupied, ofType } from "./bitboard";
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from "./piece";
import { phaseOf } from "./piece-values";

const DARK: u64 = 0xaa55aa55aa55aa55;

/** Whether only two pieces are left, both kings. */
export function bareKings(): bool {
  return occupied() == ofType(KING) && popcnt(occupied()) == 2;
}

/** Whether neither side can mate by any play (FIDE 5.2.2): lone kings, one minor piece, or bishops on squares of one colour only. */
export function isInsufficientMaterial(): bool {
  if (ofType(PAWN) | ofType(ROOK) | ofType(QUEEN)) return false;
  const knights = ofType(KNIGHT);
  const bishops = ofType(BISHOP);
  if (popcnt(knights | bishops) <= 1) return true;
  return !knights && (!(bishops & DARK) || !(bishops & ~DARK));
}

/** The phase from scratch. */
export function computePhase(): i32 {
  const nonPawns = <i32>(
    (popcnt(ofType(KNIGHT)) * phaseOf(KNIGHT) +
      popcnt(ofType(BISHOP)) * phaseOf(BISHOP) +
      popcnt(ofType(ROOK)) * phaseOf(ROOK) +
      popcnt(ofType(QUEEN)) * phaseOf(QUEEN))
  );
  return VARIANTS && phaseOf(KING) ? nonPawns + <i32>popcnt(ofType(KING)) * phaseOf(KING) : nonPawns;
}
