/** The package's files beside its code, in Node; `assets.web.ts` stands in for it in browsers. */

import type { AssetName } from "./kit";

/**
 * Reads a file.
 *
 * @param folder where it is; the package's own if undefined
 */
export async function readAsset(name: AssetName, folder: URL | undefined): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded here, since the main thread of an engine never comes here and starts sooner without.
  const { readFile } = await import("node:fs/promises");
  return readFile(new URL(name, folder ?? import.meta.url));
}

/** Loads a module. */
export function importAsset(name: AssetName, folder: URL | undefined): Promise<unknown> {
  return import(new URL(name, folder ?? import.meta.url).href);
}
