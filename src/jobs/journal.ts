/**
 * The journal of a run: a header with its conditions, then its results, one per line. An interrupted run is resumed from it.
 */

import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { quote, WazabaError } from "../errors";
import { type Conditions, differenceOf, parseObject } from "./conditions";
import { LineFile } from "./line-file";

/** The format of a journal. */
export interface JournalFormat {
  /** The header's key for the conditions: the kind of the run. */
  readonly kind: string;
  readonly conditions: Conditions;
  /** Nouns for errors: `contains no …` and `contains another …`. */
  readonly what: { readonly none: string; readonly other: string };
  /** Whether a file without a header is one of ours, by its first line, which may be torn. @default never */
  readonly isHeaderless?: (line: string) => boolean;
}

/** Header fields besides the conditions: known only with the first result. */
export type Facts = Readonly<Record<string, unknown>>;

export class Journal {
  /** How many results it contained when it was opened. */
  readonly before: number;
  /** Whether it has a header, or will get one. */
  readonly hasHeader: boolean;
  readonly #name: string;
  readonly #format: JournalFormat;
  readonly #file: LineFile;
  #header: Facts | null = null;
  #isEmpty: boolean;

  /**
   * Opens the file, or creates it.
   *
   * @throws {WazabaError} `file` if it cannot be opened, or belongs to another run; it is then left unchanged
   */
  constructor(name: string, format: JournalFormat) {
    this.#name = name;
    this.#format = format;
    let hasHeader = true;
    this.#file = new LineFile(name, (line, isWhole) => {
      const { kind, conditions, what, isHeaderless } = format;
      const header = (isWhole ? parseObject(line) : null) as Facts | null;
      if (header !== null && header[kind] !== undefined) {
        this.#header = header;
        const difference = differenceOf(header[kind] as Conditions, conditions);
        return difference === null ? null : `contains ${what.other}: ${difference}`;
      }
      // If the first write was interrupted, the file has part of a line, which is cut off.
      if (!isWhole && this.#isTornHeader(line)) return null;
      hasHeader = false;
      return isHeaderless?.(line) === true ? null : `contains ${what.none}`;
    });
    const lines = this.#file.before;
    this.#isEmpty = lines === 0;
    this.hasHeader = hasHeader || lines === 0;
    this.before = this.hasHeader ? Math.max(0, lines - 1) : lines;
  }

  /** The header; null while there is none. */
  get facts(): Facts | null {
    return this.#header;
  }

  /**
   * The results it contained when it was opened.
   *
   * @param parse parses a line; null if it is not a result
   * @param noun the noun for a result
   * @throws {WazabaError} `file` if a line is not a result; the file is then closed
   */
  results<R>(parse: (line: string, index: number) => R | null, noun: string): R[] {
    if (this.before === 0) return [];
    const first = this.hasHeader ? 1 : 0;
    const lines = readFileSync(this.#name, "utf8").split("\n").slice(first, -1);
    return lines.map((line, index) => this.#parsed(parse, noun, line, index, first));
  }

  /**
   * The same, one at a time, for journals larger than memory.
   *
   * @throws {WazabaError} `file` as `results` does; the file is then closed
   */
  *eachResult<R>(parse: (line: string, index: number) => R | null, noun: string): Generator<R, void, undefined> {
    if (this.before === 0) return;
    const first = this.hasHeader ? 1 : 0;
    let at = 0;
    for (const line of linesOf(this.#name)) {
      const index = at++ - first;
      if (index < 0) continue;
      yield this.#parsed(parse, noun, line, index, first);
      if (index + 1 >= this.before) return;
    }
  }

  /**
   * Adds results, one per line.
   *
   * @param facts for the header, if these are the first results
   * @throws {WazabaError} `file` if the disk is full
   */
  add(lines: readonly string[], facts: Facts = {}): void {
    if (lines.length === 0) return;
    const { kind, conditions } = this.#format;
    const header = this.#isEmpty ? [JSON.stringify({ [kind]: conditions, ...facts })] : [];
    this.#file.add([...header, ...lines].join("\n"));
    this.#isEmpty = false;
  }

  close(): void {
    this.#file.close();
  }

  #parsed<R>(
    parse: (line: string, index: number) => R | null,
    noun: string,
    line: string,
    index: number,
    first: number,
  ): R {
    const result = parse(line, index);
    if (result !== null) return result;
    this.close();
    const where = `line ${index + first + 1} is not ${noun} ${index + 1}`;
    throw new WazabaError("file", `--out: ${quote(this.#name)}: ${where}`);
  }

  #isTornHeader(line: string): boolean {
    const begin = JSON.stringify({ [this.#format.kind]: this.#format.conditions }).slice(0, -1);
    return line !== "" && (begin.startsWith(line) || line.startsWith(begin));
  }
}

/** Bytes read at a time. */
const CHUNK = 2 ** 20;

/** The complete lines of a file. */
function* linesOf(name: string): Generator<string, void, undefined> {
  const descriptor = openSync(name, "r");
  try {
    const buffer = Buffer.alloc(CHUNK);
    const decoder = new StringDecoder("utf8");
    let rest = "";
    for (;;) {
      const length = readSync(descriptor, buffer, 0, CHUNK, null);
      if (length === 0) return;
      const lines = (rest + decoder.write(buffer.subarray(0, length))).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    closeSync(descriptor);
  }
}
