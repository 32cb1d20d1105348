/** Files of a limited size. */

import { closeSync, openSync, readSync } from "node:fs";

/** The most that is read, bytes. */
export const MAX_FILE = 2 ** 20;

/** The bytes of a file, cut at the limit: it may be a device, which never ends. @throws what Node throws if it cannot be read */
export function readStart(file: string): Uint8Array {
  const buffer = Buffer.alloc(MAX_FILE);
  const descriptor = openSync(file, "r");
  try {
    let length = 0;
    for (let more = 1; more > 0 && length < MAX_FILE; length += more) {
      more = readSync(descriptor, buffer, length, MAX_FILE - length, null);
    }
    return buffer.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}
