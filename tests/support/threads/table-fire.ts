/** A shared transposition table under the fire of several threads. */

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

const TABLE = new URL("../../../dist/web/tt-shared.wasm", import.meta.url);
const PAGE = 65536;
const THREADS = 4;
const ENTRIES = 4;
const FIRST_BUCKETS = 2 ** 14;

/** What the threads have met, all together. */
export interface Met {
  readonly probes: number;
  readonly found: number;
  /** Entries that nobody has stored. */
  readonly wrong: number;
  readonly examples: readonly unknown[];
  /** Whether the table has grown beyond what is in use at first. */
  readonly hasGrown: boolean;
}

/** Four threads store and probe the table of one of them, of so many buckets, with so many keys that it is always full. */
export async function fireAt(log2Buckets: number, ms: number): Promise<Met> {
  const module = await WebAssembly.compile(await readFile(TABLE));
  const buckets = 2 ** log2Buckets;
  const pages = 1 + Math.ceil((64 * buckets) / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const keys = 2 * ENTRIES * buckets;
  const all = await Promise.all(
    Array.from({ length: THREADS }, async (_, i) => {
      const workerData = { module, memory, buckets, isOwner: i === 0, keys, ms, seed: 1998 + 7919 * i };
      const worker = new Worker(new URL("table-fire-worker.mjs", import.meta.url), { workerData });
      const [report] = await once(worker, "message");
      return report;
    }),
  );
  const sum = (field: "probes" | "found" | "wrong") => all.reduce((total, report) => total + report[field], 0);
  const examples = all.flatMap(({ example }) => example ?? []);
  const beyond = new Int32Array(memory.buffer).subarray((PAGE + 64 * FIRST_BUCKETS) / 4);
  const hasGrown = beyond.some((word) => word !== 0);
  return { probes: sum("probes"), found: sum("found"), wrong: sum("wrong"), examples, hasGrown };
}
