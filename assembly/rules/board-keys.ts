/**
 * Keys and piece-square values as make and unmake need them: a piece's key and value side by side, in one cache line, and the keys
 * of rights, en-passant files and the side to move. Only the bitboards use it; the twin adds up the halves of `zobrist.ts`.
 */

import { FILE_KEYS, LAYOUT_END, PIECE_RECORDS, RIGHTS_KEYS } from "./layout";
import { PIECES } from "./piece";
import { pieceSquare } from "./piece-values";
import { fileOf } from "./square";
import { BLACK_KEY, CASTLING_KEYS, CHECK_KEYS, EN_PASSANT_KEYS, keysHigh, keysLow, VICTIM_KEY } from "./zobrist";

/** The key of Black to move. */
export let blackKey: u64 = 0;
let victimKey: u64 = 0;

export function pieceKey(piece: i32, square: i32): u64 {
  return load<u64>(PIECE_RECORDS + ((<usize>((piece << 6) | square)) << 4));
}

export function pieceValue(piece: i32, square: i32): i32 {
  return load<i32>(PIECE_RECORDS + ((<usize>((piece << 6) | square)) << 4), 8);
}

export function rightsKey(rights: i32): u64 {
  return load<u64>(RIGHTS_KEYS + ((<usize>rights) << 3));
}

/** The key of the checks that a colour has given. */
export function checksKey(colour: i32, count: i32): u64 {
  return sharedKey(CHECK_KEYS + (colour << 4) + count);
}

export function enPassantKey(ep: i32, victim: i32): u64 {
  const key = load<u64>(FILE_KEYS + ((<usize>fileOf(ep)) << 3));
  return VARIANTS && fileOf(victim) > fileOf(ep) ? key ^ victimKey : key;
}

/** Joins the halves of the shared random numbers, and puts a piece's key and value side by side: one cache line for both. */
export function fillKeyTables(): void {
  if (LAYOUT_END > <usize>ASC_MEMORY_BASE) unreachable();
  for (let i = 0; i < PIECES * 64; i++) {
    store<u64>(PIECE_RECORDS + ((<usize>i) << 4), sharedKey(i));
    store<i32>(PIECE_RECORDS + ((<usize>i) << 4), unchecked(pieceSquare[i]), 8);
  }
  for (let rights = 0; rights < 16; rights++)
    store<u64>(RIGHTS_KEYS + ((<usize>rights) << 3), sharedKey(CASTLING_KEYS + rights));
  for (let file = 0; file < 8; file++) store<u64>(FILE_KEYS + ((<usize>file) << 3), sharedKey(EN_PASSANT_KEYS + file));
  blackKey = sharedKey(BLACK_KEY);
  victimKey = sharedKey(VICTIM_KEY);
}

function sharedKey(index: i32): u64 {
  return halves(unchecked(keysHigh[index]), unchecked(keysLow[index]));
}

export function halves(high: i32, low: i32): u64 {
  // Masked, because asc 0.28 extends the sign of `<u64>(<u32>unchecked(…))`.
  return ((<u64>high) << 32) | (<u64>low & 0xffffffff);
}
