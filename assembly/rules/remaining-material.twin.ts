/** Material on the 0x88 board: what can still mate, and the phase. */

import { cellOf, KINGS, mailbox, NON_PAWNS, pieceCounts, pieceLists } from "./attacks";
import { BISHOP, BLACK, KING, KNIGHT, NO_PIECE, typeOf, WHITE } from "./piece";
import { phaseOf } from "./piece-values";

/** Kings are among them where they are not royal. */
function nonPawnCount(): i32 {
  return pieceCounts[NON_PAWNS | WHITE] + pieceCounts[NON_PAWNS | BLACK];
}

/** Whether neither side can mate by any play (FIDE 5.2.2): lone kings, one minor piece, or bishops on squares of one colour only. */
export function isInsufficientMaterial(): bool {
  if (pieceCounts[WHITE] + pieceCounts[BLACK] !== 0) return false;
  // A bit for each of their types, with bishops on light and on dark squares as two types.
  let kinds = 0;
  for (let colour = WHITE; colour <= BLACK; colour++) {
    const first = (NON_PAWNS | colour) << 6;
    for (let i = first; i < first + pieceCounts[NON_PAWNS | colour]; i++) {
      const cell = pieceLists[i];
      const pieceType = typeOf(mailbox[cell]);
      kinds |= pieceType === BISHOP ? 1 << ((cell ^ (cell >> 4)) & 1) : 1 << (pieceType + 2);
    }
  }
  if (nonPawnCount() === 1 && kinds === 1 << (KNIGHT + 2)) return true;
  return kinds < 3;
}

/** Whether only two pieces are left, both kings. */
export function bareKings(): bool {
  const royals = pieceCounts[KINGS | WHITE] + pieceCounts[KINGS | BLACK];
  if (pieceCounts[WHITE] + pieceCounts[BLACK] !== 0 || nonPawnCount() + royals !== 2) return false;
  for (let colour = WHITE; colour <= BLACK; colour++) {
    const first = (NON_PAWNS | colour) << 6;
    for (let i = first; i < first + pieceCounts[NON_PAWNS | colour]; i++) {
      if (typeOf(mailbox[pieceLists[i]]) !== KING) return false;
    }
  }
  return true;
}

/** The phase from scratch. */
export function computePhase(): i32 {
  let total = 0;
  for (let square = 0; square < 64; square++) {
    const piece = mailbox[cellOf(square)];
    if (piece !== NO_PIECE) total += phaseOf(typeOf(piece));
  }
  return total;
}
