/**
 * The relay of a transposition table (TT): sends its deep entries to the other machines of a search, and stores theirs. Only the most
 * useful entries are sent: those of the current search, deepest first, each once, a few thousand per second.
 *
 * They are found by scanning the table's memory, a few milliseconds at a time: search threads do nothing for it, and no rules are
 * needed.
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

/** The interval between rounds, milliseconds. */
export const ROUND_MS = 100;
/** The time limit for scanning in a round, milliseconds. */
const SCAN_MS = 3;
/** Buckets scanned between checks of the clock. */
const STRIDE = 4096;
/** Roughly how many entries all machines together send per second. */
const ALL_PER_SECOND = 6000;
/** Shallower entries are never sent, plies. */
const MIN_DEPTH = 5;
/** The minimum depth rises if a round finds this many times its limit, and falls if it finds less than its limit. */
const SURPLUS = 4;
/** The maximum number of positions remembered as sent: about a minute's worth. */
const MAX_REMEMBERED = 262_144;

// The wire format: search and sender, then entries of four words each: both halves of the key, then the data.
const HEADER = 2;
const WORDS = 4;
const MAX_ENTRIES = 1024;
const BYTES = 4;

/** A parsed batch of entries. */
export interface Batch {
  readonly search: number;
  readonly sender: number;
  readonly words: Int32Array;
}

/**
 * Validates a batch.
 *
 * @throws {JobRefused} for an impossible length, or the first impossible entry
 */
export function readBatch(message: Buffer): Batch {
  const entries = (message.length / BYTES - HEADER) / WORDS;
  if (!Number.isInteger(entries) || entries < 1 || entries > MAX_ENTRIES) {
    throw new JobRefused(`${message.length} bytes are not a batch of table entries`);
  }
  // A copy, since the buffer may not be aligned to words.
  const all = new Int32Array(new Uint8Array(message).buffer);
  const words = all.subarray(HEADER);
  for (let at = 0; at < words.length; at += WORDS) expectPossible(words[at + 2], words[at + 3]);
  return { search: all[0] >>> 0, sender: all[1], words };
}

export class TableRelay {
  readonly #table: SharedTable;
  /** What the others know about each position: the worth of its entry, by `worthOf`; oldest first. */
  readonly #known = new Map<number, number>();
  /** Where the next round continues. */
  #bucket = 0;
  #minDepth = MIN_DEPTH;

  constructor(table: SharedTable) {
    this.#table = table;
  }

  /**
   * One round: the entries worth sending, as a message; null if there are none.
   *
   * @param search the search's number
   * @param machines how many take part
   */
  round(search: number, sender: number, machines: number): Buffer | null {
    const max = Math.max(1, Math.round((ALL_PER_SECOND * ROUND_MS) / 1000 / machines));
    const found = this.#scan(max * SURPLUS);
    if (found.length > max * SURPLUS) this.#minDepth++;
    else if (found.length < max && this.#minDepth > MIN_DEPTH) this.#minDepth--;
    if (found.length === 0) return null;
    found.sort((one, other) => worthOf(other[3]) - worthOf(one[3]));
    const chosen = found.slice(0, Math.min(max, MAX_ENTRIES));
    for (const [low, high, , second] of chosen) this.#remember(low, high, second);
    const words = Int32Array.from([search, sender, ...chosen.flat()]);
    return Buffer.from(words.buffer);
  }

  /** Stores another machine's entries in the table. */
  store({ words }: Batch): void {
    for (let at = 0; at < words.length; at += WORDS) {
      const [low, high, first, second] = words.subarray(at, at + WORDS);
      this.#remember(low, high, second);
      this.#table.store(low, high, first, second);
    }
  }

  /** Entries in the next buckets that the others do not know: slightly more than `max`, if there are that many. */
  #scan(max: number): [number, number, number, number][] {
    const table = this.#table;
    const { generation, size } = table;
    const found: [number, number, number, number][] = [];
    const end = performance.now() + SCAN_MS;
    for (let left = size; left > 0 && found.length <= max && performance.now() < end; left -= STRIDE) {
      table.visit(this.#bucket, STRIDE, generation, this.#minDepth, (low, high, first, second) => {
        if (!this.#isKnown(low, high, second)) found.push([low, high, first, withoutGeneration(second)]);
      });
      this.#bucket += STRIDE;
      if (this.#bucket >= size) this.#bucket = 0;
    }
    return found;
  }

  #isKnown(low: number, high: number, second: number): boolean {
    return (this.#known.get(keyOf(low, high)) ?? 0) >= worthOf(second);
  }

  #remember(low: number, high: number, second: number): void {
    const key = keyOf(low, high);
    this.#known.delete(key);
    this.#known.set(key, worthOf(second));
    if (this.#known.size <= MAX_REMEMBERED) return;
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest);
      return;
    }
  }
}

/** As much of a position's key as a number can represent exactly: 53 bits. */
function keyOf(low: number, high: number): number {
  return (high >>> 0) * 2 ** 21 + (low & 0x1f_ffff);
}

/**
 * Checks whether a search can have stored such an entry. Its move may be anything: a search plays it only if it is legal.
 *
 * @throws {JobRefused} if not
 */
function expectPossible(first: number, second: number): void {
  const score = entryScore(first);
  const evaluation = entryEval(second);
  const depth = entryDepth(second);
  if (Math.abs(score) > MATE) throw new JobRefused(`an entry has an impossible score, ${score}`);
  if (depth < 1 || entryBound(second) === BOUND_NONE)
    throw new JobRefused(`an entry has an impossible depth or bound, ${depth} plies`);
  if (Math.abs(evaluation) >= MATE_BOUND) throw new JobRefused(`an entry has an impossible evaluation, ${evaluation}`);
}
