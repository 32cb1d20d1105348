/**
 * The constants of a build: `asc` takes them by `--use`, esbuild and vitest by `define`, and all fold them, so that what a
 * build has not costs nothing.
 */

import { closeSync, openSync, readSync } from "node:fs";
import { NETS } from "./nets.mjs";

/** Where in a network's file its version and its sizes stand: 2 bytes each, little-endian (`src/net/net.ts`). */
const VERSION_AT = 4;
const WIDTH_AT = 8;
const LAYER_1_AT = 14;
const LAYER_2_AT = 16;
/** The version with layers. */
const LAYERED = 3;

/**
 * The sizes of the networks of all games but orthodox chess: the width, a multiple of 64, and no layers. Narrow: such a net is fetched
 * with its game, and learns from some million positions.
 */
const VARIANTS_SIZES = [128, 0, 0];

/** The width of a network's file in `nets/`, and the sizes of its layers. */
function sizesOf(file) {
  const bytes = Buffer.alloc(LAYER_2_AT + 2);
  const descriptor = openSync(new URL(`nets/${file}`, import.meta.url), "r");
  readSync(descriptor, bytes, 0, bytes.length, 0);
  closeSync(descriptor);
  const layers = bytes.readUInt16LE(VERSION_AT) === LAYERED ? [LAYER_1_AT, LAYER_2_AT] : [];
  const [width, layer1 = 0, layer2 = 0] = [WIDTH_AT, ...layers].map((at) => bytes.readUInt16LE(at));
  return [width, layer1, layer2];
}

/** The sizes of the networks that each build of the core plays: the chess one's are those of its network's file. */
export function netSizes() {
  const { chess, ...others } = NETS;
  for (const file of Object.values(others)) {
    const sizes = sizesOf(file);
    if (String(sizes) !== String(VARIANTS_SIZES))
      throw new Error(`nets/${file} has sizes ${sizes}, not ${VARIANTS_SIZES}`);
  }
  return { chess: sizesOf(chess), variants: VARIANTS_SIZES };
}

/**
 * The constants of a build, as texts: every game rather than orthodox chess alone, the search trace, the sizes of its networks;
 * and those of both builds, for the host.
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

/** The same as flags of `asc`, which needs no word of the host's. */
export function ascFlags(options) {
  const { CHESS_NNUE: _, VARIANTS_NNUE: __, ...ofCore } = constants(options);
  return Object.entries(ofCore).flatMap(([name, value]) => ["--use", `${name}=${value}`]);
}
