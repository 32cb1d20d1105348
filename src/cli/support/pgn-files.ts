/** Files of games (PGN), or standard input, read game by game: at most one is in memory. */

import { type AnnotatedGame, annotatedGame } from "../../chess/notation/pgn";
import { type Section, SectionReader } from "../../chess/notation/pgn-sections";
import { formatFen } from "../../chess/position/fen";
import { formatUciMove } from "../../chess/position/uci-text";
import type { Variant } from "../../chess/variants/variant";
import { PgnError } from "../../errors";
import { warn } from "./faults";
import type { Source } from "./streaming";
import { TextFile } from "./text-file";

/** Why a game is left out; null if it is not. */
export type Objection = (game: AnnotatedGame) => string | null;

/** The games of some files, one after another. */
export class PgnFiles implements Source<AnnotatedGame> {
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

  /** How much has been read, percent; null if unknown. */
  get percent(): number | null {
    const part = this.#file?.percent ?? null;
    return part === null ? null : (100 * this.#place + part) / this.#names.length;
  }

  open(signal: AbortSignal): void {
    this.#games = this.#read(signal);
  }

  /**
   * The next game that can be used; null at the end.
   *
   * @throws {WazabaError} `usage` if a file cannot be read
   */
  async next(): Promise<AnnotatedGame | null> {
    return (await this.#games?.next())?.value ?? null;
  }

  async *#read(signal: AbortSignal): AsyncGenerator<AnnotatedGame, void, undefined> {
    for (const [place, name] of this.#names.entries()) {
      this.#place = place;
      this.#file = await TextFile.open(name, "cannot be read");
      let index = 0;
      for await (const section of sectionsOf(this.#file, signal)) {
        const game = annotatedGame(section, index++, { variants: this.#variants });
        const reason = game instanceof PgnError ? game.message : this.#objectionTo(game, index);
        if (!(game instanceof PgnError)) for (const { message } of game.warnings) this.#warn(name, message);
        if (reason === null) yield game as AnnotatedGame;
        else this.#leaveOut(name, reason);
      }
    }
  }

  #objectionTo(game: AnnotatedGame, number: number): string | null {
    const reason = this.#objection(game);
    return reason === null ? null : `PGN: game ${number}: ${reason}`;
  }

  #leaveOut(name: string, reason: string): void {
    this.unread++;
    this.#warn(name, reason);
  }

  #warn(name: string, what: string): void {
    warn(this.#names.length > 1 ? `${name}: ${what}` : what);
  }
}

/** A game as parameters of a job: plain data. */
export function movesOf({ game: { root, moves } }: AnnotatedGame) {
  const { variant } = root;
  return { variant, fen: formatFen(root), moves: moves.map((move) => formatUciMove(move, false, variant)) };
}

async function* sectionsOf(file: TextFile, signal: AbortSignal): AsyncGenerator<Section, void, undefined> {
  const reader = new SectionReader();
  for await (const line of file.lines(signal)) {
    yield* reader.push(line);
    // The last game has not been read to its end.
    if (signal.aborted) return;
  }
  if (!signal.aborted) yield* reader.end();
}
