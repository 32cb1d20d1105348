/** The running totals of a match, and the statistics they give. */

import { type GameRecord, moverOf, type Reason, type Rival } from "./game";
import { decisionOf, type Estimate, estimate, logLikelihoodRatio, type PairCounts, type Sprt } from "./statistics";

/** Totals over all moves of an engine. */
export interface Effort {
  moves: number;
  nodes: number;
  /** Plies. */
  depth: number;
  timeMs: number;
  /** The slowest move. */
  longestMs: number;
}

/** No effort yet. */
export function effortOf(): Effort {
  return { moves: 0, nodes: 0, depth: 0, timeMs: 0, longestMs: 0 };
}

/** How many games ended in one way. */
export interface EndingCount {
  /** Null for draws. */
  readonly winner: Rival | null;
  readonly reason: Reason;
  readonly games: number;
}

/** The current standing; wins and losses are the first engine's. */
export interface MatchStanding {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly pairs: PairCounts;
  /** From the complete pairs; null without any. */
  readonly estimate: Estimate | null;
  /** The log-likelihood ratio, and the accepted hypothesis; null without a test, or while it is undecided. */
  readonly llr: number | null;
  readonly accepted: "H0" | "H1" | null;
}

/** Adds up games. */
export class MatchTally {
  readonly efforts: Readonly<Record<Rival, Readonly<Effort>>>;
  readonly #efforts: Record<Rival, Effort>;
  readonly #sprt: Sprt | null;
  readonly #results = { wins: 0, draws: 0, losses: 0 };
  readonly #pairs: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  readonly #endings = new Map<string, EndingCount>();
  #games = 0;
  /** The first engine's half points from the first game of the current pair. */
  #firstGame = 0;

  constructor(sprt: Sprt | null) {
    this.#sprt = sprt;
    this.#efforts = { a: effortOf(), b: effortOf() };
    this.efforts = this.#efforts;
  }

  /** Adds the next game. */
  add(game: GameRecord): void {
    const { winner, reason } = game;
    const halfPoints = winner === null ? 1 : winner === "a" ? 2 : 0;
    this.#results[winner === null ? "draws" : winner === "a" ? "wins" : "losses"]++;
    if (this.#games++ % 2 === 0) this.#firstGame = halfPoints;
    else this.#pairs[this.#firstGame + halfPoints]++;

    const ending = `${winner} ${reason}`;
    this.#endings.set(ending, { winner, reason, games: (this.#endings.get(ending)?.games ?? 0) + 1 });
    game.moves.forEach(({ nodes, depth, timeMs }, place) => {
      const effort = this.#efforts[moverOf(game, place)];
      effort.moves++;
      effort.nodes += nodes;
      effort.depth += depth;
      effort.timeMs += timeMs;
      effort.longestMs = Math.max(effort.longestMs, timeMs);
    });
  }

  /** Most frequent first. */
  get endings(): EndingCount[] {
    return [...this.#endings.values()].sort((a, b) => b.games - a.games);
  }

  standing(): MatchStanding {
    const llr = this.#sprt === null ? null : logLikelihoodRatio(this.#pairs, this.#sprt);
    return {
      games: this.#games,
      ...this.#results,
      pairs: [...this.#pairs],
      estimate: estimate(this.#pairs),
      llr,
      accepted: llr === null || this.#sprt === null ? null : decisionOf(llr, this.#sprt),
    };
  }
}
