/**
 * The memory of the transposition table (TT): buckets of four entries (`tt-entry.ts`).
 *
 * Threads share the table without locks: an entry that one thread has torn while another read it never matches (Hyatt and
 * Mann 2002). Each half of the key has a fold of its own, and any change of one data word alone changes both folds. So two
 * versions of one entry cannot be mixed up at all, and entries of two positions match by chance once in 2^64.
 *
 * A search begins with a small part of the table, which stays in the processor's caches, and uses more of it as that fills up,
 * bucket by bucket (linear hashing, Litwin 1980; how much faster: `docs/architecture.md`).
 *
 * In WebAssembly this is a module of its own, `tt.wasm`, whose memory holds nothing else; `tt-shared.wasm` is the same for a
 * memory that threads share. The core imports its functions (`tt-link.ts`), which costs a call for each probe and store.
 */

import { clearFirst, I32Table, newI32, tableAt } from "../platform";
import {
  BOUND_EXACT,
  BOUND_NONE,
  BUCKET_WORDS,
  ENTRIES,
  entryBound,
  entryDepth,
  entryGeneration,
  entryMove,
  foldHigh,
  foldLow,
  GENERATION_MASK,
  isOfGeneration,
  TABLE_START,
  WORDS,
  withGeneration,
} from "./tt-entry";

/** How much value an entry loses with each search that did not store it, plies. */
const AGE_COST: i32 = 4;
/** An entry deeper by more plies than this is not overwritten by a bound of the same search. */
const DEEPER: i32 = 3;

/** A table begins with this many buckets in use: 1 MB. */
const FIRST_BUCKETS: i32 = 1 << 14;
/**
 * The pressure to use more: how much it rises when a store overwrites another position's entry of the same generation, how much
 * it falls when one does not, and how much adds a bucket. So the table grows when more than one store in three overwrites such an
 * entry, which happens at 0.7 entries per slot.
 */
const OVERFLOW: i32 = 2;
const FIT: i32 = 1;
const BUCKET: i32 = 8;

/** The state that all threads share. */
const header: I32Table = newI32(16);
const GENERATION: i32 = 0;
/** The main thread's current iteration; 0 between searches. */
const ITERATION: i32 = 1;
/** How many buckets are in use, and the mask of their numbers. */
const IN_USE: i32 = 2;
const MASK: i32 = 3;

let table: I32Table = newI32(BUCKET_WORDS);
/** How many buckets there are. */
let buckets: i32 = 1;
/** Whether this thread owns the table, which then grows with the pressure of its stores. */
let isOwner: bool = false;
let pressure: i32 = 0;
/** The first data word of the entry found last. */
let foundWord: i32 = 0;

/** Uses a table of its own with so many buckets of 64 bytes: a power of two if fewer than 2^14. New memory is zeroed. */
export function useBuckets(count: i32): void {
  joinBuckets(count);
  isOwner = true;
  useFirst();
}

/** Uses the table of another thread, which owns the memory. */
export function joinBuckets(count: i32): void {
  isOwner = false;
  buckets = count;
  table = tableAt(TABLE_START, buckets * BUCKET_WORDS);
}

/** Empties the table, in a time that depends on how much of it is in use. */
export function clearBuckets(): void {
  clearFirst(table, unchecked(header[IN_USE]) * BUCKET_WORDS);
  unchecked((header[GENERATION] = 0));
  useFirst();
}

function useFirst(): void {
  const inUse = buckets < FIRST_BUCKETS ? buckets : FIRST_BUCKETS;
  unchecked((header[MASK] = inUse - 1));
  unchecked((header[IN_USE] = inUse));
  pressure = 0;
}

/**
 * Puts more buckets into use, as many as the owner's stores since the last call call for. What other threads store meanwhile in a
 * bucket that is being split may be lost.
 */
export function growBuckets(): void {
  if (!isOwner) return;
  for (; pressure >= BUCKET; pressure -= BUCKET) if (unchecked(header[IN_USE]) < buckets) splitBucket();
}

/** Puts one more bucket into use: the one whose number differs only in its highest bit hands over the entries that belong there. */
function splitBucket(): void {
  const added = unchecked(header[IN_USE]);
  let mask = unchecked(header[MASK]);
  if (added > mask) mask = 2 * mask + 1;
  let at = (added & (mask >>> 1)) * BUCKET_WORDS;
  let to = added * BUCKET_WORDS;
  for (let i = 0; i < ENTRIES; i++, at += WORDS, to += WORDS) {
    const first = unchecked(table[at + 2]);
    const second = unchecked(table[at + 3]);
    if (((unchecked(table[at]) ^ foldLow(first, second)) & mask) != added) continue;
    for (let word = 0; word < WORDS; word++) {
      unchecked((table[to + word] = unchecked(table[at + word])));
      unchecked((table[at + word] = 0));
    }
  }
  unchecked((header[MASK] = mask));
  unchecked((header[IN_USE] = added + 1));
}

/** Where the bucket of a position begins. */
function startOf(low: i32): i32 {
  const mask = unchecked(header[MASK]);
  const bucket = low & mask;
  return (bucket < unchecked(header[IN_USE]) ? bucket : bucket & (mask >>> 1)) * BUCKET_WORDS;
}

/** Starts a new generation: entries of earlier searches are worth less. */
export function nextGeneration(): void {
  unchecked((header[GENERATION] = (unchecked(header[GENERATION]) + 1) & GENERATION_MASK));
}

/** The generation that entries get now. */
export function currentGeneration(): i32 {
  return unchecked(header[GENERATION]);
}

/** Publishes the main thread's iteration to all threads; 0 between searches. */
export function shareIteration(depth: i32): void {
  unchecked((header[ITERATION] = depth));
}

export function sharedIteration(): i32 {
  return unchecked(header[ITERATION]);
}

/** Looks up a position by its key: returns the second data word of its entry, 0 if there is none. */
export function findEntry(low: i32, high: i32): i32 {
  let at = startOf(low);
  for (let i = 0; i < ENTRIES; i++, at += WORDS) {
    const first = unchecked(table[at + 2]);
    const second = unchecked(table[at + 3]);
    if ((unchecked(table[at]) ^ foldLow(first, second)) != low) continue;
    if ((unchecked(table[at + 1]) ^ foldHigh(first, second)) != high) continue;
    if (entryBound(second) == BOUND_NONE) continue;
    foundWord = first;
    return second;
  }
  return 0;
}

/** The first data word of the entry found last. */
export function firstWord(): i32 {
  return foundWord;
}

/**
 * Stores an entry, given without its generation, over the position's own entry or over the least valuable one of its bucket:
 * shallow, or old. The result of a much deeper search of this generation is kept, unless the new score is exact.
 */
export function storeEntry(low: i32, high: i32, newFirst: i32, newSecond: i32): void {
  const generation = unchecked(header[GENERATION]);
  const start = startOf(low);
  let at = start;
  let minWorth = 1 << 20;
  let first = newFirst;
  let strain = 0;
  for (let i = 0, entry = start; i < ENTRIES; i++, entry += WORDS) {
    const oldFirst = unchecked(table[entry + 2]);
    const old = unchecked(table[entry + 3]);
    if (
      (unchecked(table[entry]) ^ foldLow(oldFirst, old)) == low &&
      (unchecked(table[entry + 1]) ^ foldHigh(oldFirst, old)) == high
    ) {
      if (
        entryBound(newSecond) != BOUND_EXACT &&
        isOfGeneration(old, generation) &&
        entryDepth(old) > entryDepth(newSecond) + DEEPER
      )
        return;
      at = entry;
      strain = 0;
      // A node that found no move keeps the one already stored.
      if (entryMove(first) == 0) first = first | entryMove(oldFirst);
      break;
    }
    const age = (generation - entryGeneration(old)) & GENERATION_MASK;
    const worth = entryDepth(old) - age * AGE_COST;
    if (worth < minWorth) {
      minWorth = worth;
      at = entry;
      strain = isOfGeneration(old, generation) ? OVERFLOW : -FIT;
    }
  }
  pressure = pressure + strain > 0 ? pressure + strain : 0;
  const second = withGeneration(newSecond, generation);
  unchecked((table[at] = low ^ foldLow(first, second)));
  unchecked((table[at + 1] = high ^ foldHigh(first, second)));
  unchecked((table[at + 2] = first));
  unchecked((table[at + 3] = second));
}

/** How many of all entries this generation has filled, per mille, from a sample of the buckets in use. */
export function sampleFilling(): i32 {
  const generation = unchecked(header[GENERATION]);
  const inUse = unchecked(header[IN_USE]);
  const sample = inUse < 250 ? inUse : 250;
  const step = ((inUse / sample) | 0) * BUCKET_WORDS;
  let filled: f64 = 0;
  for (let k = 0, at = 0; k < sample; k++, at += step) {
    for (let i = 0; i < ENTRIES; i++) if (isOfGeneration(unchecked(table[at + i * WORDS + 3]), generation)) filled += 1;
  }
  return (((filled * 1000 * inUse) / (sample * ENTRIES) / buckets) as i32) | 0;
}
