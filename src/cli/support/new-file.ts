/** A file that a command writes from its beginning. */

import { closeSync, existsSync, openSync, statSync, writeFileSync } from "node:fs";
import { quote, WazabaError } from "../../errors";

export class NewFile {
  readonly #what: string;
  readonly #descriptor: number;

  /**
   * @param flag the flag that names it, for errors
   * @param overwrites an existing file is rewritten; otherwise only an empty one may exist
   * @throws {WazabaError} `file`
   */
  constructor(flag: string, name: string, overwrites: boolean) {
    this.#what = `${flag}: ${quote(name)}`;
    if (!overwrites && existsSync(name) && statSync(name).size > 0) throw this.#error("exists already");
    this.#descriptor = this.#try(() => openSync(name, "w"));
  }

  /** @throws {WazabaError} `file` if the disk is full */
  write(data: string | Uint8Array): void {
    this.#try(() => writeFileSync(this.#descriptor, data));
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#error((error as Error).message);
    }
  }

  #error(reason: string): WazabaError {
    return new WazabaError("file", `${this.#what}: ${reason}`);
  }
}
