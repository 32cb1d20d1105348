/** A text file, or standard input, read line by line as it is needed. */

import { type Stats, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { quote, WazabaError } from "../errors";
import { LineReader } from "../line-reader";

/** The name of standard input. */
export const STDIN = "-";

/** How a file is read. */
export interface TextFileSettings {
  readonly encoding: "utf8" | "latin1";
  /** What is wrong if it cannot be read: `is neither a position nor a file that can be read`. */
  readonly unreadable: string;
}

export class TextFile {
  readonly name: string;
  readonly #settings: TextFileSettings;
  /** Null: standard input. */
  readonly #handle: FileHandle | null;
  /** Bytes; 0 if unknown. */
  readonly #size: number;
  #bytes = 0;

  private constructor(name: string, settings: TextFileSettings, handle: FileHandle | null, size: number) {
    this.name = name;
    this.#settings = settings;
    this.#handle = handle;
    this.#size = size;
  }

  /** @throws {WazabaError} `usage` if it cannot be read */
  static async open(name: string, settings: TextFileSettings): Promise<TextFile> {
    if (name === STDIN) return new TextFile(name, settings, null, 0);
    let handle: FileHandle | null = null;
    let status: Stats;
    try {
      handle = await open(name);
      status = await handle.stat();
    } catch (error) {
      await handle?.close();
      throw unreadable(name, settings, error);
    }
    if (!status.isDirectory()) return new TextFile(name, settings, handle, status.isFile() ? status.size : 0);
    await handle.close();
    throw unreadable(name, settings, new Error("it is a directory"));
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
    const stream = this.#handle === null ? process.stdin : this.#handle.createReadStream();
    const close = () => void stream.destroy();
    signal.addEventListener("abort", close);
    const lines: (string | null)[] = [];
    const reader = new LineReader(
      // Old files end their lines with a carriage return only.
      (line) => lines.push(...line.split("\r")),
      () => lines.push(null),
    );
    const { encoding } = this.#settings;
    const mark = encoding === "utf8" ? /^\uFEFF/ : /^\xEF\xBB\xBF/;
    let hasBegun = false;
    try {
      for await (const chunk of stream.setEncoding(encoding)) {
        reader.push(hasBegun ? chunk : (chunk as string).replace(mark, ""));
        hasBegun = true;
        yield* this.#counted(lines.splice(0));
      }
      reader.end();
      yield* this.#counted(lines.splice(0));
    } catch (error) {
      if (!signal.aborted) throw unreadable(this.name, this.#settings, error);
    } finally {
      signal.removeEventListener("abort", close);
      close();
    }
  }

  *#counted(lines: readonly (string | null)[]): Generator<string | null, void, undefined> {
    for (const line of lines) {
      yield line;
      this.#bytes += Buffer.byteLength(line ?? "", this.#settings.encoding) + 1;
    }
  }
}

function unreadable(name: string, settings: TextFileSettings, error: unknown): WazabaError {
  if (error instanceof WazabaError) return error;
  const { message } = error as Error;
  if (name === STDIN) return new WazabaError("usage", `standard input cannot be read: ${message}`);
  return new WazabaError("usage", `${quote(name)} ${settings.unreadable}: ${message}`);
}

/** Says at once that a file cannot be read, not only when its turn has come. @throws {WazabaError} `usage` */
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
  if (names.length === 0) throw new WazabaError("usage", `${command}: which files? See --help`);
}
