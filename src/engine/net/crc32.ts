/** CRC-32, the checksum of gzip and PNG. */

/** The checksum of several chunks in sequence. */
export function crc32(chunks: readonly Uint8Array[]): number {
  table ??= Int32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
    return rest;
  });
  let sum = -1;
  for (const bytes of chunks) {
    // By index: the engine waits for this at startup, where an iterator would take another ten milliseconds.
    for (let i = 0; i < bytes.length; i++) sum = (sum >>> 8) ^ table[(sum ^ bytes[i]) & 255];
  }
  return ~sum >>> 0;
}

/** The sums of single bytes, computed on first use. */
let table: Int32Array | null = null;
