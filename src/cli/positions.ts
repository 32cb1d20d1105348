/** Positions on the command line: one FEN, or a file of FEN or EPD lines of any length. */

import type { Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { EpdError, FenError, quote, WazabaError } from "../errors";
import { LineReader, MAX_LINE } from "../line-reader";
import { type EpdRecord, readEpdLine } from "../notation/epd";
import type { Setup } from "../position/setup";
import type { Variant } from "../variants/variant";
import { fenFrom } from "./arguments";

/** The name of standard input. */
const STDIN = "-";

/** Eight ranks between slashes, or ranks and a side to move. Write a path of that form with a dot: `./a/b`. */
const LOOKS_LIKE_FEN = /^\s*([1-8a-z]+(\/[1-8a-z]+){7}(\s|$)|[\da-z/]+\s+[wb](\s|$))/i;

/** The help text of the arguments. */
export const POSITIONS_HELP = `\
A file (- for standard input) has one position a line, in FEN or EPD; empty lines and lines that begin with # are skipped.
An argument that looks like eight ranks is a FEN; write ./NAME for a file of that name.`;

/**
 * The subject of a command: a position, or a file of them; undefined if none is given.
 *
 * @param flag the value of `--fen`, which is never a file
 * @param words the arguments: a FEN, quoted or in words, or the name of a file
 * @throws {FenError} for an invalid FEN
 * @throws {WazabaError} `usage` if it is neither
 */
export async function positionsFrom(
  flag: string | undefined,
  words: readonly string[],
  variant: Variant,
): Promise<Setup | PositionFile | undefined> {
  const text = words.join(" ");
  const isFen = LOOKS_LIKE_FEN.test(text) || text === "startpos" || text.trim() === "";
  if (flag !== undefined || isFen) return fenFrom(flag, words, variant);
  if (words.length > 1)
    throw new WazabaError("usage", `${quote(text)} is not a position, and several files are too many`);
  return PositionFile.open(words[0], variant);
}

/** A file of positions, or standard input, read as it is needed. */
export class PositionFile {
  readonly #name: string;
  readonly #variant: Variant;
  /** Null: standard input. */
  readonly #handle: FileHandle | null;
  /** Bytes; 0 if unknown. */
  readonly #size: number;
  #bytes = 0;

  private constructor(name: string, variant: Variant, handle: FileHandle | null, size: number) {
    this.#name = name;
    this.#variant = variant;
    this.#handle = handle;
    this.#size = size;
  }

  /** @throws {WazabaError} `usage` if it cannot be read */
  static async open(name: string, variant: Variant): Promise<PositionFile> {
    if (name === STDIN) return new PositionFile(name, variant, null, 0);
    let handle: FileHandle | null = null;
    let status: Stats;
    try {
      handle = await open(name);
      status = await handle.stat();
    } catch (error) {
      await handle?.close();
      throw unreadable(name, error);
    }
    if (!status.isDirectory()) return new PositionFile(name, variant, handle, status.isFile() ? status.size : 0);
    await handle.close();
    throw unreadable(name, new Error("it is a directory"));
  }

  /** How much of it has been read, percent; null if its size is unknown. */
  get percent(): number | null {
    return this.#size === 0 ? null : Math.min(100, Math.floor((100 * this.#bytes) / this.#size));
  }

  /**
   * The positions, and an error for each line without one. Can be read only once.
   *
   * @param signal ends them early
   * @throws {WazabaError} `usage` if the file cannot be read to its end, or has no positions
   */
  async *records(signal: AbortSignal): AsyncGenerator<EpdRecord | EpdError, void, undefined> {
    let number = 0;
    let isEmpty = true;
    for await (const line of this.#lines(signal)) {
      number++;
      const record = line === null ? tooLong(number) : readEpdLine(line, number, this.#variant);
      if (record !== null) yield record;
      isEmpty &&= record === null;
      if (signal.aborted) return;
      this.#bytes += Buffer.byteLength(line ?? "") + 1;
    }
    if (!isEmpty || signal.aborted) return;
    const what = this.#name === STDIN ? "standard input" : quote(this.#name);
    throw new WazabaError("usage", `${what} has no positions`);
  }

  /** The lines; null for a line that is too long. */
  async *#lines(signal: AbortSignal): AsyncGenerator<string | null, void, undefined> {
    const stream = this.#handle === null ? process.stdin : this.#handle.createReadStream();
    const close = () => void stream.destroy();
    signal.addEventListener("abort", close);
    const lines: (string | null)[] = [];
    const reader = new LineReader(
      // Old files end their lines with a carriage return only.
      (line) => lines.push(...line.split("\r")),
      () => lines.push(null),
    );
    let hasBegun = false;
    try {
      for await (const chunk of stream.setEncoding("utf8")) {
        reader.push(hasBegun ? chunk : (chunk as string).replace(/^\uFEFF/, ""));
        hasBegun = true;
        yield* lines.splice(0);
      }
      reader.end();
      yield* lines.splice(0);
    } catch (error) {
      if (!signal.aborted) throw unreadable(this.#name, error);
    } finally {
      signal.removeEventListener("abort", close);
      close();
    }
  }
}

function tooLong(line: number): EpdError {
  return new EpdError(line, "", new FenError("fields", "fen", "", `a line of more than ${MAX_LINE} characters`));
}

function unreadable(name: string, error: unknown): WazabaError {
  if (error instanceof WazabaError) return error;
  const { message } = error as Error;
  if (name === STDIN) return new WazabaError("usage", `standard input cannot be read: ${message}`);
  return new WazabaError("usage", `${quote(name)} is neither a position nor a file that can be read: ${message}`);
}
