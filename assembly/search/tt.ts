/**
 * The transposition table (TT): buckets of four entries, a cache line each. An entry is four integers: both halves of the
 * Zobrist key, each folded with both data words, so that an entry torn by another thread never matches; then
 *
 *     move (16) | score (16)
 *     depth (8) | bound (2) | generation (6) | static evaluation (16)
 */

import { clear, I32Table, newI32, tableAt } from "../platform";
import { keyHigh, keyLow } from "../rules/board";
import { MATE_BOUND } from "./score";

export const BOUND_NONE: i32 = 0;
export const BOUND_UPPER: i32 = 1;
export const BOUND_LOWER: i32 = 2;
export const BOUND_EXACT: i32 = 3;

const ENTRIES: i32 = 4;
const WORDS: i32 = 4;
/** What an entry loses in worth with each search that did not store it, plies. */
const AGE_COST: i32 = 4;
/** An entry deeper by more plies than this is not overwritten by a bound of the same search. */
const DEEPER: i32 = 3;

let table: I32Table = newI32(ENTRIES * WORDS);
let bucketMask: i32 = 0;
let generation: i32 = 0;

// What the last probe that hit found.
let foundMove: i32 = 0;
let foundScore: i32 = 0;
let foundDepth: i32 = 0;
let foundBound: i32 = 0;
let foundEval: i32 = 0;

/** Places the TT, `2 ** log2Buckets` buckets of 64 bytes, at an address where memory is zero. */
export function setTt(address: i32, log2Buckets: i32): void {
  table = tableAt(address, (1 << log2Buckets) * ENTRIES * WORDS);
  bucketMask = (1 << log2Buckets) - 1;
  generation = 0;
}

export function clearTt(): void {
  clear(table);
  generation = 0;
}

export function nextTtGeneration(): void {
  generation = (generation + 1) & 63;
}

/**
 * Looks the present position up; after a hit the `hit…` functions tell what was found. `ply` makes mates count from the
 * root.
 */
export function ttProbe(ply: i32): bool {
  const low = keyLow();
  const high = keyHigh();
  let at = (low & bucketMask) * (ENTRIES * WORDS);
  for (let i = 0; i < ENTRIES; i++, at += WORDS) {
    const first = unchecked(table[at + 2]);
    const second = unchecked(table[at + 3]);
    const fold = first ^ second;
    if ((unchecked(table[at]) ^ fold) != low || (unchecked(table[at + 1]) ^ fold) != high) continue;
    foundBound = (second >> 8) & 3;
    if (foundBound == BOUND_NONE) continue;
    foundMove = first & 0xffff;
    foundScore = scoreFromTt(first >> 16, ply);
    foundDepth = second & 0xff;
    foundEval = second >> 16;
    return true;
  }
  return false;
}

export function hitMove(): i32 {
  return foundMove;
}

export function hitScore(): i32 {
  return foundScore;
}

export function hitDepth(): i32 {
  return foundDepth;
}

export function hitBound(): i32 {
  return foundBound;
}

/** The static evaluation stored with the position. */
export function hitEval(): i32 {
  return foundEval;
}

/** Whether the entry cuts off a search to `depth` within the window. */
export function hitCuts(depth: i32, alpha: i32, beta: i32): bool {
  if (foundDepth < depth) return false;
  if (foundBound == BOUND_EXACT) return true;
  return foundBound == BOUND_LOWER ? foundScore >= beta : foundScore <= alpha;
}

/** Whether the entry's score bounds the position better than a static evaluation does. */
export function hitRefines(evaluation: i32): bool {
  if (foundScore >= MATE_BOUND || foundScore <= -MATE_BOUND) return false;
  if (foundBound == BOUND_EXACT) return true;
  return foundBound == BOUND_LOWER ? foundScore > evaluation : foundScore < evaluation;
}

/**
 * Stores the present position, over its own entry or over the one of its bucket that is worth least: shallow, or old. What a
 * much deeper search of this generation has found of it stays, unless the new score is exact.
 */
export function ttStore(move: i32, score: i32, depth: i32, bound: i32, evaluation: i32, ply: i32): void {
  const low = keyLow();
  const high = keyHigh();
  const start = (low & bucketMask) * (ENTRIES * WORDS);
  let at = start;
  let least = 1 << 20;
  let kept = move;
  for (let i = 0, entry = start; i < ENTRIES; i++, entry += WORDS) {
    const first = unchecked(table[entry + 2]);
    const second = unchecked(table[entry + 3]);
    const fold = first ^ second;
    if ((unchecked(table[entry]) ^ fold) == low && (unchecked(table[entry + 1]) ^ fold) == high) {
      const isRecent = ((second >> 10) & 63) == generation;
      if (bound != BOUND_EXACT && isRecent && (second & 0xff) > depth + DEEPER) return;
      at = entry;
      if (kept == 0) kept = first & 0xffff;
      break;
    }
    const age = (generation - (second >> 10)) & 63;
    const worth = (second & 0xff) - age * AGE_COST;
    if (worth < least) {
      least = worth;
      at = entry;
    }
  }
  const first = (scoreToTt(score, ply) << 16) | kept;
  const second = (evaluation << 16) | (generation << 10) | (bound << 8) | depth;
  const fold = first ^ second;
  unchecked((table[at] = low ^ fold));
  unchecked((table[at + 1] = high ^ fold));
  unchecked((table[at + 2] = first));
  unchecked((table[at + 3] = second));
}

/** UCI's `hashfull`: per mille of the entries that this search has filled, from a sample of the first buckets. */
export function hashfull(): i32 {
  const buckets = bucketMask < 250 ? bucketMask + 1 : 250;
  let used = 0;
  for (let at = 0; at < buckets * ENTRIES * WORDS; at += WORDS) {
    const second = unchecked(table[at + 3]);
    if (((second >> 8) & 3) != BOUND_NONE && ((second >> 10) & 63) == generation) used++;
  }
  return ((used * 1000) / (buckets * ENTRIES)) | 0;
}

// Mate scores count from the root in the search, and from the entry's own node in the TT.

function scoreToTt(score: i32, ply: i32): i32 {
  return score >= MATE_BOUND ? score + ply : score <= -MATE_BOUND ? score - ply : score;
}

function scoreFromTt(score: i32, ply: i32): i32 {
  return score >= MATE_BOUND ? score - ply : score <= -MATE_BOUND ? score + ply : score;
}
