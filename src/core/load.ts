/** Brings up a core in this thread. */

import { readFile } from "node:fs/promises";
import { instantiateSync } from "@assemblyscript/loader";
import { WazabaError } from "../errors";
import { Core, type CoreExports, type CoreHost, type CoreName } from "./core";

/** The table's size, megabytes. */
export const HASH = { least: 1, usual: 16, most: 2048 } as const;

const PAGE = 65536;
/** Pages of memory besides the table; the core asks for more itself should they not do. */
const CORE_PAGES = 64;
const BUCKET = 64;

const SILENT: CoreHost = { shouldStop: () => 0, onIteration: () => {} };

/**
 * A core with a table of the largest power of two of bytes within `hash` megabytes.
 *
 * @throws {WazabaError} `memory` if there is not so much memory, `core` if the core cannot be loaded
 */
export async function loadCore(name: CoreName, hash: number = HASH.usual, host: CoreHost = SILENT): Promise<Core> {
  const log2Buckets = Math.floor(Math.log2((hash * 2 ** 20) / BUCKET));
  try {
    const exports = name === "wasm" ? await loadWasm(log2Buckets, host) : await loadTwin(log2Buckets, host);
    return new Core(name, hash, exports);
  } catch (error) {
    if (error instanceof RangeError) throw new WazabaError("memory", `there is no memory for ${hash} MB of hash`);
    throw new WazabaError("core", `the ${name} core cannot be loaded: ${(error as Error).message}`);
  }
}

async function loadWasm(log2Buckets: number, host: CoreHost): Promise<CoreExports> {
  const binary = await readFile(new URL("./core.wasm", import.meta.url));
  const memory = new WebAssembly.Memory({ initial: CORE_PAGES, maximum: 65536 });
  const core = instantiateSync(binary, { env: { memory }, host: { ...host } }).exports as unknown as CoreExports;
  core.initialise();
  // The 64 bytes before the table are its header.
  const address = (core.heapEnd() + BUCKET + BUCKET - 1) & -BUCKET;
  const missing = Math.ceil((address + 2 ** log2Buckets * BUCKET) / PAGE) - memory.buffer.byteLength / PAGE;
  if (missing > 0) memory.grow(missing);
  core.setTable(address, log2Buckets);
  return core;
}

/** The twin is one module, so one searcher a thread: loading it again gives the same one a new table. */
async function loadTwin(log2Buckets: number, host: CoreHost): Promise<CoreExports> {
  const location = new URL("./twin.js", import.meta.url).href;
  const twin = (await import(location)) as CoreExports & { connect(host: CoreHost): void };
  twin.connect(host);
  twin.initialise();
  twin.setTable(0, log2Buckets);
  twin.forget();
  return twin;
}
