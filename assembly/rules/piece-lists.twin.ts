/** The twin's pieces: mailbox and piece lists, changed together. */

import { CELLS, groupOf, mailbox, pieceCounts, pieceLists } from "./attacks";
import { NO_PIECE } from "./piece";

/** The index in `pieceLists` of the piece on a cell. */
const listIndex = new Int32Array(CELLS);

/** Puts a piece on an empty cell, at the end of its piece list. */
export function putPiece(cell: i32, piece: i32): void {
  mailbox[cell] = piece;
  const group = groupOf(piece);
  const i = (group << 6) + pieceCounts[group]++;
  pieceLists[i] = cell;
  listIndex[cell] = i;
}

/** Removes a piece; the last one in its piece list takes over its index, which is returned. */
export function removePiece(cell: i32, piece: i32): i32 {
  const group = groupOf(piece);
  const i = listIndex[cell];
  const last = pieceLists[(group << 6) + --pieceCounts[group]];
  pieceLists[i] = last;
  listIndex[last] = i;
  mailbox[cell] = NO_PIECE;
  return i;
}

/** Undoes `removePiece`: the piece that took over the index goes back to the end. */
export function restorePiece(cell: i32, piece: i32, i: i32): void {
  const group = groupOf(piece);
  const end = (group << 6) + pieceCounts[group]++;
  if (i !== end) {
    const last = pieceLists[i];
    pieceLists[end] = last;
    listIndex[last] = end;
  }
  pieceLists[i] = cell;
  listIndex[cell] = i;
  mailbox[cell] = piece;
}

export function movePiece(from: i32, to: i32, piece: i32): void {
  mailbox[from] = NO_PIECE;
  mailbox[to] = piece;
  const i = listIndex[from];
  pieceLists[i] = to;
  listIndex[to] = i;
}

/** Castling. Both pieces leave before either arrives: in Chess960 one may go to the square of the other. */
export function castlePieces(kingFrom: i32, rookFrom: i32, kingTo: i32, rookTo: i32): void {
  const king = mailbox[kingFrom];
  const rook = mailbox[rookFrom];
  const kingIndex = listIndex[kingFrom];
  const rookIndex = listIndex[rookFrom];
  mailbox[kingFrom] = NO_PIECE;
  mailbox[rookFrom] = NO_PIECE;
  mailbox[kingTo] = king;
  mailbox[rookTo] = rook;
  pieceLists[kingIndex] = kingTo;
  listIndex[kingTo] = kingIndex;
  pieceLists[rookIndex] = rookTo;
  listIndex[rookTo] = rookIndex;
}
