/**
 * The transposition table (TT) of a core, as another thread has it: entries are looked for, stored and listed while the core
 * searches. Its memory is laid out by `assembly/search/tt-buckets.ts`, whose functions work on it here as they do there: without
 * locks.
 */

import type * as ttBuckets from "../../../assembly/search/tt-buckets";
import { WazabaError } from "../../errors";
import { readAsset } from "./assets";
import { TT_FILES } from "./kit";
import { compile, instantiate } from "./wasm";

/** Where the buckets begin, bytes; and how large each is. */
const TABLE = 65536;
const BUCKET = 64;
/** Words of an entry: both halves of the key, each folded with the data, and both words of data. */
const WORDS = 4;

/** The key of an entry that tells the present generation. No position is likely to have it. */
const PROBE = { low: 0x57617a61, high: 0x62612121 };
/** Bounds, as `assembly/search/tt.ts` has them. */
const EXACT = 3;

/** What is done with an entry: its key, and both words of its data. */
export type EntryVisitor = (low: number, high: number, first: number, second: number) => void;

/** An entry's depth, plies, and its bound: 1 upper, 2 lower, 3 exact. */
export const depthOf = (second: number): number => second & 0x7f;
export const boundOf = (second: number): number => (second >> 8) & 3;
const generationOf = (second: number): number => (second >> 10) & 63;

/** Compiled once. */
let module: Promise<WebAssembly.Module> | null = null;

export class SharedTable {
  readonly #exports: typeof ttBuckets;
  readonly #words: Int32Array;

  private constructor(exports: typeof ttBuckets, memory: WebAssembly.Memory) {
    this.#exports = exports;
    this.#words = new Int32Array(memory.buffer, TABLE);
    // Its size is a power of two.
    exports.joinBuckets(Math.log2(this.size));
  }

  /**
   * @param memory that of a core, `Core.ttMemory`
   * @param assets as of `loadCore`; counts for the first table
   * @throws {WazabaError} `asset` if the package's own file cannot be read
   */
  static async open(memory: WebAssembly.Memory, assets?: URL): Promise<SharedTable> {
    module ??= readAsset(TT_FILES.shared, assets).then(compile);
    try {
      return new SharedTable(instantiate<typeof ttBuckets>(await module, { env: { memory } }), memory);
    } catch (error) {
      module = null;
      if (error instanceof WazabaError) throw error;
      throw new WazabaError("asset", `${TT_FILES.shared}: ${(error as Error).message}`);
    }
  }

  /** How many buckets there are. */
  get size(): number {
    return (this.#words.length * 4) / BUCKET;
  }

  /** Begins a new generation, as a search does that leads. */
  nextGeneration(): void {
    this.#exports.nextGeneration();
  }

  /** Has cores that follow be at this iteration at least; 0 between searches. */
  shareIteration(depth: number): void {
    this.#exports.shareIteration(depth);
  }

  /** Stores an entry, unless a deeper one of its position is there, or one as deep that says as much. Whether it did. */
  store(low: number, high: number, first: number, second: number): boolean {
    const known = this.#exports.findEntry(low, high);
    if (known !== 0 && worthOf(known) >= worthOf(second)) return false;
    this.#exports.storeEntry(low, high, first, withoutGeneration(second));
    return true;
  }

  /** The generation that entries get now: it is read off an entry of our own. */
  get generation(): number {
    this.#exports.storeEntry(PROBE.low, PROBE.high, 0, EXACT << 8);
    return generationOf(this.#exports.findEntry(PROBE.low, PROBE.high));
  }

  /**
   * Visits entries of one generation in some buckets.
   *
   * @param from the first of them
   * @param count how many buckets
   * @param depth the least depth, plies
   */
  visit(from: number, count: number, generation: number, depth: number, visitor: EntryVisitor): void {
    const words = this.#words;
    const end = Math.min(from + count, this.size) * (BUCKET / 4);
    for (let at = from * (BUCKET / 4); at < end; at += WORDS) {
      const second = words[at + 3];
      if (depthOf(second) < depth || ((second >> 10) & 63) !== generation || boundOf(second) === 0) continue;
      const first = words[at + 2];
      const low = words[at] ^ foldLow(first, second);
      const high = words[at + 1] ^ foldHigh(first, second);
      visitor(low, high, first, second);
    }
  }
}

/** What an entry is worth: its depth first, then whether its score is exact. */
export function worthOf(second: number): number {
  return (depthOf(second) << 1) | (boundOf(second) === EXACT ? 1 : 0);
}

/** The second word as the table takes it. */
export function withoutGeneration(second: number): number {
  return second & ~(63 << 10);
}

// As the table folds data into keys.

function foldLow(first: number, second: number): number {
  return first ^ Math.imul(second, -1640531535);
}

function foldHigh(first: number, second: number): number {
  return second ^ Math.imul(first, 374761393);
}
