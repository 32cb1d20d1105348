/** The files of the package that a core consists of, and a cache of those already loaded. */

import { NET_NAMES, type NetName } from "../net/nets";
import type { CoreBuild } from "./core";

/** The memory of the WebAssembly cores' transposition table: for one thread, and for threads that share it. */
export const TT_FILES = { own: "tt.wasm", shared: "tt-shared.wasm" } as const;

/** The built files by core and build, in the folder of assets. */
export const FILES = {
  wasm: { chess: "core.wasm", variants: "core-variants.wasm" },
  ts: { chess: "twin.js", variants: "twin-variants.js" },
} as const satisfies Record<string, Record<CoreBuild, string>>;

/** The generator of endgame tables, and its worker's script; loaded with the first table. */
export const ENDGAME_FILES = ["endgame.wasm", "endgame.js"] as const;

export type AssetName =
  | (typeof FILES)["wasm" | "ts"][CoreBuild]
  | (typeof TT_FILES)[keyof typeof TT_FILES]
  | (typeof ENDGAME_FILES)[number]
  | NetName;

/** The files that may be passed to an engine: all but the twin's, which are modules. */
export const FILE_NAMES: readonly AssetName[] = [
  ...Object.values(FILES.wasm),
  ...Object.values(TT_FILES),
  ...NET_NAMES,
];

/** Files that are already loaded: their bytes, or the compiled module. */
export type FileCache = Partial<Record<AssetName, Uint8Array<ArrayBuffer> | WebAssembly.Module>>;
