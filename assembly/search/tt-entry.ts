/**
 * The layout of an entry of the transposition table (TT): four 32-bit words, two that hold both halves of the Zobrist key, each
 * folded with the data, then two that hold the data:
 *
 *     move (16) | score (16)
 *     depth (7) | in a PV (1) | bound (2) | generation (6) | static evaluation (16)
 *
 * `tt.ts` packs and reads the data, `tt-buckets.ts` stores entries, and the host reads them from another thread
 * (`src/engine/core/table.ts`). Scores and evaluations are signed centipawns; a mate score counts from the entry's own node.
 */

import { imul } from "../platform";

/** The words of an entry, and the entries of a bucket: a cache line. */
export const WORDS: i32 = 4;
export const ENTRIES: i32 = 4;
export const BUCKET_WORDS: i32 = ENTRIES * WORDS;
/** Where the buckets begin, in bytes: the second page of the memory. */
export const TABLE_START: i32 = 65536;

export const BOUND_NONE: i32 = 0;
export const BOUND_UPPER: i32 = 1;
export const BOUND_LOWER: i32 = 2;
/** Both bits: the score bounds the position on either side. */
export const BOUND_EXACT: i32 = 3;

/** Greater depths are stored as this, plies. */
export const MAX_ENTRY_DEPTH: i32 = 0x7f;
const PV_BIT: i32 = 0x80;
const BOUND_SHIFT: i32 = 8;
const GENERATION_SHIFT: i32 = 10;
/** Generations are counted modulo 64. */
export const GENERATION_MASK: i32 = 63;

/** Odd numbers, so that products differ where factors do. */
const MIX_LOW: i32 = -1640531535;
const MIX_HIGH: i32 = 374761393;

// The first data word.

export function packMove(move: i32, score: i32): i32 {
  return (score << 16) | move;
}

export function entryMove(first: i32): i32 {
  return first & 0xffff;
}

export function entryScore(first: i32): i32 {
  return first >> 16;
}

// The second data word. A search packs it without a generation; the table adds its own.

export function packBound(depth: i32, wasPv: bool, bound: i32, evaluation: i32): i32 {
  const plies = depth < MAX_ENTRY_DEPTH ? depth : MAX_ENTRY_DEPTH;
  return (evaluation << 16) | (bound << BOUND_SHIFT) | (wasPv ? PV_BIT : 0) | plies;
}

/** Adds a generation to a word that has none. */
export function withGeneration(second: i32, generation: i32): i32 {
  return second | (generation << GENERATION_SHIFT);
}

export function withoutGeneration(second: i32): i32 {
  return second & ~(GENERATION_MASK << GENERATION_SHIFT);
}

/** The depth of the search behind the entry, plies. */
export function entryDepth(second: i32): i32 {
  return second & MAX_ENTRY_DEPTH;
}

/** Whether the position was once in a PV (ttPv). */
export function entryPv(second: i32): bool {
  return (second & PV_BIT) != 0;
}

/** What the score bounds; `BOUND_NONE` marks an empty entry. */
export function entryBound(second: i32): i32 {
  return (second >> BOUND_SHIFT) & BOUND_EXACT;
}

export function entryGeneration(second: i32): i32 {
  return (second >> GENERATION_SHIFT) & GENERATION_MASK;
}

/** Whether an entry, which may be empty, is of a generation. */
export function isOfGeneration(second: i32, generation: i32): bool {
  return entryBound(second) != BOUND_NONE && entryGeneration(second) == generation;
}

export function entryEval(second: i32): i32 {
  return second >> 16;
}

// The key. A fold takes the key to the word that is stored, and that word back to the key.

export function foldLow(first: i32, second: i32): i32 {
  return first ^ imul(second, MIX_LOW);
}

export function foldHigh(first: i32, second: i32): i32 {
  return second ^ imul(first, MIX_HIGH);
}
