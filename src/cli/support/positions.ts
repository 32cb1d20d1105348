/** Positions on the command line: one FEN, or a file of FEN or EPD lines of any length. */

import { type EpdRecord, readEpdLine } from "../../chess/notation/epd";
import type { Game } from "../../chess/rules/game";
import type { Variant } from "../../chess/variants/variant";
import { EpdError, FenError, quote, WazabaError } from "../../errors";
import { MAX_LINE } from "../../line-reader";
import { gameFrom, type PositionValues } from "./arguments";
import { warn } from "./faults";
import { STDIN, TextFile } from "./text-file";

/** Eight ranks between slashes, or ranks and a side to move. Write a path of that form with a dot: `./a/b`. */
const LOOKS_LIKE_FEN = /^[\s"'“„«]*([1-8a-z]+(\/[1-8a-z]+){7}([\s_"'”]|$)|[\da-z/]+[\s_]+[wb]([\s_]|$))/i;

/** The help text of the arguments. */
export const POSITIONS_HELP = `\
A file (- for standard input) has one position a line, in FEN or EPD; empty lines and lines that begin with # are skipped.
An argument that looks like eight ranks is a FEN; write ./NAME for a file of that name.`;

/**
 * The subject of a command: a position, or a file of them; undefined if none was given.
 *
 * @param flags the values of `--fen`, which is never a file, and of `--moves`
 * @param words the arguments: a FEN, quoted or in words, or the name of a file
 * @throws {FenError} for an invalid FEN
 * @throws {WazabaError} `usage` if it is neither
 */
export async function positionsFrom(
  flags: PositionValues,
  words: readonly string[],
  variant: Variant,
): Promise<Game | PositionFile | undefined> {
  const text = words.join(" ");
  const isFen = LOOKS_LIKE_FEN.test(text) || text === "startpos" || text.trim() === "";
  if (flags.fen !== undefined || isFen) return gameFrom(flags, words, variant);
  if (words.length > 1)
    throw new WazabaError("usage", `${quote(text)} is not a position, and only one file is allowed`);
  if (flags.moves !== undefined) throw new WazabaError("usage", "--moves requires a single position, not a file");
  return PositionFile.open(words[0], variant);
}

/** A file of positions, or standard input, read as it is needed. */
export class PositionFile {
  readonly #file: TextFile;
  readonly #variant: Variant;

  private constructor(file: TextFile, variant: Variant) {
    this.#file = file;
    this.#variant = variant;
  }

  /** @throws {WazabaError} `usage` if it cannot be read */
  static async open(name: string, variant: Variant): Promise<PositionFile> {
    return new PositionFile(await TextFile.open(name, "is neither a position nor a file that can be read"), variant);
  }

  /** Closes a file whose positions are not needed after all. */
  close(): Promise<void> {
    return this.#file.close();
  }

  /** How much of it has been read, percent; null if its size is unknown. */
  get percent(): number | null {
    return this.#file.percent;
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
    for await (const line of this.#file.lines(signal)) {
      number++;
      const record = line === null ? tooLong(number) : readEpdLine(line, number, this.#variant, warn);
      if (record !== null) yield record;
      isEmpty &&= record === null;
      if (signal.aborted) return;
    }
    if (!isEmpty || signal.aborted) return;
    const { name } = this.#file;
    throw new WazabaError("usage", `${name === STDIN ? "standard input" : quote(name)} has no positions`);
  }
}

function tooLong(line: number): EpdError {
  return new EpdError(line, "", new FenError("fields", "fen", "", `a line of more than ${MAX_LINE} characters`));
}
