/** Brings up a core in this thread. */

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

export interface LoadOptions {
  /** Megabytes for the transposition table, of which the largest power of two is used. @default 16 */
  readonly hash?: number;
  /** What the core asks while it searches. @default one that never stops it */
  readonly host?: CoreHost;
  /** The folder with `core.wasm` and `twin.js`. @default that of this file, once built */
  readonly assets?: URL;
}

/**
 * Brings up a core.
 *
 * @throws {WazabaError} `hash` if the table is out of range, `memory` if there is not so much memory, `core` if the core
 * cannot be loaded
 */
export async function loadCore(
  name: CoreName,
  { hash = HASH.usual, host = SILENT, assets = new URL("./", import.meta.url) }: LoadOptions = {},
): Promise<Core> {
  if (!(hash >= HASH.least && hash <= HASH.most)) {
    throw new WazabaError("hash", `hash: ${hash} is not from ${HASH.least} to ${HASH.most} megabytes`);
  }
  const log2Buckets = Math.floor(Math.log2((hash * 2 ** 20) / BUCKET));
  const load = name === "wasm" ? loadWasm : loadTwin;
  try {
    const exports = await load(assets, log2Buckets, host);
    return new Core(name, hash, exports);
  } catch (error) {
    if (error instanceof RangeError) throw new WazabaError("memory", `there is no memory for ${hash} MB of hash`);
    throw new WazabaError("core", `the ${name} core cannot be loaded: ${(error as Error).message}`);
  }
}

async function loadWasm(assets: URL, log2Buckets: number, host: CoreHost): Promise<CoreExports> {
  // Loaded here, since the main thread of an engine never comes here and starts sooner without.
  const { readFile } = await import("node:fs/promises");
  const binary = await readFile(new URL("core.wasm", assets));
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
async function loadTwin(assets: URL, log2Buckets: number, host: CoreHost): Promise<CoreExports> {
  const location = new URL("twin.js", assets).href;
  const twin = (await import(location)) as CoreExports & { connect(host: CoreHost): void };
  twin.connect(host);
  twin.initialise();
  twin.setTable(0, log2Buckets);
  twin.forget();
  return twin;
}
