/** The standings of a tournament: a tally for each pairing, and ratings from all of them. */

import { type GameRecord, opponentOf, type Pairing, type Rival } from "../match/game";
import { type Effort, effortOf, type MatchStanding, MatchTally } from "../match/tally";
import { type Anchor, type Ratings, rate } from "./ratings";

/** The results of one engine, against one other or all. */
export interface Results {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** A win is one point, a draw half a point. */
  readonly points: number;
}

export class Standings {
  readonly #engines: number;
  readonly #tallies = new Map<string, { readonly pairing: Pairing; readonly tally: MatchTally }>();

  /** @param engines how many there are */
  constructor(engines: number) {
    this.#engines = engines;
  }

  /** Adds the next game. */
  add(game: GameRecord, pairing: Pairing): void {
    const key = pairing.join();
    const entry = this.#tallies.get(key) ?? { pairing, tally: new MatchTally(null) };
    this.#tallies.set(key, entry);
    entry.tally.add(game);
  }

  /** Each engine's points so far. */
  points(): readonly number[] {
    return this.#each((engine) => this.results(engine).points);
  }

  /** The results of an engine against an opponent, or all. */
  results(engine: number, opponent: number | null = null): Results {
    const sum = { games: 0, wins: 0, draws: 0, losses: 0, points: 0 };
    for (const { rival, other, tally } of this.#of(engine)) {
      if (opponent !== null && opponent !== other) continue;
      const { games, draws, wins, losses }: MatchStanding = tally.standing();
      const won = rival === "a" ? wins : losses;
      sum.games += games;
      sum.wins += won;
      sum.draws += draws;
      sum.losses += games - draws - won;
      sum.points += won + draws / 2;
    }
    return sum;
  }

  /** What an engine spent in all its games. */
  effort(engine: number): Effort {
    const sum = effortOf();
    for (const { rival, tally } of this.#of(engine)) {
      const { moves, nodes, depth, timeMs, longestMs } = tally.efforts[rival];
      sum.moves += moves;
      sum.nodes += nodes;
      sum.depth += depth;
      sum.timeMs += timeMs;
      sum.longestMs = Math.max(sum.longestMs, longestMs);
    }
    return sum;
  }

  /** How many of its games an engine lost in each way. */
  losses(engine: number): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { rival, tally } of this.#of(engine)) {
      for (const { winner, reason, games } of tally.endings) {
        if (winner === opponentOf(rival)) counts.set(reason, (counts.get(reason) ?? 0) + games);
      }
    }
    return counts;
  }

  /** From the complete pairs of games. */
  ratings(anchor: Anchor | null): Ratings {
    const results = [...this.#tallies.values()].map(({ pairing: [a, b], tally }) => {
      return { a, b, pairs: tally.standing().pairs };
    });
    return rate(this.#engines, results, anchor);
  }

  *#of(engine: number): Generator<{ readonly rival: Rival; readonly other: number; readonly tally: MatchTally }> {
    for (const { pairing, tally } of this.#tallies.values()) {
      const place = pairing.indexOf(engine);
      if (place >= 0) yield { rival: place === 0 ? "a" : "b", other: pairing[1 - place], tally };
    }
  }

  #each<T>(of: (engine: number) => T): T[] {
    return Array.from({ length: this.#engines }, (_, engine) => of(engine));
  }
}
