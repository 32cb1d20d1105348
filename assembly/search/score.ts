/**
 * Scores: centipawns for the side to move. A mate in n plies is `MATE - n`, so every score fits in 16 bits, as move lists
 * and the transposition table require.
 */

import { DRAWN, LOST } from "../rules/variant";

export const MATE: i32 = 32000;
export const INFINITE: i32 = 32001;
export const DRAW: i32 = 0;
/** Scores at least this far from zero are mates. */
export const MATE_BOUND: i32 = 31000;
/** A win by tablebases, counted from the node that is in them; no evaluation comes near. */
export const TABLE_WIN: i32 = 30900;
/** Scores at least this far from zero are proved: mates, or wins by tablebases. They count plies from the root. */
export const PROVED_BOUND: i32 = 30500;

/** The deepest line, plies. */
export const MAX_PLY: i32 = 128;
/** The deepest iteration, plies. */
export const MAX_DEPTH: i32 = 100;

export function matedIn(ply: i32): i32 {
  return ply - MATE;
}

/** The score of a game that has ended at `ply`; `end` is the result for the side to move: `DRAWN`, `LOST` or `WON`. */
export function scoreOf(end: i32, ply: i32): i32 {
  return end == DRAWN ? DRAW : end == LOST ? matedIn(ply) : MATE - ply;
}
