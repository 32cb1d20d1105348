/** Files of games (PGN), or standard input, read game by game: no more than one is in memory. */

import { isUtf8 } from "node:buffer";
import { PgnError } from "../errors";
import { type AnnotatedGame, readAnnotatedPgn } from "../notation/pgn";
import { PgnSplitter } from "../notation/pgn-stream";
import type { Variant } from "../variants/variant";
import { warn } from "./faults";
import { TextFile } from "./text-file";

/** Why a game is left out; null if it is not. */
export type Objection = (game: AnnotatedGame) => string | null;

/** The games of some files, one after another. Old files are Latin-1, as the standard wants, newer ones UTF-8. */
export class PgnFiles {
  /** Games that could not be used. */
  unread = 0;
  readonly #names: readonly string[];
  readonly #variants: readonly Variant[];
  readonly #objection: Objection;
  #place = 0;
  #file: TextFile | null = null;
  #games: AsyncGenerator<AnnotatedGame, void, undefined> | null = null;

  /** @param variants games that the tag `Variant` may name, besides the built-in ones */
  constructor(names: readonly string[], variants: readonly Variant[], objection: Objection) {
    this.#names = names;
    this.#variants = variants;
    this.#objection = objection;
  }

  /** How much has been read, percent; null if nobody knows. */
  get percent(): number | null {
    const part = this.#file?.percent ?? null;
    return part === null ? null : (100 * this.#place + part) / this.#names.length;
  }

  open(signal: AbortSignal): void {
    this.#games = this.#read(signal);
  }

  /**
   * The next game that can be used; null if there is none.
   *
   * @throws {WazabaError} `usage` if a file cannot be read
   */
  async next(): Promise<AnnotatedGame | null> {
    return (await this.#games?.next())?.value ?? null;
  }

  async *#read(signal: AbortSignal): AsyncGenerator<AnnotatedGame, void, undefined> {
    for (const [place, name] of this.#names.entries()) {
      this.#place = place;
      this.#file = await TextFile.open(name, { encoding: "latin1", unreadable: "cannot be read" });
      let index = 0;
      for await (const text of gamesOf(this.#file, signal)) {
        for (const game of readAnnotatedPgn(text, { variants: this.#variants }, index)) {
          index++;
          const reason = game instanceof PgnError ? game.message : this.#objectionTo(game, index);
          if (reason === null) yield game as AnnotatedGame;
          else this.#leaveOut(name, reason);
        }
      }
    }
  }

  #objectionTo(game: AnnotatedGame, number: number): string | null {
    const reason = this.#objection(game);
    return reason === null ? null : `PGN: game ${number}: ${reason}`;
  }

  #leaveOut(name: string, reason: string): void {
    this.unread++;
    warn(this.#names.length > 1 ? `${name}: ${reason}` : reason);
  }
}

/** The texts of games, each as a rule with one. */
async function* gamesOf(file: TextFile, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
  const splitter = new PgnSplitter();
  for await (const line of file.lines(signal)) {
    const text = splitter.push(line ?? "");
    if (text !== null) yield decoded(text);
    // What has been read of the last game is no game.
    if (signal.aborted) return;
  }
  const text = signal.aborted ? null : splitter.end();
  if (text !== null) yield decoded(text);
}

/** @param text bytes, read as Latin-1 */
function decoded(text: string): string {
  const bytes = Buffer.from(text, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : text;
}
