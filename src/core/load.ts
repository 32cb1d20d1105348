/** Brings up a core in this thread. */

import { instantiateSync } from "@assemblyscript/loader";
import { WazabaError } from "../errors";
import { type Net, readNet } from "../net/net";
import { now } from "../time/clock";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";
import { buildFor, Core, type CoreBuild, type CoreExports, type CoreHost, type CoreName } from "./core";

/** The table's size, megabytes. */
export const HASH = { least: 1, usual: 16, most: 2048 } as const;

const PAGE = 65536;
/** Pages of memory besides the table; the core asks for more itself should they not do. */
const CORE_PAGES = 64;
const BUCKET = 64;

/** The built files, in the folder of assets. */
const FILES = {
  wasm: { chess: "core.wasm", variants: "core-variants.wasm" },
  ts: { chess: "twin.js", variants: "twin-variants.js" },
} as const;

const NET = "chess.net";

const SILENT: CoreHost = { shouldStop: () => 0, onIteration: () => {} };

export interface LoadOptions {
  /** Megabytes for the transposition table, of which the largest power of two is used. @default 16 */
  readonly hash?: number;
  /** The game to begin with. @default orthodox chess */
  readonly variant?: Variant;
  /** For orthodox chess alone, or for every game. @default the one that `variant` wants */
  readonly build?: CoreBuild;
  /** What the core asks while it searches. @default one that never stops it */
  readonly host?: CoreHost;
  /** The file of the network that evaluates orthodox chess; null for piece-square tables. @default the one in `assets` */
  readonly net?: Uint8Array | null | undefined;
  /** The folder with the built cores. @default that of this file, once built */
  readonly assets?: URL;
}

/**
 * Brings up a core.
 *
 * @throws {WazabaError} `hash` if the table is out of range, `memory` if there is not so much memory, `core` if the core
 * cannot be loaded, `variant` if its build does not play the game, `net` if the file is no network for it
 */
export async function loadCore(
  name: CoreName,
  {
    hash = HASH.usual,
    variant = CHESS,
    build = buildFor(variant),
    host = SILENT,
    net,
    assets = new URL("./", import.meta.url),
  }: LoadOptions = {},
): Promise<Core> {
  if (!(hash >= HASH.least && hash <= HASH.most)) {
    throw new WazabaError("hash", `hash: ${hash} is not from ${HASH.least} to ${HASH.most} megabytes`);
  }
  const log2Buckets = Math.floor(Math.log2((hash * 2 ** 20) / BUCKET));
  const load = name === "wasm" ? loadWasm : loadTwin;
  let core: Core;
  const watch = { ...host, shouldStop: () => (host.shouldStop() !== 0 || now() >= core.deadline ? 1 : 0) };
  try {
    const network = await loadNet(net, assets);
    const exports = await load(new URL(FILES[name][build], assets), log2Buckets, watch);
    core = new Core(name, build, hash, network, exports);
    core.setVariant(variant);
    return core;
  } catch (error) {
    if (error instanceof WazabaError) throw error;
    if (error instanceof RangeError) throw new WazabaError("memory", `there is no memory for ${hash} MB of hash`);
    throw new WazabaError("core", `the ${name} core cannot be loaded: ${(error as Error).message}`);
  }
}

async function loadNet(file: Uint8Array | null | undefined, assets: URL): Promise<Net | null> {
  if (file === null) return null;
  return readNet(file ?? (await read(new URL(NET, assets))));
}

async function read(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded here, since the main thread of an engine never comes here and starts sooner without.
  const { readFile } = await import("node:fs/promises");
  return readFile(file);
}

async function loadWasm(file: URL, log2Buckets: number, host: CoreHost): Promise<CoreExports> {
  const binary = await read(file);
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
async function loadTwin(file: URL, log2Buckets: number, host: CoreHost): Promise<CoreExports> {
  const twin = (await import(file.href)) as CoreExports & { connect(host: CoreHost): void };
  // The table first: if there is no memory for it the twin goes on as it is.
  twin.setTable(0, log2Buckets);
  twin.connect(host);
  twin.initialise();
  twin.forget();
  return twin;
}
