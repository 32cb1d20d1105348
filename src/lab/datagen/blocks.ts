/**
 * Files of compact records: blocks, each with a version and a checksum, so that a damaged one is named and skipped.
 *
 * A block, little-endian: the magic bytes WZGB; the version, 1 byte; the kind, 1 byte (0: the conditions, in JSON; 1: games); the
 * number of games, 2 bytes; the number of bytes after the header, 4; a CRC-32 of everything but the magic bytes and itself, 4. Then
 * the bytes.
 */

import { closeSync, openSync, readSync } from "node:fs";
import { crc32 } from "../../engine/net/crc32";

const MAGIC = Buffer.from("WZGB");
const VERSION = 1;
const HEAD = 16;
const CHECKSUM = 12;
/** The maximum size of a block, bytes: a damaged length must not swallow the file. */
const MAX_BYTES = 2 ** 24;
const CHUNK = 2 ** 20;

export type BlockKind = "conditions" | "games";
const KINDS: readonly BlockKind[] = ["conditions", "games"];

export interface Block {
  readonly kind: BlockKind;
  /** Games in it. */
  readonly count: number;
  readonly bytes: Uint8Array;
  /** Where it starts in its file, and where it ends. */
  readonly offset: number;
  readonly end: number;
}

/** An unusable stretch of a file. */
export interface Damage {
  /** Why, in words. */
  readonly damage: string;
  readonly offset: number;
  readonly end: number;
  /** Whether the file ends within a possibly good block: a process was killed while writing. */
  readonly isTorn: boolean;
}

export function encodeBlock(kind: BlockKind, count: number, bytes: Uint8Array): Uint8Array {
  const block = Buffer.alloc(HEAD + bytes.length);
  MAGIC.copy(block);
  block[4] = VERSION;
  block[5] = KINDS.indexOf(kind);
  block.writeUInt16LE(count, 6);
  block.writeUInt32LE(bytes.length, 8);
  block.set(bytes, HEAD);
  block.writeUInt32LE(checksumOf(block), CHECKSUM);
  return block;
}

/** Whether a file starts like a file of blocks. */
export function hasBlocks(start: Uint8Array): boolean {
  return start.length > 0 && MAGIC.subarray(0, start.length).equals(start.subarray(0, MAGIC.length));
}

/**
 * Reads a file of blocks, of any size, with at most two of them in memory. After a damaged block it continues with the next
 * good one.
 *
 * @throws {Error} if the file cannot be read
 */
export function* readBlocks(path: string): Generator<Block | Damage> {
  const descriptor = openSync(path, "r");
  try {
    const file = new Window(descriptor);
    let damaged: { readonly from: number; readonly isTorn: boolean } | null = null;
    while (file.has(1)) {
      const length = file.has(HEAD) ? HEAD + file.bytes.readUInt32LE(8) : HEAD;
      const isPlausible = hasBlocks(file.bytes) && length <= HEAD + MAX_BYTES;
      const isWhole = isPlausible && file.has(length);
      const block = isWhole ? file.bytes.subarray(0, length) : null;
      if (block === null || block.readUInt32LE(CHECKSUM) !== checksumOf(block)) {
        damaged ??= { from: file.offset, isTorn: isPlausible && !isWhole };
        file.drop(nextMagic(file.bytes));
        continue;
      }
      if (damaged !== null) yield { damage: "wrong checksum", offset: damaged.from, end: file.offset, isTorn: false };
      damaged = null;
      const [offset, end] = [file.offset, file.offset + length];
      const kind = KINDS.at(block[5]);
      if (block[4] !== VERSION || kind === undefined) {
        yield { damage: `unknown version ${block[4]}`, offset, end, isTorn: false };
      } else yield { kind, count: block.readUInt16LE(6), bytes: Uint8Array.from(block.subarray(HEAD)), offset, end };
      file.drop(length);
    }
    if (damaged === null) return;
    const { from, isTorn } = damaged;
    yield { damage: isTorn ? "the file ends within it" : "wrong checksum", offset: from, end: file.offset, isTorn };
  } finally {
    closeSync(descriptor);
  }
}

/** The distance to where the next block may start. */
function nextMagic(bytes: Buffer): number {
  const at = bytes.indexOf(MAGIC, 1);
  // The magic bytes may be cut off at the end of the window.
  return at > 0 ? at : Math.max(1, bytes.length - MAGIC.length + 1);
}

/** The part of a file that is in memory. */
class Window {
  readonly #descriptor: number;
  bytes: Buffer = Buffer.alloc(0);
  /** Its offset in the file. */
  offset = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Whether there are that many bytes; reads more if necessary. */
  has(length: number): boolean {
    while (this.bytes.length < length) {
      const chunk = Buffer.alloc(Math.max(CHUNK, length - this.bytes.length));
      const count = readSync(this.#descriptor, chunk, 0, chunk.length, null);
      if (count === 0) return false;
      this.bytes = Buffer.concat([this.bytes, chunk.subarray(0, count)]);
    }
    return true;
  }

  drop(length: number): void {
    this.bytes = this.bytes.subarray(length);
    this.offset += length;
  }
}

function checksumOf(block: Uint8Array): number {
  return crc32([block.subarray(MAGIC.length, CHECKSUM), block.subarray(HEAD)]);
}
