/** Loads a core into this thread: WebAssembly or twin, network, transposition table. */

import { instantiateSync } from "@assemblyscript/loader";
import { WazabaError } from "../errors";
import { type Net, readNet } from "../net/net";
import { netNameOf } from "../net/nets";
import { now } from "../time/time-management";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";
import { importAsset, readAsset } from "./assets";
import { buildFor, Core, type CoreBuild, type CoreExports, type CoreHost, type CoreName } from "./core";
import { type AssetName, FILES, type Kit } from "./kit";

/** The size of the transposition table, megabytes. */
export const HASH = { least: 1, usual: 16, most: 2048 } as const;

const PAGE = 65536;
/** Memory pages besides the transposition table; the core grows them if necessary. */
const CORE_PAGES = 64;
const BUCKET = 64;
/** The first bytes of WebAssembly: `\0asm`. */
const MAGIC = [0, 0x61, 0x73, 0x6d];

const SILENT: CoreHost = { shouldStop: () => 0, onIteration: () => {} };

export interface LoadOptions {
  /** Megabytes for the transposition table, rounded down to a power of two. @default 16 */
  readonly hash?: number;
  /** The first game. @default orthodox chess */
  readonly variant?: Variant;
  /** For orthodox chess alone, or for every game. @default the one for `variant` */
  readonly build?: CoreBuild;
  /** What the core asks while it searches. @default a host that never stops it */
  readonly host?: CoreHost;
  /** The file of the network that evaluates orthodox chess; null for piece-square tables. @default the one in `assets` */
  readonly net?: Uint8Array | null | undefined;
  /** The folder with the built cores. @default that of this file, once built */
  readonly assets?: URL | undefined;
  /** Files already loaded. Those that are read are added. @default none */
  readonly kit?: Kit;
}

/**
 * Loads a core.
 *
 * @throws {WazabaError} `hash` if the size is out of range, `memory` if there is not enough memory, `wasm` if there is no
 * WebAssembly here, or none with the features that the core needs, `core` or `asset` if the core cannot be loaded for another
 * reason, `variant` if its build does not play the game, `net` if the file is not a network for it
 */
export async function loadCore(
  name: CoreName,
  {
    hash = HASH.usual,
    variant = CHESS,
    build = buildFor(variant),
    host = SILENT,
    net,
    assets,
    kit = {},
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
    // Both files load at once. The core comes last, since loading changes the twin.
    const [network] = await Promise.all([
      net === null ? null : loadNet(net, { assets, kit }),
      name === "wasm" ? compiled(FILES.wasm[build], { assets, kit }) : null,
    ]);
    const exports = await load(FILES[name][build], { assets, kit }, log2Buckets, watch);
    core = new Core(name, build, hash, network, exports);
    core.setVariant(variant);
    return core;
  } catch (error) {
    if (error instanceof WazabaError) throw error;
    if (error instanceof RangeError) throw new WazabaError("memory", `there is no memory for ${hash} MB of hash`);
    throw new WazabaError("core", `the ${name} core cannot be loaded: ${(error as Error).message}`);
  }
}

/** The source of the files. */
type Source = Required<Pick<LoadOptions, "kit">> & Pick<LoadOptions, "assets">;

/** The network of orthodox chess, which every build plays. */
async function loadNet(file: Uint8Array | undefined, source: Source): Promise<Net | null> {
  if (file !== undefined) return readNet(file);
  const name = netNameOf(CHESS);
  if (name === null) return null;
  const bytes = await bytesOf(name, source);
  try {
    return readNet(bytes);
  } catch (error) {
    throw new WazabaError("asset", `${name}: ${(error as Error).message}`);
  }
}

async function loadWasm(name: AssetName, source: Source, log2Buckets: number, host: CoreHost): Promise<CoreExports> {
  const module = await compiled(name, source);
  const memory = new WebAssembly.Memory({ initial: CORE_PAGES, maximum: 65536 });
  const core = instantiateSync(module, { env: { memory }, host: { ...host } }).exports as unknown as CoreExports;
  core.initialise();
  // The 64 bytes before the transposition table are its header.
  const address = (core.heapEnd() + BUCKET + BUCKET - 1) & -BUCKET;
  const missing = Math.ceil((address + 2 ** log2Buckets * BUCKET) / PAGE) - memory.buffer.byteLength / PAGE;
  if (missing > 0) memory.grow(missing);
  core.setTt(address, log2Buckets);
  return core;
}

/** May fail: a page may forbid it (a CSP without `wasm-unsafe-eval`), and an old machine may lack SIMD. */
async function compiled(name: AssetName, source: Source): Promise<WebAssembly.Module> {
  const known = source.kit[name];
  if (known !== undefined && !(known instanceof Uint8Array)) return known;
  if (typeof WebAssembly === "undefined") throw new WazabaError("wasm", "there is no WebAssembly here");
  const binary = await bytesOf(name, source);
  // Some servers answer unknown paths with an HTML page.
  if (MAGIC.some((byte, i) => binary[i] !== byte))
    throw new WazabaError("asset", `${name}: the file is not WebAssembly`);
  try {
    const module = await WebAssembly.compile(binary);
    source.kit[name] = module;
    return module;
  } catch (error) {
    throw new WazabaError("wasm", `WebAssembly cannot be used here: ${(error as Error).message}`);
  }
}

/** The twin is one module, so there is one searcher a thread: loading it again gives it a new transposition table. */
async function loadTwin(name: AssetName, source: Source, log2Buckets: number, host: CoreHost): Promise<CoreExports> {
  const twin = (await imported(name, source)) as CoreExports & { connect(host: CoreHost): void };
  // First the transposition table: if there is no memory for it, the twin stays as it is.
  twin.setTt(0, log2Buckets);
  twin.connect(host);
  twin.initialise();
  twin.clearHistories();
  return twin;
}

async function imported(name: AssetName, { assets }: Source): Promise<unknown> {
  try {
    return await importAsset(name, assets);
  } catch (error) {
    throw new WazabaError("asset", `${name} cannot be loaded: ${(error as Error).message}`);
  }
}

async function bytesOf(name: AssetName, { assets, kit }: Source): Promise<Uint8Array<ArrayBuffer>> {
  const known = kit[name];
  if (known instanceof Uint8Array) return known;
  const bytes = await readAsset(name, assets);
  kit[name] = bytes;
  return bytes;
}
