/**
 * A thread that stores and probes a shared transposition table as fast as it can. The content of an entry is a function of its key
 * and its depth, so a probe that finds anything else has found an entry that was never stored.
 */

import { parentPort, workerData } from "node:worker_threads";

const { module, memory, buckets, isOwner, keys, ms, seed } = workerData;
const EXACT = 3;
/** Depth, bound and evaluation; the table adds the generation. */
const WITHOUT_GENERATION = ~(63 << 10);
/** Depths per key. */
const DEPTHS = 4;
/** Rounds between two readings of the clock. */
const ROUNDS = 20_000;

/** @typedef {(...numbers: number[]) => number} WasmFunction */

const tt = /** @type {Readonly<Record<string, WasmFunction>>} */ (
  new WebAssembly.Instance(module, { env: { memory } }).exports
);
if (isOwner) tt.useBuckets(buckets);
else tt.joinBuckets(buckets);

let state = seed;
/** A random integer of 32 bits (xorshift). */
function random() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state;
}

/**
 * A hash that is as well mixed as a Zobrist key.
 *
 * @param {number} number
 * @param {number} salt
 */
function mix(number, salt) {
  let mixed = Math.imul(number ^ salt, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/**
 * Both data words of an entry. Every other key has no move, and a score that equals the evaluation.
 *
 * @param {number} key
 * @param {number} depth
 */
function entryOf(key, depth) {
  const score = mix(key, 0x51ed + depth) << 16;
  const low = (EXACT << 8) | depth;
  if (key % 2 === 0) return [score, score | low];
  return [score | (1 + (mix(key, 3) & 0x7fff)), (mix(key, 0xe7a1 + depth) << 16) | low];
}

/** @type {{ probes: number, found: number, wrong: number, example: object | null }} */
const report = { probes: 0, found: 0, wrong: 0, example: null };
const until = performance.now() + ms;
do {
  for (let round = 0; round < ROUNDS; round++) {
    const word = random();
    const key = (word >>> 8) % keys;
    const low = mix(key, 1);
    const high = mix(key, 2);
    if (word & 1) {
      const [first, second] = entryOf(key, (word >>> 1) % DEPTHS);
      tt.storeEntry(low, high, first, second);
    } else {
      const second = tt.findEntry(low, high);
      report.probes++;
      if (second === 0) continue;
      report.found++;
      const [first, expected] = entryOf(key, second & 0xff);
      if ((second & 0xff) < DEPTHS && tt.firstWord() === first && (second & WITHOUT_GENERATION) === expected) continue;
      report.wrong++;
      report.example ??= { key, found: [tt.firstWord(), second], expected: [first, expected] };
    }
  }
  tt.growBuckets();
  if (random() & 1) tt.nextGeneration();
} while (performance.now() < until);
parentPort?.postMessage(report);
