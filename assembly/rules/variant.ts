/**
 * The laws of a game as data. A man's moves are a set of *atoms*, each once as a leap (one step) and once as a ride (the
 * step repeated until something stands in the way), in the letters of Betza's notation. Rook = ride W, bishop = ride F,
 * knight = leap N, king = leap W + F.
 */

import { Row } from "../platform";
import { BISHOP, KING, KNIGHT, QUEEN, ROOK } from "./piece";

/** Wazir, one step straight. */
export const W: i32 = 1;
/** Ferz, one step diagonally. */
export const F: i32 = 2;
/** Dabbaba, two squares straight. */
export const D: i32 = 4;
/** The knight's leap. */
export const N: i32 = 8;
/** Alfil, two squares diagonally. */
export const A: i32 = 16;

/** All the directions of all atoms. */
export const DIRECTIONS: i32 = 24;
const FILES: Row = [1, 0, -1, 0, 1, -1, -1, 1, 2, 0, -2, 0, 1, 2, 2, 1, -1, -2, -2, -1, 2, -2, -2, 2];
const RANKS: Row = [0, 1, 0, -1, 1, 1, -1, -1, 0, 2, 0, -2, 2, 1, -1, -2, -2, -1, 1, 2, 2, 2, -2, -2];
const ATOMS: Row = [W, W, W, W, F, F, F, F, D, D, D, D, N, N, N, N, N, N, N, N, A, A, A, A];

/** How many files direction `d` (0 to `DIRECTIONS` − 1) goes to the right. */
export function fileStep(d: i32): i32 {
  return unchecked(FILES[d]);
}

/** How many ranks direction `d` goes up. */
export function rankStep(d: i32): i32 {
  return unchecked(RANKS[d]);
}

/** The atom that direction `d` belongs to. */
export function atomOf(d: i32): i32 {
  return unchecked(ATOMS[d]);
}

/** The atoms a slot leaps by. Pawns have rules of their own. */
export function leapsOf(slot: i32): i32 {
  return slot == KNIGHT ? N : slot == KING ? W | F : 0;
}

/** The atoms a slot rides by. */
export function ridesOf(slot: i32): i32 {
  return slot == BISHOP ? F : slot == ROOK ? W : slot == QUEEN ? W | F : 0;
}
