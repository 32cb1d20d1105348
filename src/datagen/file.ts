/** The file that games are added to, and go on in after an interruption. */

import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeFileSync } from "node:fs";
import { FenError, quote, WazabaError } from "../errors";
import { parseFen } from "../notation/fen";
import type { Variant } from "../variants/variant";

const CHUNK = 2 ** 20;
const NEWLINE = 10;

/** A file of games, a line each. Only whole lines stay in it. */
export class GameFile {
  /** How many games it held when it was opened. */
  readonly before: number;
  readonly #name: string;
  readonly #descriptor: number;

  /**
   * Opens the file, or creates it. A last line that was torn is cut off.
   *
   * @throws {WazabaError} `file` if it cannot be opened, or holds something else than games of this variant; it is then
   * left as it is
   */
  constructor(name: string, variant: Variant) {
    this.#name = name;
    this.#descriptor = this.#try(() => openSync(name, "a+"));
    try {
      this.before = this.#try(() => this.#keepWholeLines(variant));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** @throws {WazabaError} `file` if there is no more room */
  add(line: string): void {
    this.#try(() => writeFileSync(this.#descriptor, `${line}\n`));
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Cuts a torn line off; how many whole ones there are. */
  #keepWholeLines(variant: Variant): number {
    const status = fstatSync(this.#descriptor);
    if (!status.isFile()) throw this.#error("is no file");
    const buffer = Buffer.alloc(CHUNK);
    let lines = 0;
    let end = 0;
    for (let position = 0; position < status.size; ) {
      const length = readSync(this.#descriptor, buffer, 0, CHUNK, position);
      if (length === 0) break;
      const text = buffer.subarray(0, length);
      // A mistyped name should not cost anyone the end of a file.
      if (position === 0 && !isGame(text, variant)) throw this.#error(`holds no games of ${variant.id}`);
      for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) {
        lines++;
        end = position + at + 1;
      }
      position += length;
    }
    if (end < status.size) ftruncateSync(this.#descriptor, end);
    return lines;
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw error instanceof WazabaError ? error : this.#error((error as Error).message);
    }
  }

  #error(reason: string): WazabaError {
    return new WazabaError("file", `--out: ${quote(this.#name)}: ${reason}`);
  }
}

/** Whether a text begins like a game; its line may be torn. */
function isGame(text: Buffer, variant: Variant): boolean {
  const [line] = text.toString("latin1", 0, 200).split("\n", 1);
  const parts = /^([^|]+)\|(1|0|-1)\|/.exec(line);
  if (parts === null) return false;
  try {
    parseFen(parts[1], variant);
    return true;
  } catch (error) {
    if (error instanceof FenError) return false;
    throw error;
  }
}
