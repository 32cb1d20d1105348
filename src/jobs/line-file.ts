/** An append-only file of lines; a torn last line is cut off. */

import { readSync } from "node:fs";
import { AppendFile } from "./append-file";

/** Bytes read at a time. */
const CHUNK = 2 ** 20;
const NEWLINE = 10;

/**
 * Checks how a file starts. Returns what is wrong with it, null if nothing is.
 *
 * @param line its first line, or its first mebibyte if that is shorter
 * @param isWhole whether the line is complete
 */
export type Check = (line: string, isWhole: boolean) => string | null;

export class LineFile {
  /** How many lines it contained when it was opened. */
  readonly before: number;
  readonly #file: AppendFile;

  /**
   * Opens the file, or creates it.
   *
   * @throws {WazabaError} `file` as `AppendFile` does, or if the check rejects it
   */
  constructor(name: string, check: Check) {
    let lines = 0;
    this.#file = new AppendFile(name, (descriptor, size) => {
      const buffer = Buffer.alloc(CHUNK);
      let end = 0;
      for (let position = 0; position < size; ) {
        const length = readSync(descriptor, buffer, 0, CHUNK, position);
        if (length === 0) break;
        const text = buffer.subarray(0, length);
        if (position === 0) {
          const fault = check(text.toString("utf8").split("\n", 1)[0], text.includes(NEWLINE));
          if (fault !== null) return fault;
        }
        for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) {
          lines++;
          end = position + at + 1;
        }
        position += length;
      }
      return end;
    });
    this.before = lines;
  }

  /**
   * @param line one line, or several separated by newlines
   * @throws {WazabaError} `file` if the disk is full
   */
  add(line: string): void {
    this.#file.add(`${line}\n`);
  }

  close(): void {
    this.#file.close();
  }
}
