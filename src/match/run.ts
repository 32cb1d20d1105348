/** A match: pairs of games until there are enough, several at the same time. */

import { type Player, playGames } from "../jobs/run";
import type { Book } from "../openings/suite";
import { Contestant, type ContestantSettings } from "./contestant";
import { type GameRecord, type GameSettings, playGame, RIVALS, type Rival } from "./game";
import type { Names } from "./record-file";

export interface MatchSettings extends GameSettings {
  readonly contestants: Readonly<Record<Rival, ContestantSettings>>;
  /** What they are to be called; null: as they call themselves. */
  readonly names: Readonly<Record<Rival, string | null>>;
  readonly book: Book;
  /** The number of the book's opening that the first pair gets. */
  readonly skip: number;
  /** The index of the first game to play, and of the first that is too much. */
  readonly from: number;
  readonly to: number;
  /** Games at the same time, each with a process for each engine. */
  readonly concurrency: number;
  /** Hears of each game in the order of their indices; true: there are enough. */
  readonly onGame: (game: GameRecord, names: Names) => boolean;
  /** Ends the match early, without an error. */
  readonly signal: AbortSignal;
}

/**
 * Plays a match; at its end no process of it is left.
 *
 * @throws {WazabaError} if an engine cannot be started, has no such option, or does not know the game
 */
export async function playMatch(settings: MatchSettings): Promise<void> {
  const { book, skip, from, to, concurrency, onGame, signal } = settings;
  const enough = new AbortController();
  const stop = () => enough.abort();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  try {
    await playGames({
      from,
      to,
      players: Array.from({ length: Math.max(0, Math.min(concurrency, to - from)) }, () => new Table(settings)),
      play: async (index, { rivals, names }) => {
        const opening = await book.opening((index >> 1) + skip);
        return { game: await playGame(index, opening, rivals, settings), names };
      },
      onGame: ({ game, names }) => {
        if (onGame(game, names)) stop();
      },
      signal: enough.signal,
    });
  } finally {
    signal.removeEventListener("abort", stop);
    await book.close();
  }
}

/** The engines that play with one another. */
export class Table implements Player {
  readonly rivals: Readonly<Record<Rival, Contestant>>;
  readonly #names: MatchSettings["names"];

  constructor({ contestants, names }: Pick<MatchSettings, "contestants" | "names">) {
    this.rivals = { a: new Contestant(contestants.a), b: new Contestant(contestants.b) };
    this.#names = names;
  }

  /** Known once it is open. Two of one name are told apart. */
  get names(): Names {
    const [a, b] = RIVALS.map((rival) => this.#names[rival] ?? this.rivals[rival].name);
    return a === b ? { a: `${a} A`, b: `${b} B` } : { a, b };
  }

  async open(): Promise<void> {
    await Promise.all(RIVALS.map((rival) => this.rivals[rival].start()));
  }

  async close(): Promise<void> {
    await Promise.all(RIVALS.map((rival) => this.rivals[rival].close()));
  }
}
