/**
 * The constants of a build: `asc` takes them by `--use`, esbuild and vitest by `define`. All of them fold constants, so a feature
 * that a build leaves out costs nothing.
 */

import { closeSync, openSync, readSync } from "node:fs";
import { NETS } from "./nets.mjs";

/**
 * The sizes of a network: accumulators per perspective, and the sizes of its first and second layer, 0 without layers.
 *
 * @typedef {readonly [width: number, layer1: number, layer2: number]} NetSizes
 */

/**
 * What a build has: every variant rather than orthodox chess alone (`variants`), the search trace, and networks of other sizes than
 * those of the package's.
 *
 * @typedef {{ readonly variants?: boolean, readonly trace?: boolean, readonly sizes?: NetSizes }} BuildOptions
 */

/** Offsets of the version and the sizes in a network file: 2 bytes each, little-endian (`src/engine/net/net.ts`). */
const VERSION_AT = 4;
const WIDTH_AT = 8;
const LAYER_1_AT = 14;
const LAYER_2_AT = 16;
/** The version with layers. */
const LAYERED = 3;

/**
 * The sizes of the networks of all variants but orthodox chess: the width, a multiple of 64, and no layers. Narrow, because such a net
 * is downloaded with its variant and trained on a few million positions.
 *
 * @type {NetSizes}
 */
const VARIANTS_SIZES = [128, 0, 0];

/**
 * The sizes of a network in `training/nets/`.
 *
 * @param {string} file
 * @returns {NetSizes}
 */
function sizesOf(file) {
  const bytes = Buffer.alloc(LAYER_2_AT + 2);
  const descriptor = openSync(new URL(`../training/nets/${file}`, import.meta.url), "r");
  readSync(descriptor, bytes, 0, bytes.length, 0);
  closeSync(descriptor);
  const width = bytes.readUInt16LE(WIDTH_AT);
  if (bytes.readUInt16LE(VERSION_AT) !== LAYERED) return [width, 0, 0];
  return [width, bytes.readUInt16LE(LAYER_1_AT), bytes.readUInt16LE(LAYER_2_AT)];
}

/** The sizes of the networks of both builds of the core: for orthodox chess those of its network file. */
export function netSizes() {
  const { chess, ...others } = NETS;
  for (const file of Object.values(others)) {
    const sizes = sizesOf(file);
    if (String(sizes) !== String(VARIANTS_SIZES))
      throw new Error(`training/nets/${file} has the sizes ${sizes} instead of ${VARIANTS_SIZES}`);
  }
  return { chess: sizesOf(chess), variants: VARIANTS_SIZES };
}

/**
 * The constants of a build as strings; the sizes of both builds are for the host.
 *
 * @param {BuildOptions} options
 */
export function constants({ variants = true, trace = false, sizes } = {}) {
  const ofBuilds = netSizes();
  const [width, layer1, layer2] = sizes ?? (variants ? ofBuilds.variants : ofBuilds.chess);
  return {
    VARIANTS: variants ? "1" : "0",
    TRACE: trace ? "1" : "0",
    NNUE_WIDTH: String(width),
    NNUE_LAYER_1: String(layer1),
    NNUE_LAYER_2: String(layer2),
    CHESS_NNUE: JSON.stringify(ofBuilds.chess),
    VARIANTS_NNUE: JSON.stringify(ofBuilds.variants),
  };
}

/**
 * The same as flags for `asc`, without those of the host, and the source of more exports in a build for every variant.
 *
 * @param {BuildOptions} [options]
 */
export function ascFlags(options) {
  const { CHESS_NNUE: _, VARIANTS_NNUE: __, ...ofCore } = constants(options);
  const entries = ofCore.VARIANTS === "1" ? ["assembly/index-variants.ts"] : [];
  return [...entries, ...Object.entries(ofCore).flatMap(([name, value]) => ["--use", `${name}=${value}`])];
}
