/** SHA-256 of a file, which identifies it in a run's conditions. */

import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

const CHUNK = 2 ** 20;

/**
 * The SHA-256 of a file of any size, hexadecimal.
 *
 * @throws {Error} if it cannot be read
 */
export function sha256Of(path: string): string {
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(CHUNK);
  const descriptor = openSync(path, "r");
  try {
    for (let length = 1; length > 0; ) {
      length = readSync(descriptor, buffer, 0, CHUNK, null);
      hash.update(buffer.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
}
