/**
 * The constants of a build: `asc` takes them by `--use`, esbuild and vitest by `define`. All of them fold constants, so a feature
 * that a build leaves out costs nothing.
 */

import { closeSync, openSync, readSync } from "node:fs";
import { NETS } from "./nets.mjs";

/**
 * What a build has: every variant rather than orthodox chess alone (`variants`), the search trace, and networks of a width other
 * than that of the package's.
 *
 * @typedef {{ readonly variants?: boolean, readonly trace?: boolean, readonly width?: number }} BuildOptions
 */

/** Offset of the width in a network file: 2 bytes, little-endian (`src/engine/net/net.ts`). */
const WIDTH_AT = 8;

/**
 * The width of the networks of all variants but orthodox chess, a multiple of 64. Narrow, because such a net is downloaded with its
 * variant and trained on a few million positions.
 */
const VARIANTS_WIDTH = 128;

/**
 * The width of a network in `training/nets/`.
 *
 * @param {string} file
 */
function widthOf(file) {
  const bytes = Buffer.alloc(2);
  const descriptor = openSync(new URL(`../training/nets/${file}`, import.meta.url), "r");
  readSync(descriptor, bytes, 0, bytes.length, WIDTH_AT);
  closeSync(descriptor);
  return bytes.readUInt16LE();
}

/** The widths of the networks of both builds of the core: for orthodox chess that of its network file. */
export function netWidths() {
  const { chess, ...others } = NETS;
  for (const file of Object.values(others)) {
    const width = widthOf(file);
    if (width !== VARIANTS_WIDTH)
      throw new Error(`training/nets/${file} is ${width} wide instead of ${VARIANTS_WIDTH}`);
  }
  return { chess: widthOf(chess), variants: VARIANTS_WIDTH };
}

/**
 * The constants of a build as strings; the widths of both builds are for the host.
 *
 * @param {BuildOptions} options
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

/**
 * The same as flags for `asc`.
 *
 * @param {BuildOptions} [options]
 */
export function ascFlags(options) {
  return Object.entries(constants(options)).flatMap(([name, value]) => ["--use", `${name}=${value}`]);
}
