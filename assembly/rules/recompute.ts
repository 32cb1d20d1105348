/** The Zobrist key and the piece-square sum, recomputed from scratch: for setting up, and to check incremental updates. */

import { I32Table } from "../platform";
import { castlingRights, checksGiven, epSquare, epVictim, pieceOn, pliesPlayed, sideToMove } from "./board";
import { handsKey } from "./hands";
import { BLACK, NO_PIECE, WHITE } from "./piece";
import { pieceSquare } from "./piece-values";
import { NO_SQUARE } from "./square";
import { checkLimit, hasDrops } from "./variant";
import { BLACK_KEY, CASTLING_KEYS, checksKey, enPassantKey, keysHigh, keysLow } from "./zobrist";

/** The low half of the position's key; the high half follows. */
export function computeKeyLow(): i32 {
  return hasDrops() ? sumUpKey(keysLow) ^ handsKey(pliesPlayed(), 0) : sumUpKey(keysLow);
}

export function computeKeyHigh(): i32 {
  return hasDrops() ? sumUpKey(keysHigh) ^ handsKey(pliesPlayed(), 1) : sumUpKey(keysHigh);
}

function sumUpKey(keys: I32Table): i32 {
  let key = unchecked(keys[CASTLING_KEYS + castlingRights()]);
  for (let square = 0; square < 64; square++) {
    const piece = pieceOn(square);
    if (piece != NO_PIECE) key ^= unchecked(keys[(piece << 6) | square]);
  }
  if (VARIANTS && checkLimit() != 0)
    key ^= checksKey(keys, WHITE, checksGiven(WHITE)) ^ checksKey(keys, BLACK, checksGiven(BLACK));
  if (epSquare() != NO_SQUARE) key ^= enPassantKey(keys, epSquare(), epVictim());
  return sideToMove() == BLACK ? key ^ unchecked(keys[BLACK_KEY]) : key;
}

/** The sum of `pieceSquare` over all pieces. */
export function computePieceSquareSum(): i32 {
  let sum = 0;
  for (let square = 0; square < 64; square++) {
    const piece = pieceOn(square);
    if (piece != NO_PIECE) sum = (sum + unchecked(pieceSquare[(piece << 6) | square])) | 0;
  }
  return sum;
}
