/** An append-only file for one process at a time; a record torn by a killed process is cut off. */

import { closeSync, fstatSync, ftruncateSync, openSync, realpathSync, writeFileSync } from "node:fs";
import { quote, WazabaError } from "../errors";
import { FileLock } from "./lock";

/**
 * Scans a file that is not empty: a mistyped name must not cost anyone the end of a file.
 *
 * @param descriptor the file's
 * @param size bytes
 * @returns where its last complete record ends; or what is wrong with the file, in words
 */
export type Scan = (descriptor: number, size: number) => number | string;

/** A file named by `--out`, locked against other processes. */
export class AppendFile {
  readonly #name: string;
  readonly #descriptor: number;
  #lock: FileLock | null = null;

  /**
   * Opens the file, or creates it.
   *
   * @throws {WazabaError} `file` if it cannot be opened, another process has it open, or the scan rejects it; it is then left
   * unchanged
   */
  constructor(name: string, scan: Scan) {
    this.#name = name;
    this.#descriptor = this.#try(() => openSync(name, "a+"));
    try {
      this.#try(() => {
        if (!fstatSync(this.#descriptor).isFile()) throw this.#error("is not a regular file");
        this.#lock = new FileLock(realpathSync(name));
        const { size } = fstatSync(this.#descriptor);
        const end = size === 0 ? 0 : scan(this.#descriptor, size);
        if (typeof end === "string") throw this.#error(end);
        if (end < size) ftruncateSync(this.#descriptor, end);
      });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** @throws {WazabaError} `file` if the disk is full */
  add(data: string | Uint8Array): void {
    this.#try(() => writeFileSync(this.#descriptor, data));
  }

  close(): void {
    closeSync(this.#descriptor);
    this.#lock?.release();
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
