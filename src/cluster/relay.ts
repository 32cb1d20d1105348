/**
 * The relay of a transposition table: its deep entries go to the other machines of a search, and theirs come into it. Only what is
 * worth it travels: entries of the present search, the deepest first, each once, some thousand a second.
 *
 * They are found by looking through the table's memory, some milliseconds of it at a time: no thread that searches has to do
 * anything for it, and no rule of the game need be known.
 */

import { MATE, MATE_BOUND } from "../../assembly/search/score";
import {
  BOUND_NONE,
  entryBound,
  entryDepth,
  entryEval,
  entryScore,
  withoutGeneration,
} from "../../assembly/search/tt-entry";
import { type SharedTable, worthOf } from "../engine/core/table";
import { JobRefused } from "./schema";

/** Between two rounds, milliseconds. */
export const ROUND_MS = 100;
/** What a round may take of the processor, milliseconds. */
const LOOK_MS = 3;
/** Buckets between two looks at the clock. */
const STRIDE = 4096;
/** Entries that all machines together tell in a second, about. */
const ALL_PER_SECOND = 6000;
/** Shallower entries are never worth it, plies. */
const LEAST_DEPTH = 5;
/** With so many times what a round may tell the least depth rises; with less than it may tell it falls. */
const MANY = 4;
/** Positions that are remembered as told, at most: what was told in the last minute or so. */
const REMEMBERED = 262_144;

// As it travels: the search and its sender, then entries of four words each, both halves of the key, then the data.
const HEADER = 2;
const WORDS = 4;
const MOST_ENTRIES = 1024;
const BYTES = 4;

/** A batch of entries, read. */
export interface Batch {
  readonly search: number;
  readonly sender: number;
  readonly words: Int32Array;
}

/**
 * Checks a batch.
 *
 * @throws {JobRefused} if its length is none that a batch can have, or at the first entry that cannot be
 */
export function readBatch(message: Buffer): Batch {
  const entries = (message.length / BYTES - HEADER) / WORDS;
  if (!Number.isInteger(entries) || entries < 1 || entries > MOST_ENTRIES) {
    throw new JobRefused(`${message.length} bytes are no entries of a table`);
  }
  // A copy, since the words need not begin at a multiple of four.
  const all = new Int32Array(new Uint8Array(message).buffer);
  const words = all.subarray(HEADER);
  for (let at = 0; at < words.length; at += WORDS) expectPossible(words[at + 2], words[at + 3]);
  return { search: all[0] >>> 0, sender: all[1], words };
}

export class TableRelay {
  readonly #table: SharedTable;
  /** What the others know of each position: the worth of its entry, as of `worthOf`. The oldest come first. */
  readonly #told = new Map<number, number>();
  /** Where the next round goes on. */
  #bucket = 0;
  #leastDepth = LEAST_DEPTH;

  constructor(table: SharedTable) {
    this.#table = table;
  }

  /**
   * A round: what is worth telling, as a message; null if there is nothing.
   *
   * @param search as all machines number it
   * @param machines how many take part
   */
  round(search: number, sender: number, machines: number): Buffer | null {
    const most = Math.max(1, Math.round((ALL_PER_SECOND * ROUND_MS) / 1000 / machines));
    const found = this.#look(most * MANY);
    if (found.length > most * MANY) this.#leastDepth++;
    else if (found.length < most && this.#leastDepth > LEAST_DEPTH) this.#leastDepth--;
    if (found.length === 0) return null;
    found.sort((one, other) => worthOf(other[3]) - worthOf(one[3]));
    const chosen = found.slice(0, Math.min(most, MOST_ENTRIES));
    for (const [low, high, , second] of chosen) this.#remember(low, high, second);
    const words = Int32Array.from([search, sender, ...chosen.flat()]);
    return Buffer.from(words.buffer);
  }

  /** Takes another machine's entries into the table. */
  take({ words }: Batch): void {
    for (let at = 0; at < words.length; at += WORDS) {
      const [low, high, first, second] = words.subarray(at, at + WORDS);
      this.#remember(low, high, second);
      this.#table.store(low, high, first, second);
    }
  }

  /** Entries that the others do not know, in the buckets that come next: a little more than `most`, if there are so many. */
  #look(most: number): [number, number, number, number][] {
    const table = this.#table;
    const { generation, size } = table;
    const found: [number, number, number, number][] = [];
    const end = performance.now() + LOOK_MS;
    for (let left = size; left > 0 && found.length <= most && performance.now() < end; left -= STRIDE) {
      table.visit(this.#bucket, STRIDE, generation, this.#leastDepth, (low, high, first, second) => {
        if (!this.#isKnown(low, high, second)) found.push([low, high, first, withoutGeneration(second)]);
      });
      this.#bucket += STRIDE;
      if (this.#bucket >= size) this.#bucket = 0;
    }
    return found;
  }

  #isKnown(low: number, high: number, second: number): boolean {
    return (this.#told.get(keyOf(low, high)) ?? 0) >= worthOf(second);
  }

  #remember(low: number, high: number, second: number): void {
    const key = keyOf(low, high);
    this.#told.delete(key);
    this.#told.set(key, worthOf(second));
    if (this.#told.size <= REMEMBERED) return;
    for (const oldest of this.#told.keys()) {
      this.#told.delete(oldest);
      return;
    }
  }
}

/** As much of a position's key as a number holds exactly: 53 bits. */
function keyOf(low: number, high: number): number {
  return (high >>> 0) * 2 ** 21 + (low & 0x1f_ffff);
}

/**
 * Whether a search can have stored such an entry. Its move may be anything: a search plays it only if it is legal.
 *
 * @throws {JobRefused} if not
 */
function expectPossible(first: number, second: number): void {
  const score = entryScore(first);
  const evaluation = entryEval(second);
  const depth = entryDepth(second);
  if (Math.abs(score) > MATE) throw new JobRefused(`an entry's score ${score} is none`);
  if (depth < 1 || entryBound(second) === BOUND_NONE) throw new JobRefused(`an entry of ${depth} plies is none`);
  if (Math.abs(evaluation) >= MATE_BOUND) throw new JobRefused(`an entry's evaluation ${evaluation} is none`);
}
