/** The largest transposition table, all of it in use: 4 GB of memory. */

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type * as ttBuckets from "../../assembly/search/tt-buckets";
import { BOUND_EXACT, packBound } from "../../assembly/search/tt-entry";
import { HASH } from "../../src/engine/core/load";
import { RUNS_ALL } from "../support/slow";

const PAGES_PER_MB = 16;
const BUCKETS_PER_MB = 16_384;
/** Enough for almost every page of memory. */
const KEYS = 4_000_000;

test.runIf(RUNS_ALL)(`${HASH.max} MB are used and cleared`, { timeout: 300_000 }, async () => {
  const pages = 1 + HASH.max * PAGES_PER_MB;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const binary = await readFile(new URL("../../dist/web/tt.wasm", import.meta.url));
  const { instance } = await WebAssembly.instantiate(binary, { env: { memory } });
  const tt = instance.exports as unknown as typeof ttBuckets;
  const buckets = HASH.max * BUCKETS_PER_MB;
  tt.useBuckets(buckets);
  // All of it at once, by the number in use and the mask in the header.
  const header = new Int32Array(memory.buffer, 0, 16_384);
  const inUse = header.findIndex((word, i) => word === BUCKETS_PER_MB && header[i + 1] === BUCKETS_PER_MB - 1);
  header.set([buckets, 2 ** 26 - 1], inUse);
  const second = packBound(9, false, BOUND_EXACT, 0);
  // Multiples of an odd number: no two are equal, and they are evenly spread.
  const low = (i: number) => Math.imul(i, 0x9e3779b1);
  for (let i = 0; i < KEYS; i++) tt.storeEntry(low(i), i, i, second);
  let found = 0;
  for (let i = 0; i < KEYS; i++) if (tt.findEntry(low(i), i) !== 0 && tt.firstWord() === i) found++;
  expect(found).toBe(KEYS);
  tt.clearBuckets();
  const words = new Int32Array(memory.buffer, 65_536);
  expect(words.findIndex((word) => word !== 0)).toBe(-1);
});
