/**
 * The journal of a run: a header that says under which conditions it was made, then its results, a line each. A run that was
 * interrupted goes on there.
 */

import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { quote, WazabaError } from "../errors";
import { type Conditions, differenceOf, parseObject } from "./conditions";
import { LineFile } from "./line-file";

/** What a journal is to hold. */
export interface JournalForm {
  /** The header's key for the conditions: the kind of the run. */
  readonly kind: string;
  readonly conditions: Conditions;
  /** What errors call it: `holds no …` and `holds another …`. */
  readonly what: { readonly none: string; readonly other: string };
  /** Whether a file without a header is one of ours, by its first line; that may be torn. @default none is */
  readonly isHeaderless?: (line: string) => boolean;
}

/** More of the header than the conditions: what is known only when there is a result. */
export type Facts = Readonly<Record<string, unknown>>;

export class Journal {
  /** How many results it held when it was opened. */
  readonly before: number;
  /** Whether it has a header, or is to get one. */
  readonly hasHeader: boolean;
  readonly #name: string;
  readonly #form: JournalForm;
  readonly #file: LineFile;
  #header: Facts | null = null;
  #isEmpty: boolean;

  /**
   * Opens the file, or creates it.
   *
   * @throws {WazabaError} `file` if it cannot be opened, or holds something else than this run; it is then left as it is
   */
  constructor(name: string, form: JournalForm) {
    this.#name = name;
    this.#form = form;
    let hasHeader = true;
    this.#file = new LineFile(name, (line, isWhole) => {
      const { kind, conditions, what, isHeaderless } = form;
      const header = (isWhole ? parseObject(line) : null) as Facts | null;
      if (header !== null && header[kind] !== undefined) {
        this.#header = header;
        const difference = differenceOf(header[kind] as Conditions, conditions);
        return difference === null ? null : `holds ${what.other}: ${difference}`;
      }
      // Killed in its first write, the file has part of a line, which is cut off.
      if (!isWhole && this.#isTornHeader(line)) return null;
      hasHeader = false;
      return isHeaderless?.(line) === true ? null : `holds ${what.none}`;
    });
    const lines = this.#file.before;
    this.#isEmpty = lines === 0;
    this.hasHeader = hasHeader || lines === 0;
    this.before = this.hasHeader ? Math.max(0, lines - 1) : lines;
  }

  /** What the header says besides the conditions; null while there is none. */
  get facts(): Facts | null {
    return this.#header;
  }

  /**
   * The results it held when it was opened.
   *
   * @param parse a result of its line, null if it is none
   * @param noun what a result is called
   * @throws {WazabaError} `file` if a line is none; the file is then closed
   */
  results<R>(parse: (line: string, index: number) => R | null, noun: string): R[] {
    if (this.before === 0) return [];
    const first = this.hasHeader ? 1 : 0;
    const lines = readFileSync(this.#name, "utf8").split("\n").slice(first, -1);
    return lines.map((line, index) => this.#parsed(parse, noun, line, index, first));
  }

  /**
   * The same one after another, for journals that are larger than memory.
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
   * Adds results, a line each.
   *
   * @param facts for the header, if this is the first one
   * @throws {WazabaError} `file` if there is no more room
   */
  add(lines: readonly string[], facts: Facts = {}): void {
    if (lines.length === 0) return;
    const { kind, conditions } = this.#form;
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
    const begin = JSON.stringify({ [this.#form.kind]: this.#form.conditions }).slice(0, -1);
    return line !== "" && (begin.startsWith(line) || line.startsWith(begin));
  }
}

/** Bytes read at a time. */
const CHUNK = 2 ** 20;

/** The whole lines of a file. */
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
