/** The package's files beside its code, in Node; `assets.web.ts` stands in for it in browsers. */

import type { AssetName } from "./kit";

/** Node and browsers share them. */
const FOLDER = new URL("./web/", import.meta.url);

/**
 * Reads a file.
 *
 * @param folder where it is; the package's own if undefined
 */
export async function readAsset(name: AssetName, folder = FOLDER): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded here, since the main thread of an engine never comes here and starts sooner without.
  const { readFile } = await import("node:fs/promises");
  return readFile(new URL(name, folder));
}

/** Loads a module. */
export function importAsset(name: AssetName, folder = FOLDER): Promise<unknown> {
  return import(new URL(name, folder).href);
}
