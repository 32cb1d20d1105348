/**
 * The transposition table (TT) of a core, as seen from another thread: entries are looked up, stored and listed while the core
 * searches. The functions of `assembly/search/tt-buckets.ts` work on the same memory in both threads, without locks.
 */

import type * as ttBuckets from "../../../assembly/search/tt-buckets";
import {
  BOUND_EXACT,
  BUCKET_WORDS,
  entryBound,
  entryDepth,
  foldHigh,
  foldLow,
  isOfGeneration,
  TABLE_START,
  WORDS,
  withoutGeneration,
} from "../../../assembly/search/tt-entry";
import { messageOf, WazabaError } from "../../errors";
import { message } from "../../message";
import { readAsset } from "./assets";
import { TT_FILES } from "./files";
import { compile, instantiate } from "./wasm";

/** Receives an entry: its key, and both words of its data. */
export type EntryVisitor = (low: number, high: number, first: number, second: number) => void;

/** Compiled once. */
let module: Promise<WebAssembly.Module> | null = null;

export class SharedTable {
  readonly #exports: typeof ttBuckets;
  readonly #words: Int32Array;

  private constructor(exports: typeof ttBuckets, memory: WebAssembly.Memory) {
    this.#exports = exports;
    this.#words = new Int32Array(memory.buffer, TABLE_START);
    exports.joinBuckets(this.size);
  }

  /**
   * @param memory of a core, `Core.ttMemory`
   * @param assets as in `loadCore`; only the first call uses it
   * @throws {WazabaError} `asset` if the package's own file cannot be read
   */
  static async open(memory: WebAssembly.Memory, assets?: URL): Promise<SharedTable> {
    module ??= readAsset(TT_FILES.shared, assets).then(compile);
    try {
      return new SharedTable(instantiate<typeof ttBuckets>(await module, { env: { memory } }), memory);
    } catch (error) {
      module = null;
      if (error instanceof WazabaError) throw error;
      throw new WazabaError("asset", message`${TT_FILES.shared}: ${messageOf(error)}`);
    }
  }

  /** The number of buckets. */
  get size(): number {
    return this.#words.length / BUCKET_WORDS;
  }

  /** Begins a new generation, as a leading search does. */
  nextGeneration(): void {
    this.#exports.nextGeneration();
  }

  /** Makes the cores that follow search at least this iteration; 0 between searches. */
  shareIteration(depth: number): void {
    this.#exports.shareIteration(depth);
  }

  /** Stores an entry unless the table has one of equal or greater worth for its position. Returns whether it was stored. */
  store(low: number, high: number, first: number, second: number): boolean {
    const known = this.#exports.findEntry(low, high);
    if (known !== 0 && worthOf(known) >= worthOf(second)) return false;
    this.#exports.storeEntry(low, high, first, withoutGeneration(second));
    return true;
  }

  /** The current generation of new entries. */
  get generation(): number {
    return this.#exports.currentGeneration();
  }

  /**
   * Visits entries of one generation in some buckets.
   *
   * @param from the first of them
   * @param count the number of buckets
   * @param depth the minimum depth, plies
   */
  visit(from: number, count: number, generation: number, depth: number, visitor: EntryVisitor): void {
    const words = this.#words;
    const end = Math.min(from + count, this.size) * BUCKET_WORDS;
    for (let at = from * BUCKET_WORDS; at < end; at += WORDS) {
      const second = words[at + 3];
      if (entryDepth(second) < depth || !isOfGeneration(second, generation)) continue;
      const first = words[at + 2];
      const low = words[at] ^ foldLow(first, second);
      const high = words[at + 1] ^ foldHigh(first, second);
      visitor(low, high, first, second);
    }
  }
}

/** The worth of an entry: first its depth, then whether its score is exact. */
export function worthOf(second: number): number {
  return (entryDepth(second) << 1) | (entryBound(second) === BOUND_EXACT ? 1 : 0);
}
