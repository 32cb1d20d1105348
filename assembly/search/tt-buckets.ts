/**
 * The memory of the transposition table (TT): buckets of four entries, a cache line each. An entry is four integers: both
 * halves of the Zobrist key, each folded with both data words, then
 *
 *     move (16) | score (16)
 *     depth (7) | in a PV (1) | bound (2) | generation (6) | static evaluation (16)
 *
 * Threads share the table without locks: an entry that one thread has torn while another read it never matches (Hyatt and
 * Mann 2002). Each half of the key has a fold of its own, and any change of one data word alone changes both folds. So two
 * versions of one entry cannot be mixed up at all, and entries of two positions match by chance once in 2^64.
 *
 * In WebAssembly this is a module of its own, `tt.wasm`, whose memory holds nothing else; `tt-shared.wasm` is the same for a
 * memory that threads share. The core imports its functions (`tt-link.ts`), which costs a call for each probe and store.
 */

import { clear, I32Table, imul, newI32, tableAt } from "../platform";

const ENTRIES: i32 = 4;
const WORDS: i32 = 4;
/** What an entry loses in worth with each search that did not store it, plies. */
const AGE_COST: i32 = 4;
/** An entry deeper by more plies than this is not overwritten by a bound of the same search. */
const DEEPER: i32 = 3;
/** The bound of an entry whose score is exact: both bits (`tt.ts`). */
const EXACT: i32 = 3;
/** Where the table begins: the second page of the memory. */
const TABLE: i32 = 65536;
/** Odd numbers, so that products differ where factors do. */
const MIX_LOW: i32 = -1640531535;
const MIX_HIGH: i32 = 374761393;

/** What all threads need to know: the generation, and the iteration that the main thread is at. */
const header: I32Table = newI32(16);
let table: I32Table = newI32(ENTRIES * WORDS);
let bucketMask: i32 = 0;
/** The first data word of the entry that was found last. */
let foundWord: i32 = 0;

/** Uses a table of `2 ** log2Buckets` buckets of 64 bytes. A new memory is zero; another thread's table stays as it is. */
export function useBuckets(log2Buckets: i32): void {
  table = tableAt(TABLE, (1 << log2Buckets) * ENTRIES * WORDS);
  bucketMask = (1 << log2Buckets) - 1;
}

export function clearBuckets(): void {
  clear(table);
  unchecked((header[0] = 0));
}

/** Begins a new generation: what searches before it have stored is worth less. */
export function nextGeneration(): void {
  unchecked((header[0] = (unchecked(header[0]) + 1) & 63));
}

/** Tells all threads which iteration the main thread is at; 0 between searches. */
export function shareIteration(depth: i32): void {
  unchecked((header[1] = depth));
}

export function sharedIteration(): i32 {
  return unchecked(header[1]);
}

/** Looks a position up by its key: the second data word of its entry, 0 if there is none. */
export function findEntry(low: i32, high: i32): i32 {
  let at = (low & bucketMask) * (ENTRIES * WORDS);
  for (let i = 0; i < ENTRIES; i++, at += WORDS) {
    const first = unchecked(table[at + 2]);
    const second = unchecked(table[at + 3]);
    if ((unchecked(table[at]) ^ foldLow(first, second)) != low) continue;
    if ((unchecked(table[at + 1]) ^ foldHigh(first, second)) != high) continue;
    if (boundOf(second) == 0) continue;
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
 * Stores an entry, given without its generation, over the position's own entry or over the one of its bucket that is worth
 * least: shallow, or old. What a much deeper search of this generation has found stays, unless the new score is exact.
 */
export function storeEntry(low: i32, high: i32, newFirst: i32, newSecond: i32): void {
  const generation = unchecked(header[0]);
  const start = (low & bucketMask) * (ENTRIES * WORDS);
  let at = start;
  let least = 1 << 20;
  let first = newFirst;
  for (let i = 0, entry = start; i < ENTRIES; i++, entry += WORDS) {
    const oldFirst = unchecked(table[entry + 2]);
    const old = unchecked(table[entry + 3]);
    if (
      (unchecked(table[entry]) ^ foldLow(oldFirst, old)) == low &&
      (unchecked(table[entry + 1]) ^ foldHigh(oldFirst, old)) == high
    ) {
      const isRecent = ((old >> 10) & 63) == generation;
      if (boundOf(newSecond) != EXACT && isRecent && depthOf(old) > depthOf(newSecond) + DEEPER) return;
      at = entry;
      // A node that found no move keeps the one it had.
      if ((first & 0xffff) == 0) first = first | (oldFirst & 0xffff);
      break;
    }
    const age = (generation - (old >> 10)) & 63;
    const worth = depthOf(old) - age * AGE_COST;
    if (worth < least) {
      least = worth;
      at = entry;
    }
  }
  const second = newSecond | (generation << 10);
  unchecked((table[at] = low ^ foldLow(first, second)));
  unchecked((table[at + 1] = high ^ foldHigh(first, second)));
  unchecked((table[at + 2] = first));
  unchecked((table[at + 3] = second));
}

/** Per mille of the entries that this generation has filled, from a sample of the first buckets. */
export function sampleFilling(): i32 {
  const generation = unchecked(header[0]);
  const buckets = bucketMask < 250 ? bucketMask + 1 : 250;
  let used = 0;
  for (let at = 0; at < buckets * ENTRIES * WORDS; at += WORDS) {
    const second = unchecked(table[at + 3]);
    if (boundOf(second) != 0 && ((second >> 10) & 63) == generation) used++;
  }
  return ((used * 1000) / (buckets * ENTRIES)) | 0;
}

function depthOf(second: i32): i32 {
  return second & 0x7f;
}

function boundOf(second: i32): i32 {
  return (second >> 8) & 3;
}

function foldLow(first: i32, second: i32): i32 {
  return first ^ imul(second, MIX_LOW);
}

function foldHigh(first: i32, second: i32): i32 {
  return second ^ imul(first, MIX_HIGH);
}
