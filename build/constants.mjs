/**
 * The constants of a build: `asc` takes them by `--use`, esbuild and vitest by `define`, and all fold them, so that what a
 * build has not costs nothing.
 */

import { closeSync, openSync, readSync } from "node:fs";
import { NETS } from "./nets.mjs";

/** Where in a network's file its width stands: 2 bytes, little-endian (`src/engine/net/net.ts`). */
const WIDTH_AT = 8;

/**
 * The width of the networks of all games but orthodox chess, a multiple of 64. Narrow: such a net is fetched with its game, and
 * learns from some million positions.
 */
const VARIANTS_WIDTH = 128;

/** The width in a network's file in `training/nets/`. */
function widthOf(file) {
  const bytes = Buffer.alloc(2);
  const descriptor = openSync(new URL(`../training/nets/${file}`, import.meta.url), "r");
  readSync(descriptor, bytes, 0, bytes.length, WIDTH_AT);
  closeSync(descriptor);
  return bytes.readUInt16LE();
}

/** The widths of the networks that each build of the core plays: the chess one's is that of its network's file. */
export function netWidths() {
  const { chess, ...others } = NETS;
  for (const file of Object.values(others)) {
    const width = widthOf(file);
    if (width !== VARIANTS_WIDTH)
      throw new Error(`training/nets/${file} has the width ${width}, not ${VARIANTS_WIDTH}`);
  }
  return { chess: widthOf(chess), variants: VARIANTS_WIDTH };
}

/**
 * The constants of a build, as texts: every game rather than orthodox chess alone, the search trace, the width of its networks;
 * and the widths of both builds, for the host.
 */
export function constants({ variants = true, trace = false, width } = {}) {
  const widths = netWidths();
  return {
    VARIANTS: variants ? "1" : "0",
    TRACE: trace ? "1" : "0",
    NNUE_WIDTH: String(width ?? (variants ? widths.variants : widths.chess)),
    CHESS_NNUE_WIDTH: String(widths.chess),
    VARIANTS_NNUE_WIDTH: String(widths.variants),
  };
}

/** The same as flags of `asc`. */
export function ascFlags(options) {
  return Object.entries(constants(options)).flatMap(([name, value]) => ["--use", `${name}=${value}`]);
}
