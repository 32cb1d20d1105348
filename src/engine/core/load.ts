/** Loads a core into this thread: WebAssembly or twin, network, transposition table. */

import type * as ttBuckets from "../../../assembly/search/tt-buckets";
import { CHESS } from "../../chess/variants/games";
import type { Variant } from "../../chess/variants/variant";
import { messageOf, WazabaError } from "../../errors";
import { type Message, message } from "../../message";
import { gameOfNet, isNetOf, type Net, readNet } from "../net/net";
import { netNameOf } from "../net/nets";
import { now } from "../time/time-management";
import { importAsset, readAsset } from "./assets";
import { buildFor, Core, type CoreBuild, type CoreExports, type CoreHost, type CoreName, type NetLoader } from "./core";
import { type AssetName, FILES, type FileCache, TT_FILES } from "./files";
import { compile, instantiate, newMemory } from "./wasm";

/** The size of the transposition table, megabytes: at most what WebAssembly's 4 GB hold besides its header. */
export const HASH = { min: 1, default: 16, max: 4095 } as const;

const PAGE = 65536;
/** Memory pages of a core without its transposition table; it grows them if necessary. */
const CORE_PAGES = 64;
const MAX_PAGES = 65536;
/** Pages before the buckets of a transposition table (`assembly/search/tt-buckets.ts`). */
const TT_HEADER_PAGES = 1;
const BUCKET = 64;
/** The first bytes of WebAssembly: `\0asm`. */
const MAGIC = [0, 0x61, 0x73, 0x6d];

const SILENT: CoreHost = { shouldStop: () => 0, onIteration: () => {} };

export interface LoadOptions {
  /** Megabytes for the transposition table. @default 16 */
  readonly hash?: number;
  /** The first variant. @default orthodox chess */
  readonly variant?: Variant;
  /** For orthodox chess only, or for every variant. @default the one for `variant` */
  readonly build?: CoreBuild;
  /** What the core calls while it searches. @default a host that never stops it */
  readonly host?: CoreHost;
  /**
   * The file of a network, for the variant that it names; the others keep theirs. Null for piece-square tables in all variants.
   * @default those in `assets`
   */
  readonly net?: Uint8Array | null | undefined;
  /**
   * Receives the reason if a variant's network in `assets` cannot be loaded; piece-square tables then evaluate that variant. Without
   * the network of orthodox chess no core is loaded.
   */
  readonly onNoNet?: (reason: Message) => void;
  /** The folder with the built cores. @default that of this file, once built */
  readonly assets?: URL | undefined;
  /** Whether cores of other threads may share the transposition table; the twin shares nothing. @default false */
  readonly isShared?: boolean;
  /** The main thread's core, if this one helps it; with the same hash size. @default none */
  readonly main?: MainCore | undefined;
  /** Which instance of the twin's module: two cores that a thread uses at the same time need one each. @default 0 */
  readonly copy?: number | undefined;
  /** Files already loaded. Files that are read are added. @default none */
  readonly files?: FileCache;
}

/** What a helper thread needs of the main thread. */
export interface MainCore {
  /** `Core.ttMemory`. */
  readonly ttMemory: WebAssembly.Memory;
  /** The number of the helper, from 1. */
  readonly thread: number;
}

/**
 * Loads a core.
 *
 * @throws {WazabaError} `hash` if the size is out of range, `memory` if there is not enough memory, `wasm` if WebAssembly, or a
 * feature of it that the core needs, is not available, `core` or `asset` if the core cannot be loaded for another reason, `variant` if
 * its build does not play the variant, `net` if the file is not a network
 */
export async function loadCore(
  name: CoreName,
  {
    hash = HASH.default,
    variant = CHESS,
    build = buildFor(variant),
    host = SILENT,
    net,
    onNoNet = () => {},
    assets,
    isShared = false,
    main,
    files = {},
    copy = 0,
  }: LoadOptions = {},
): Promise<Core> {
  if (!(hash >= HASH.min && hash <= HASH.max)) {
    throw new WazabaError("hash", `hash: ${hash} is not from ${HASH.min} to ${HASH.max} megabytes`);
  }
  const pages = Math.floor((hash * 2 ** 20) / PAGE);
  const count = (pages * PAGE) / BUCKET;
  let core: Core;
  const watch = {
    probeTables: () => 0,
    ...host,
    shouldStop: () => (host.shouldStop() !== 0 || now() >= core.deadline ? 1 : 0),
  };
  try {
    const source = { assets, files: files };
    if (net instanceof Uint8Array) gameOfNet(net);
    const others = netLoader(build, net, source, onNoNet);
    const game = build === "chess" ? CHESS : variant;
    const first = others(game);
    const loader: NetLoader = (variant) => (variant === game ? first : others(variant));
    if (name === "wasm") {
      const memory = main?.ttMemory ?? newMemory(TT_HEADER_PAGES + pages, isShared);
      const tt = { memory, count, isShared: isShared || main !== undefined, isJoined: main !== undefined };
      // All files load at once.
      const [exports] = await Promise.all([loadWasm(FILES.wasm[build], source, tt, watch), first]);
      core = new Core(name, build, hash, loader, exports, tt.isShared ? memory : null, main?.thread);
    } else {
      // The twin comes last, since loading changes it.
      await first;
      core = new Core(name, build, hash, loader, await loadTwin(FILES.ts[build], source, copy, count, watch));
    }
    await core.prepare(game);
    core.setVariant(variant);
    return core;
  } catch (error) {
    if (error instanceof WazabaError) throw error;
    if (error instanceof RangeError) {
      throw new WazabaError(
        "memory",
        main ? message`not enough memory for another thread` : message`not enough memory for ${hash} MB of hash`,
      );
    }
    throw new WazabaError("core", message`the ${name} core cannot be loaded: ${messageOf(error)}`);
  }
}

/** The functions of the transposition table that a loader calls. */
type TtExports = Pick<typeof ttBuckets, "useBuckets" | "joinBuckets">;

/** The memory of a transposition table. */
interface TtMemory {
  readonly memory: WebAssembly.Memory;
  /** The number of buckets. */
  readonly count: number;
  readonly isShared: boolean;
  /** Whether it belongs to another core. */
  readonly isJoined: boolean;
}

/** The source of the files. */
type Source = Required<Pick<LoadOptions, "files">> & Pick<LoadOptions, "assets">;

/** Loads the networks of a build's variants: the given file, for its own variant, or those of the package. */
function netLoader(
  build: CoreBuild,
  file: LoadOptions["net"],
  source: Source,
  onNoNet: (reason: Message) => void,
): NetLoader {
  return async (variant) => {
    // The network of orthodox chess has the width of the other build.
    if (file === null || build !== buildFor(variant)) return null;
    if (file !== undefined && isNetOf(file, variant)) return readNet(file, variant);
    try {
      return await packagedNet(variant, source);
    } catch (error) {
      if (build === "chess") throw error;
      onNoNet(message`${variant.id}: ${messageOf(error)}; piece-square tables evaluate`);
      return null;
    }
  };
}

/** The network of a variant among the package's files; null if there is none. */
async function packagedNet(variant: Variant, source: Source): Promise<Net | null> {
  const name = netNameOf(variant);
  if (name === null) return null;
  const bytes = await bytesOf(name, source);
  try {
    return readNet(bytes, variant);
  } catch (error) {
    throw new WazabaError("asset", message`${name}: ${messageOf(error)}`);
  }
}

/** A core with its own memory, and its transposition table in another memory, which threads may share. */
async function loadWasm(name: AssetName, source: Source, tt: TtMemory, host: CoreHost): Promise<CoreExports> {
  const [module, ttModule] = await Promise.all([
    compiled(name, source),
    compiled(tt.isShared ? TT_FILES.shared : TT_FILES.own, source),
  ]);
  const buckets = instantiate<TtExports>(ttModule, { env: { memory: tt.memory } });
  if (tt.isJoined) buckets.joinBuckets(tt.count);
  else buckets.useBuckets(tt.count);
  const memory = new WebAssembly.Memory({ initial: CORE_PAGES, maximum: MAX_PAGES });
  const core = instantiate<CoreExports>(module, { env: { memory }, host: { ...host }, tt: { ...buckets } });
  core.initialise();
  return core;
}

async function compiled(name: AssetName, source: Source): Promise<WebAssembly.Module> {
  const known = source.files[name];
  if (known !== undefined && !(known instanceof Uint8Array)) return known;
  const binary = await bytesOf(name, source);
  // Some servers answer unknown paths with an HTML page.
  if (MAGIC.some((byte, i) => binary[i] !== byte))
    throw new WazabaError("asset", message`${name}: the file is not WebAssembly`);
  const module = await compile(binary);
  source.files[name] = module;
  return module;
}

/** The twin is one module, so there is one core per copy of it: loading it again gives it a new transposition table. */
async function loadTwin(
  name: AssetName,
  source: Source,
  copy: number,
  buckets: number,
  host: CoreHost,
): Promise<CoreExports> {
  const twin = (await imported(name, source, copy)) as CoreExports & TtExports & { connect(host: CoreHost): void };
  // First the transposition table: if there is not enough memory for it, the twin stays as it is.
  twin.useBuckets(buckets);
  twin.connect(host);
  twin.initialise();
  twin.clearTt();
  twin.clearHistories();
  return twin;
}

async function imported(name: AssetName, { assets }: Source, copy: number): Promise<unknown> {
  try {
    return await importAsset(name, assets, copy);
  } catch (error) {
    if (error instanceof WazabaError) throw error;
    throw new WazabaError("asset", message`${name} cannot be loaded: ${messageOf(error)}`);
  }
}

async function bytesOf(name: AssetName, { assets, files }: Source): Promise<Uint8Array<ArrayBuffer>> {
  const known = files[name];
  if (known instanceof Uint8Array) return known;
  const bytes = await readAsset(name, assets);
  files[name] = bytes;
  return bytes;
}
