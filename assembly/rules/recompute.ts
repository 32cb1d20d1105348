/** What moves update, from scratch: for setting up, and to check it. Both boards are asked alike. */

import { pieceSquare } from "../evaluation/material";
import { I32Table } from "../platform";
import { castlingRights, epSquare, epVictim, pieceOn, sideToMove } from "./board";
import { BLACK, NO_PIECE } from "./piece";
import { fileOf, NO_SQUARE } from "./square";
import { BLACK_KEY, CASTLING_KEYS, EN_PASSANT_KEYS, keysHigh, keysLow, VICTIM_KEY } from "./zobrist";

/** The halves of the position's key. */
export function computeKeyLow(): i32 {
  return sumUpKey(keysLow);
}

export function computeKeyHigh(): i32 {
  return sumUpKey(keysHigh);
}

function sumUpKey(keys: I32Table): i32 {
  let key = unchecked(keys[CASTLING_KEYS + castlingRights()]);
  for (let square = 0; square < 64; square++) {
    const piece = pieceOn(square);
    if (piece != NO_PIECE) key ^= unchecked(keys[(piece << 6) | square]);
  }
  if (epSquare() != NO_SQUARE) key ^= enPassantKey(keys, epSquare(), epVictim());
  return sideToMove() == BLACK ? key ^ unchecked(keys[BLACK_KEY]) : key;
}

/** The part of a key's half that stands for the right to capture en passant a pawn on `victim`, on an en-passant square. */
export function enPassantKey(keys: I32Table, square: i32, victim: i32): i32 {
  const key = unchecked(keys[EN_PASSANT_KEYS + fileOf(square)]);
  return VARIANTS && fileOf(victim) > fileOf(square) ? key ^ unchecked(keys[VICTIM_KEY]) : key;
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
