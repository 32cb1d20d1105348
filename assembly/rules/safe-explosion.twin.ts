/** The twin's test of a capture where captures explode: the pieces leave the board and come back. */

import { cellOf, hasKing, isKingSafe, kingCell, mailbox, newSmall, squareOf } from "./attacks";
import { NEIGHBOURS, neighbourOf } from "./neighbours";
import { NO_PIECE, PAWN, typeOf } from "./piece";
import { removePiece, restorePiece } from "./piece-lists.twin";
import { NO_SQUARE } from "./square";

/** The cells that `isSafeExplosion` has emptied, their pieces and indices in the lists. */
const emptied = newSmall();
const emptiedPieces = newSmall();
const emptiedIndices = newSmall();

/**
 * With explosions, whether a capture leaves `us` its king, and that king safe unless the other one explodes. The pieces are
 * taken off the board and put back.
 */
export function isSafeExplosion(fromCell: i32, toCell: i32, victimCell: i32, us: i32): bool {
  let count = empty(victimCell, empty(fromCell, 0));
  for (let n = 0; n < NEIGHBOURS; n++) {
    const square = neighbourOf(squareOf(toCell), n);
    if (square === NO_SQUARE) continue;
    const cell = cellOf(square);
    if (mailbox[cell] !== NO_PIECE && typeOf(mailbox[cell]) !== PAWN) count = empty(cell, count);
  }
  const isSafe = hasKing(us) && (!hasKing(us ^ 1) || isKingSafe(kingCell(us), us));
  while (--count >= 0) restorePiece(emptied[count], emptiedPieces[count], emptiedIndices[count]);
  return isSafe;
}

function empty(cell: i32, count: i32): i32 {
  emptied[count] = cell;
  emptiedPieces[count] = mailbox[cell];
  emptiedIndices[count] = removePiece(cell, mailbox[cell]);
  return count + 1;
}
