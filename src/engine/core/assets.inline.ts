/**
 * The package's files inside its code, for `wazaba/inline`; stands in for `assets.web.ts` there. They are deflated (`-raw`),
 * then base64: half the size of base64 alone, and only the files that are used are inflated. A worker gets them from the thread that
 * starts it.
 */

import files from "inlined:files";
import { WazabaError } from "../../errors";
import type { AssetName } from "./files";

/**
 * Unpacks a file.
 *
 * @throws {WazabaError} `asset` if it is not included
 */
export async function readAsset(name: AssetName): Promise<Uint8Array<ArrayBuffer>> {
  const packed = files[name];
  if (packed === undefined) {
    throw new WazabaError(
      "asset",
      `${name} is not part of this file; ${name.endsWith(".net") ? `it is wazaba/${name} in the package, for the option net` : "the package has it"}`,
    );
  }
  const deflated = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const inflated = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(inflated).arrayBuffer());
}

/** Loads a module. @param copy another number gives another instance of it */
export async function importAsset(name: AssetName, _folder?: URL, copy = 0): Promise<unknown> {
  const text = new Blob([await readAsset(name)], { type: "text/javascript" });
  // Node, which has no web workers, cannot import a blob. A page's CSP is more likely to allow blobs than data.
  if (typeof Worker === "undefined")
    return import(`data:text/javascript,${encodeURIComponent(await text.text())}#${copy}`);
  const address = URL.createObjectURL(text);
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** There is no folder. */
export function folderIn(code: URL): URL {
  return code;
}
