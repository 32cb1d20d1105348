/**
 * The constants of a build: `asc` takes them by `--use`, esbuild and vitest by `define`, and all fold them, so that what a
 * build has not costs nothing.
 */

import { closeSync, openSync, readSync } from "node:fs";
import { NET_FILES } from "./nets.mjs";

/** Where in a network's file its width stands: 2 bytes, little-endian (`src/net/net.ts`). */
const WIDTH_AT = 8;

/** The width of the networks in `nets/`; the cores are built for it, so all must have the same. */
export function netWidth() {
  const widths = NET_FILES.map((file) => {
    const bytes = Buffer.alloc(2);
    const descriptor = openSync(new URL(`nets/${file}`, import.meta.url), "r");
    readSync(descriptor, bytes, 0, bytes.length, WIDTH_AT);
    closeSync(descriptor);
    return bytes.readUInt16LE();
  });
  if (new Set(widths).size > 1) throw new Error(`the networks in nets/ have different widths: ${widths.join(", ")}`);
  return widths[0];
}

/** The constants of a build, as texts: every game rather than orthodox chess alone, the search trace, the networks' width. */
export function constants({ variants = true, trace = false, width = netWidth() } = {}) {
  return { VARIANTS: variants ? "1" : "0", TRACE: trace ? "1" : "0", NNUE_WIDTH: String(width) };
}

/** The same as flags of `asc`. */
export function ascFlags(options) {
  return Object.entries(constants(options)).flatMap(([name, value]) => ["--use", `${name}=${value}`]);
}
