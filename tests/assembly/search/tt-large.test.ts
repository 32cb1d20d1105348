/**
 * The largest transposition table, and one whose number of buckets is no power of two: in both modules of WebAssembly and in the twin.
 * Memory that is never touched costs nothing, so almost all of 4 GB is free.
 */

import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import type * as ttBuckets from "../../../assembly/search/tt-buckets";
import * as twin from "../../../assembly/search/tt-buckets";
import { BOUND_EXACT, packBound, TABLE_START } from "../../../assembly/search/tt-entry";
import { HASH } from "../../../src/engine/core/load";

const PAGE = 65_536;
const PAGES_PER_MB = 16;
const BUCKETS_PER_PAGE = 1024;
const BUCKET_WORDS = 16;
/** In use at first: the number of buckets, and the mask of their numbers. */
const FIRST = [2 ** 14, 2 ** 14 - 1];

/** What the twin has allocated. */
const allocated = vi.hoisted((): { header: Int32Array; table: Int32Array } => {
  return { header: new Int32Array(), table: new Int32Array() };
});
vi.mock("../../../assembly/platform", async (original) => {
  const platform = await original<typeof import("../../../assembly/platform.twin")>();
  const newI32 = (length: number) => {
    const table = platform.newI32(length);
    // The table begins with a single bucket.
    if (allocated.header.length === 0) allocated.header = table;
    return table;
  };
  const tableAt = (address: number, length: number) => {
    allocated.table = platform.tableAt(address, length);
    return allocated.table;
  };
  return { ...platform, newI32, tableAt };
});

interface Table {
  readonly tt: typeof ttBuckets;
  /** The state that threads share. */
  readonly header: Int32Array;
  readonly words: Int32Array;
}

function ofTwin(buckets: number): Table {
  twin.useBuckets(buckets);
  return { tt: twin, header: allocated.header, words: allocated.table };
}

const ofWasm = (file: string, shared: boolean) => async (buckets: number) => {
  const pages = 1 + buckets / BUCKETS_PER_PAGE;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
  const binary = await readFile(new URL(`../../../dist/web/${file}`, import.meta.url));
  const { instance } = await WebAssembly.instantiate(binary, { env: { memory } });
  const tt = instance.exports as unknown as typeof ttBuckets;
  tt.useBuckets(buckets);
  return {
    tt,
    header: new Int32Array(memory.buffer, 0, PAGE / 4),
    words: new Int32Array(memory.buffer, TABLE_START),
  };
};

const MODULES = [
  ["tt.wasm", ofWasm("tt.wasm", false)],
  ["tt-shared.wasm", ofWasm("tt-shared.wasm", true)],
  ["the twin", ofTwin],
] as const;

const SIZES = [3, 2049, HASH.max];

test.each(MODULES.flatMap(([name, of]) => SIZES.map((size) => [name, size, of] as const)))(
  "%s: %i MB are used up to the last bucket",
  async (_name, size, of) => {
    const count = size * PAGES_PER_MB * BUCKETS_PER_PAGE;
    const { tt, header, words } = await of(count);
    expect(words).toHaveLength(count * BUCKET_WORDS);
    // All buckets but the last are put into use at once.
    const inUse = header.findIndex((word, i) => word === FIRST[0] && header[i + 1] === FIRST[1]);
    const mask = 2 ** Math.ceil(Math.log2(count)) - 1;
    header.set([count - 1, mask], inUse);
    const numbers = [0, FIRST[0], Math.floor(count / 2), count - 2, count - 1].map((number) => number | 0);
    // The upper bits of the key, above the number of the bucket.
    const keys = numbers.flatMap((number) => [0, ~mask].map((upper) => number | upper));
    const second = packBound(9, false, BOUND_EXACT, 0);
    const found = () => keys.filter((low) => tt.findEntry(low, 7) !== 0 && tt.firstWord() === (low ^ 5));
    for (const low of keys) tt.storeEntry(low, 7, low ^ 5, second);
    expect(found()).toEqual(keys);
    const isUsed = (bucket: number) => words.subarray(bucket * BUCKET_WORDS, (bucket + 1) * BUCKET_WORDS).some(Boolean);
    expect(numbers.map(isUsed)).toEqual([true, true, true, true, false]);

    // Stores that overwrite those of the same search call for one bucket more.
    for (let i = 0; i < 20; i++) tt.storeEntry(1, i, 0, second);
    tt.growBuckets();
    expect(header[inUse]).toBe(count);
    expect(isUsed(count - 1)).toBe(true);
    expect(found()).toEqual(keys);
    // Two of the thousand entries of the sample: those of the first bucket.
    expect(tt.sampleFilling()).toBe(2);

    // Only what is in use is cleared.
    header.set(FIRST, inUse);
    tt.clearBuckets();
    expect(header.subarray(inUse, inUse + 2)).toEqual(Int32Array.from(FIRST));
    expect([0, count - 1].map(isUsed)).toEqual([false, true]);
  },
);
