/** The package's files beside its code, in browsers. Bundlers recognise exactly such URLs, and copy the files. */

import { messageOf, WazabaError } from "../../errors";
import { type Message, message } from "../../message";
import type { AssetName } from "./files";
import { NET_ADDRESSES } from "./net-addresses";

const ADDRESSES: Record<AssetName, () => URL> = {
  "core.wasm": () => new URL("./core.wasm", import.meta.url),
  "core-variants.wasm": () => new URL("./core-variants.wasm", import.meta.url),
  "tt.wasm": () => new URL("./tt.wasm", import.meta.url),
  "tt-shared.wasm": () => new URL("./tt-shared.wasm", import.meta.url),
  "twin.js": () => new URL("./twin.js", import.meta.url),
  "twin-variants.js": () => new URL("./twin-variants.js", import.meta.url),
  "endgame.wasm": () => new URL("./endgame.wasm", import.meta.url),
  "endgame.js": () => new URL("./endgame.js", import.meta.url),
  ...NET_ADDRESSES,
};

/**
 * Fetches a file.
 *
 * @param folder where it is; the package's own if undefined
 * @throws {WazabaError} `asset` if it cannot be loaded
 */
export async function readAsset(name: AssetName, folder?: URL): Promise<Uint8Array<ArrayBuffer>> {
  const address = addressOf(name, folder);
  const held = dataIn(address);
  if (held !== null) return held;
  let reason: Message;
  try {
    const response = await fetch(address);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    reason = String(response.status);
  } catch (error) {
    reason = messageOf(error);
  }
  throw new WazabaError("asset", message`${name} cannot be loaded from ${address.href}: ${reason}`);
}

/**
 * The bytes of a `data:` URL; null for any other URL. Bundlers turn small files into such URLs, and a CSP with
 * `connect-src 'self'` forbids fetching them.
 */
export function dataIn({ href }: URL): Uint8Array<ArrayBuffer> | null {
  const base64 = /^data:[^,]*;base64,(.*)$/s.exec(href)?.[1];
  if (base64 === undefined) return null;
  return Uint8Array.from(atob(decodeURIComponent(base64)), (character) => character.charCodeAt(0));
}

/** Loads a module. @param copy another number gives another instance of it */
export async function importAsset(name: AssetName, folder?: URL, copy = 0): Promise<unknown> {
  const address = addressOf(name, folder);
  if (copy > 0) address.search = `?${copy}`;
  return import(address.href);
}

/** The folder of the files within that of the package's code: all are in one. */
export function folderIn(code: URL): URL {
  return code;
}

function addressOf(name: AssetName, folder: URL | undefined): URL {
  try {
    return folder === undefined ? ADDRESSES[name]() : new URL(name, folder);
  } catch {
    // Where code has no address of its own, as in workerd.
    throw new WazabaError("asset", `${name} has no address here: pass the file itself, in the option assets`);
  }
}
