/** Tuning by games: each iteration's points play pairs of games against each other, several iterations at the same time. */

import { playGames } from "../jobs/run";
import type { ContestantSettings } from "../match/contestant";
import { type GameSettings, isFault, playGame } from "../match/game";
import { Table } from "../match/run";
import type { Book } from "../openings/suite";
import type { Spsa } from "./spsa";

export interface TuneSettings extends GameSettings {
  /** The engine; the numbers are options of its. */
  readonly contestant: ContestantSettings;
  readonly book: Book;
  readonly spsa: Spsa;
  /** The first iteration to play, and the first that is too much. */
  readonly from: number;
  readonly to: number;
  /** Of each iteration: the same opening with colours reversed. */
  readonly pairs: number;
  /** Iterations at the same time, each with two processes. With more than one, a point does not know the latest results. */
  readonly concurrency: number;
  /** Hears of each iteration in its turn. */
  readonly onIteration: (iteration: Iteration) => void;
  /** Ends it early, without an error. */
  readonly signal: AbortSignal;
}

/** An iteration that was played: plain data, and all that is kept of it. */
export interface Iteration {
  /** From 0. */
  readonly iteration: number;
  /** Games of the first point's. */
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Games that were lost by a crash, by time, or by an illegal move. */
  readonly faults: number;
  /** Where the numbers are after it, by name. */
  readonly values: Readonly<Record<string, number>>;
}

/**
 * Tunes; at its end no process of it is left.
 *
 * @throws {WazabaError} if the engine cannot be started, or has no such options
 */
export async function tuneByGames(settings: TuneSettings): Promise<void> {
  const { contestant, book, spsa, from, to, pairs, concurrency, onIteration, signal } = settings;
  const names = spsa.parameters.map(({ name }) => name);
  const rivals = { contestants: { a: contestant, b: contestant }, names: { a: "plus", b: "minus" } };
  const optionsOf = (point: readonly number[]) => names.map((name, i) => [name, String(point[i])] as const);
  try {
    await playGames({
      from,
      to,
      players: Array.from({ length: Math.max(0, Math.min(concurrency, to - from)) }, () => new Table(rivals)),
      play: async (iteration, { rivals }) => {
        const trial = spsa.trial(iteration);
        rivals.a.setOptions(optionsOf(trial.plus));
        rivals.b.setOptions(optionsOf(trial.minus));
        const results = { wins: 0, draws: 0, losses: 0, faults: 0 };
        for (let index = 2 * pairs * iteration; index < 2 * pairs * (iteration + 1); index++) {
          const { winner, reason } = await playGame(index, await book.opening(index >> 1), rivals, settings);
          results[winner === null ? "draws" : winner === "a" ? "wins" : "losses"]++;
          if (isFault(reason)) results.faults++;
        }
        return { trial, results };
      },
      onGame: ({ trial, results }) => {
        spsa.learn(trial, (results.wins - results.losses) / (2 * pairs));
        const values = Object.fromEntries(names.map((name, i) => [name, spsa.values[i]]));
        onIteration({ iteration: trial.iteration, ...results, values });
      },
      signal,
    });
  } finally {
    await book.close();
  }
}
