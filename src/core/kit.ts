/** What a core is made of: files of the package, and those of them that somebody has at hand. */

import type { NetName } from "../net/nets";
import type { CoreBuild } from "./core";

/** The built files by core and game, in the folder of assets. */
export const FILES = {
  wasm: { chess: "core.wasm", variants: "core-variants.wasm" },
  ts: { chess: "twin.js", variants: "twin-variants.js" },
} as const satisfies Record<string, Record<CoreBuild, string>>;

export type AssetName = (typeof FILES)["wasm" | "ts"][CoreBuild] | NetName;

/** Files that need not be fetched: their bytes, or the compiled module. */
export type Kit = Partial<Record<AssetName, Uint8Array<ArrayBuffer> | WebAssembly.Module>>;
