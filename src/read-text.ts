/** Text files in Node, in any encoding, also gzipped. */

import { readFileSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip, gunzipSync } from "node:zlib";
import { decodeText } from "./decode";

/** The text of a whole file. @throws what Node throws if it cannot be read */
export function readTextFile(file: string | URL): string {
  const bytes = readFileSync(file);
  return decodeText(isGzip(bytes) ? gunzipSync(bytes) : bytes);
}

type Pieces = AsyncGenerator<Uint8Array, void, undefined>;

/** The bytes of a file that arrives in pieces, decompressed if it is gzipped. */
export async function* unzipped(pieces: Pieces): Pieces {
  const { value: first } = await pieces.next();
  if (first === undefined) return;
  async function* all() {
    yield first as Uint8Array;
    yield* pieces;
  }
  if (isGzip(first)) yield* pipeline(all, createGunzip(), () => {}) as AsyncIterable<Uint8Array>;
  else yield* all();
}

function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}
