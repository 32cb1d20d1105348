/** A file that lines are added to, by one process at a time; what a killed process tore is cut off. */

import { closeSync, fstatSync, ftruncateSync, openSync, readSync, realpathSync, writeFileSync } from "node:fs";
import { quote, WazabaError } from "../errors";
import { FileLock } from "./lock";

/** Bytes read at a time. */
const CHUNK = 2 ** 20;
const NEWLINE = 10;

/**
 * Says what is wrong with a file that begins like this, null if nothing is.
 *
 * @param line its first line; its first mebibyte if that is longer
 * @param isWhole whether the line has its end
 */
export type Check = (line: string, isWhole: boolean) => string | null;

/** A file of lines, named by `--out`. Only whole lines stay in it, and no other process can open it meanwhile. */
export class LineFile {
  /** How many lines it held when it was opened. */
  readonly before: number;
  readonly #name: string;
  readonly #descriptor: number;
  #lock: FileLock | null = null;

  /**
   * Opens the file, or creates it. A last line that was torn is cut off.
   *
   * @param check of a file that is not empty: a mistyped name should not cost anyone the end of a file
   * @throws {WazabaError} `file` if it cannot be opened, another process has it open, or the check refuses it; it is then
   * left as it is
   */
  constructor(name: string, check: Check) {
    this.#name = name;
    this.#descriptor = this.#try(() => openSync(name, "a+"));
    try {
      this.before = this.#try(() => {
        if (!fstatSync(this.#descriptor).isFile()) throw this.#error("is no file");
        this.#lock = new FileLock(realpathSync(name));
        return this.#keepWholeLines(check);
      });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * @param line or several, with newlines between them
   * @throws {WazabaError} `file` if there is no more room
   */
  add(line: string): void {
    this.#try(() => writeFileSync(this.#descriptor, `${line}\n`));
  }

  close(): void {
    closeSync(this.#descriptor);
    this.#lock?.release();
  }

  /** Cuts a torn line off; how many whole ones there are. */
  #keepWholeLines(check: Check): number {
    const { size } = fstatSync(this.#descriptor);
    const buffer = Buffer.alloc(CHUNK);
    let lines = 0;
    let end = 0;
    for (let position = 0; position < size; ) {
      const length = readSync(this.#descriptor, buffer, 0, CHUNK, position);
      if (length === 0) break;
      const text = buffer.subarray(0, length);
      const fault = position === 0 ? check(text.toString("utf8").split("\n", 1)[0], text.includes(NEWLINE)) : null;
      if (fault !== null) throw this.#error(fault);
      for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) {
        lines++;
        end = position + at + 1;
      }
      position += length;
    }
    if (end < size) ftruncateSync(this.#descriptor, end);
    return lines;
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof WazabaError && error.code === "file") throw error;
      throw this.#error((error as Error).message);
    }
  }

  #error(reason: string): WazabaError {
    return new WazabaError("file", `--out: ${quote(this.#name)}: ${reason}`);
  }
}
