/** A text file, or standard input, read line by line as it is needed, whatever its encoding, and gzipped ones. */

import { type Stats, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { quote, WazabaError } from "../../errors";
import { unzipped } from "../../read-text";
import { TextLines } from "../../text-lines";

/** The name of standard input. */
export const STDIN = "-";

export class TextFile {
  readonly name: string;
  readonly #unreadable: string;
  /** Null: standard input. */
  readonly #handle: FileHandle | null;
  /** Bytes; 0 if unknown. */
  readonly #size: number;
  #bytes = 0;

  private constructor(name: string, unreadable: string, handle: FileHandle | null, size: number) {
    this.name = name;
    this.#unreadable = unreadable;
    this.#handle = handle;
    this.#size = size;
  }

  /**
   * @param reason why it is rejected if it cannot be read: `is neither a position nor a file that can be read`
   * @throws {WazabaError} `usage` if it cannot be read
   */
  static async open(name: string, reason: string): Promise<TextFile> {
    if (name === STDIN) return new TextFile(name, reason, null, 0);
    let handle: FileHandle | null = null;
    let status: Stats;
    try {
      handle = await open(name);
      status = await handle.stat();
    } catch (error) {
      await handle?.close();
      throw unreadable(name, reason, error);
    }
    if (!status.isDirectory()) return new TextFile(name, reason, handle, status.isFile() ? status.size : 0);
    await handle.close();
    throw unreadable(name, reason, new Error("it is a directory"));
  }

  /** Closes a file whose lines are not needed after all. */
  async close(): Promise<void> {
    await this.#handle?.close();
  }

  /** How much of it has been read, percent; null if its size is unknown. */
  get percent(): number | null {
    return this.#size === 0 ? null : Math.min(100, Math.floor((100 * this.#bytes) / this.#size));
  }

  /**
   * The lines; null for a line that is too long. Can be read only once.
   *
   * @param signal ends them early
   * @throws {WazabaError} `usage` if the file cannot be read to its end
   */
  async *lines(signal: AbortSignal): AsyncGenerator<string | null, void, undefined> {
    const stream: Readable = this.#handle === null ? process.stdin : this.#handle.createReadStream();
    const close = () => void stream.destroy();
    signal.addEventListener("abort", close);
    const lines = new TextLines();
    try {
      for await (const bytes of unzipped(this.#counted(stream))) yield* lines.push(bytes);
      yield* lines.end();
    } catch (error) {
      if (!signal.aborted) throw unreadable(this.name, this.#unreadable, error);
    } finally {
      signal.removeEventListener("abort", close);
      close();
    }
  }

  async *#counted(stream: Readable): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const bytes of stream as AsyncIterable<Uint8Array>) {
      yield bytes;
      this.#bytes += bytes.length;
    }
  }
}

function unreadable(name: string, reason: string, error: unknown): WazabaError {
  if (error instanceof WazabaError) return error;
  const { message } = error as Error;
  if (name === STDIN) return new WazabaError("usage", `standard input cannot be read: ${message}`);
  return new WazabaError("usage", `${quote(name)} ${reason}: ${message}`);
}

/** Fails at once if a file cannot be read, not only when its turn comes. @throws {WazabaError} `usage` */
export function expectFile(file: string): void {
  if (file === STDIN) return;
  try {
    if (statSync(file).isDirectory()) throw new Error("it is a directory");
  } catch (error) {
    throw new WazabaError("usage", `${quote(file)} cannot be read: ${(error as Error).message}`);
  }
}

/** @throws {WazabaError} `usage` */
export function expectNames(command: string, names: readonly string[]): void {
  if (names.length === 0) throw new WazabaError("usage", `${command}: no files given; see --help`);
}
