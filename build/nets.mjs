/**
 * The networks (NNUE) of the package, from their one list, `src/engine/net/nets.json`: copies them, and generates
 * `src/engine/core/net-addresses.ts`, since bundlers only include files whose addresses are literals in the code.
 * `node build/build.mjs` calls it.
 */

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";

const ADDRESSES = new URL("../src/engine/core/net-addresses.ts", import.meta.url);

/**
 * Network files by the ids of their variants.
 *
 * @type {Readonly<Record<string, string>> & { readonly chess: string }}
 */
export const NETS = JSON.parse(readFileSync(new URL("../src/engine/net/nets.json", import.meta.url), "utf8"));
const NET_FILES = Object.values(NETS);

/** The source of `net-addresses.ts`. */
export function addressesSource() {
  return `${[
    "/** Where the networks (NNUE) are, for bundlers. Generated from `src/engine/net/nets.json` by `build/nets.mjs`; do not edit. */",
    "",
    'import type { NetName } from "../net/nets";',
    "",
    "export const NET_ADDRESSES: Readonly<Record<NetName, () => URL>> = {",
    ...NET_FILES.map((file) => `  "${file}": () => new URL("./${file}", import.meta.url),`),
    "};",
  ].join("\n")}\n`;
}

/**
 * Copies the networks into a folder.
 *
 * @param {string} folder
 */
export function copyNets(folder) {
  for (const file of NET_FILES) copyFileSync(new URL(`../training/nets/${file}`, import.meta.url), `${folder}/${file}`);
}

/** Writes `net-addresses.ts` if it is out of date. */
export function writeAddresses() {
  const source = addressesSource();
  if (readFileSync(ADDRESSES, "utf8") !== source) writeFileSync(ADDRESSES, source);
}
