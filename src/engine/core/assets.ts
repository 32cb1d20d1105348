/** The package's files beside its code, in Node; `assets.web.ts` stands in for it in browsers. */

import { messageOf, WazabaError } from "../../errors";
import { message } from "../../message";
import type { AssetName } from "./files";

/** Node and browsers share them. A function, so that what needs no files has no address that bundlers look for. */
const ownFolder = () => new URL("./web/", import.meta.url);

/**
 * Reads a file.
 *
 * @param folder where it is; the package's own if undefined
 * @throws {WazabaError} `asset` if it cannot be read
 */
export async function readAsset(name: AssetName, folder = ownFolder()): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded late: the main thread of an engine never needs it, and starts faster without it.
  const { readFile } = await import("node:fs/promises");
  try {
    return await readFile(new URL(name, folder));
  } catch (error) {
    throw new WazabaError("asset", message`${name} cannot be loaded: ${messageOf(error)}`);
  }
}

/** Loads a module. @param copy another number gives another instance of it */
export function importAsset(name: AssetName, folder = ownFolder(), copy = 0): Promise<unknown> {
  return import(new URL(copy === 0 ? name : `${name}?${copy}`, folder).href);
}

/** The folder of the files within that of the package's code. */
export function folderIn(code: URL): URL {
  return new URL("web/", code);
}
