/**
 * Zobrist hashing: the random numbers behind position keys, each 64 bits as two halves. Both boards read the same ones, so
 * their keys, and with them their transposition tables, are equal.
 */

import { I32Table, imul, newI32 } from "../platform";
import { PIECES } from "./piece";
import { fileOf } from "./square";

/**
 * Where each kind of number begins: `piece * 64 + square`, then castling rights, en-passant file, Black to move, and a
 * Berolina pawn to be captured en passant that stands on a higher file than the square passed over.
 */
export const CASTLING_KEYS: i32 = PIECES * 64;
export const EN_PASSANT_KEYS: i32 = CASTLING_KEYS + 16;
export const BLACK_KEY: i32 = EN_PASSANT_KEYS + 8;
export const VICTIM_KEY: i32 = BLACK_KEY + 1;
/** The checks that a colour has given, `colour << 4 | count`; 0 for none. */
export const CHECK_KEYS: i32 = VICTIM_KEY + 1;
const COUNT: i32 = VARIANTS ? CHECK_KEYS + 32 : CHECK_KEYS;

export const keysLow: I32Table = newI32(COUNT);
export const keysHigh: I32Table = newI32(COUNT);

/** Number `i` of a pseudo-random sequence: a Weyl step through the finalizer of MurmurHash3 (Appleby, public domain). */
export function scrambled(i: i32): i32 {
  let x = imul(i + 1, -1640531527);
  x = imul(x ^ (x >>> 16), -2048144789);
  x = imul(x ^ (x >>> 13), -1028477387);
  return x ^ (x >>> 16);
}

export function fillKeys(): void {
  for (let i = 0; i < COUNT; i++) {
    // No castling rights means no key, so that a board can XOR rights in without a test.
    const isZero = i == CASTLING_KEYS;
    unchecked((keysLow[i] = isZero ? 0 : scrambled(2 * i)));
    unchecked((keysHigh[i] = isZero ? 0 : scrambled(2 * i + 1)));
  }
  // No checks means no key either.
  if (VARIANTS) {
    for (let i = CHECK_KEYS; i < COUNT; i += 16) {
      unchecked((keysLow[i] = 0));
      unchecked((keysHigh[i] = 0));
    }
  }
}

/** The number in a key's half for the right to capture a pawn on `victim` en passant on `square`. */
export function enPassantKey(keys: I32Table, square: i32, victim: i32): i32 {
  const key = unchecked(keys[EN_PASSANT_KEYS + fileOf(square)]);
  return VARIANTS && fileOf(victim) > fileOf(square) ? key ^ unchecked(keys[VICTIM_KEY]) : key;
}

/** The number in a key's half for the checks that a colour has given. */
export function checksKey(keys: I32Table, colour: i32, count: i32): i32 {
  return unchecked(keys[CHECK_KEYS + (colour << 4) + count]);
}
