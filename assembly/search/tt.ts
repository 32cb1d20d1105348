/**
 * The transposition table (TT), as the search sees it: entries by the current position's Zobrist key, with mate scores counted
 * from the entry's own node. `tt-buckets.ts` stores them.
 */

import { keyHigh, keyLow } from "../rules/board";
import { PROVED_BOUND } from "./score";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  entryBound,
  entryDepth,
  entryEval,
  entryMove,
  entryPv,
  entryScore,
  packBound,
  packMove,
} from "./tt-entry";
import { clearBuckets, findEntry, firstWord, growBuckets, nextGeneration, sampleFilling, storeEntry } from "./tt-link";

export { BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "./tt-entry";

// What the last probe that hit found.
let foundMove: i32 = 0;
let foundScore: i32 = 0;
let foundDepth: i32 = 0;
let foundBound: i32 = 0;
let foundEval: i32 = 0;
let foundPv: bool = false;

export function clearTt(): void {
  clearBuckets();
}

export function nextTtGeneration(): void {
  nextGeneration();
}

/**
 * Looks up the current position; after a hit the `hit…` functions return what was found. `ply` makes mates count from the
 * root.
 */
export function ttProbe(ply: i32): bool {
  const second = findEntry(keyLow(), keyHigh());
  if (second == 0) return false;
  const first = firstWord();
  foundMove = entryMove(first);
  foundScore = scoreFromTt(entryScore(first), ply);
  foundDepth = entryDepth(second);
  foundPv = entryPv(second);
  foundBound = entryBound(second);
  foundEval = entryEval(second);
  return true;
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

/** Whether the position was once in a PV (ttPv). */
export function hitPv(): bool {
  return foundPv;
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
  if (foundScore >= PROVED_BOUND || foundScore <= -PROVED_BOUND) return false;
  if (foundBound == BOUND_EXACT) return true;
  return foundBound == BOUND_LOWER ? foundScore > evaluation : foundScore < evaluation;
}

/** Stores the current position; `wasPv`: it is, or once was, in a PV (ttPv). Without a move, the one already stored is kept. */
export function ttStore(
  move: i32,
  score: i32,
  depth: i32,
  bound: i32,
  evaluation: i32,
  ply: i32,
  wasPv: bool = false,
): void {
  const first = packMove(move, scoreToTt(score, ply));
  storeEntry(keyLow(), keyHigh(), first, packBound(depth, wasPv, bound, evaluation));
}

/** Lets the table grow with what has been stored; to be called every thousand nodes or so. */
export function growTt(): void {
  growBuckets();
}

/** UCI's `hashfull`: the entries filled by this search, per mille. */
export function hashfull(): i32 {
  return sampleFilling();
}

// Mates and wins by tablebases count from the root in the search, and from the entry's own node in the TT.

function scoreToTt(score: i32, ply: i32): i32 {
  return score >= PROVED_BOUND ? score + ply : score <= -PROVED_BOUND ? score - ply : score;
}

function scoreFromTt(score: i32, ply: i32): i32 {
  return score >= PROVED_BOUND ? score - ply : score <= -PROVED_BOUND ? score + ply : score;
}
