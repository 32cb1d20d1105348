/** A file that is only added to, by one process at a time; what a killed process tore is cut off. */

import { closeSync, fstatSync, ftruncateSync, openSync, realpathSync, writeFileSync } from "node:fs";
import { quote, WazabaError } from "../errors";
import { FileLock } from "./lock";

/**
 * Looks through a file that is not empty: a mistyped name should not cost anyone the end of a file.
 *
 * @param descriptor the file's
 * @param size bytes
 * @returns where its last whole piece ends; or what is wrong with the file, in words
 */
export type Scan = (descriptor: number, size: number) => number | string;

/** A file named by `--out`. No other process can open it meanwhile. */
export class AppendFile {
  readonly #name: string;
  readonly #descriptor: number;
  #lock: FileLock | null = null;

  /**
   * Opens the file, or creates it.
   *
   * @throws {WazabaError} `file` if it cannot be opened, another process has it open, or the scan refuses it; it is then left
   * as it is
   */
  constructor(name: string, scan: Scan) {
    this.#name = name;
    this.#descriptor = this.#try(() => openSync(name, "a+"));
    try {
      this.#try(() => {
        if (!fstatSync(this.#descriptor).isFile()) throw this.#error("is no file");
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

  /** @throws {WazabaError} `file` if there is no more room */
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
