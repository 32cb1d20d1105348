/** A file that another process appends to, read as it grows; it is never written or locked. */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Bytes read at a time. */
const CHUNK = 2 ** 20;
const NEWLINE = 10;

/** Where a line is in its file, bytes. */
export interface Span {
  readonly at: number;
  readonly length: number;
}

export interface LineReader {
  /** The file is new, or another one than before: lines read from it no longer count. */
  start(): void;
  /** Receives each line. */
  line(text: string, span: Span): void;
}

export class GrowingFile {
  /** When it last changed, milliseconds since 1970. */
  changedAt = 0;
  readonly #path: string;
  #inode = -1;
  /** Where the last complete line ends. */
  #end = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads the complete lines that are new.
   *
   * @throws {Error} if the file cannot be read
   */
  read(reader: LineReader): void {
    this.#open((descriptor) => {
      const { ino, size, mtimeMs } = fstatSync(descriptor);
      if (ino !== this.#inode || size < this.#end) {
        this.#inode = ino;
        this.#end = 0;
        reader.start();
      }
      this.changedAt = mtimeMs;
      let rest: Buffer = Buffer.alloc(0);
      for (let at = this.#end; at < size; ) {
        const chunk = bytesAt(descriptor, { at, length: Math.min(CHUNK, size - at) });
        if (chunk.length === 0) return;
        at += chunk.length;
        rest = Buffer.concat([rest, chunk]);
        for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
          const span = { at: this.#end, length: end };
          this.#end += end + 1;
          reader.line(rest.toString("utf8", 0, end), span);
          rest = rest.subarray(end + 1);
        }
      }
    });
  }

  /**
   * Reads one line again.
   *
   * @throws {Error} if the file cannot be read
   */
  textAt(span: Span): string {
    return this.#open((descriptor) => bytesAt(descriptor, span).toString("utf8"));
  }

  #open<T>(work: (descriptor: number) => T): T {
    const descriptor = openSync(this.#path, "r");
    try {
      return work(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

function bytesAt(descriptor: number, { at, length }: Span): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, at));
}
