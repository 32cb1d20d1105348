/** What has been played of a match, and what it says. */

import { type GameRecord, moverOf, type Reason, type Rival } from "./game";
import { decisionOf, type Estimate, estimate, logLikelihoodRatio, type PairCounts, type Sprt } from "./statistics";

/** What an engine has spent on all its moves. */
export interface Effort {
  moves: number;
  nodes: number;
  /** Plies. */
  depth: number;
  timeMs: number;
  /** Of one move. */
  longestMs: number;
}

/** How often games have ended so. */
export interface Ending {
  /** Null for draws. */
  readonly winner: Rival | null;
  readonly reason: Reason;
  readonly games: number;
}

/** Where a match stands; wins and losses are the first engine's. */
export interface Standing {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly pairs: PairCounts;
  /** By the complete pairs; null without any. */
  readonly estimate: Estimate | null;
  /** The logarithm of the likelihood ratio, and the hypothesis accepted; null without a test, or while it goes on. */
  readonly llr: number | null;
  readonly accepted: "H0" | "H1" | null;
}

/** Adds games up. */
export class Tally {
  readonly efforts: Readonly<Record<Rival, Readonly<Effort>>>;
  readonly #efforts: Record<Rival, Effort>;
  readonly #sprt: Sprt | null;
  readonly #results = { wins: 0, draws: 0, losses: 0 };
  readonly #pairs: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  readonly #endings = new Map<string, Ending>();
  #games = 0;
  /** What the first game of a pair has brought the first engine, in half points. */
  #opened = 0;

  constructor(sprt: Sprt | null) {
    this.#sprt = sprt;
    const none = (): Effort => ({ moves: 0, nodes: 0, depth: 0, timeMs: 0, longestMs: 0 });
    this.#efforts = { a: none(), b: none() };
    this.efforts = this.#efforts;
  }

  /** Adds the game that comes next. */
  add(game: GameRecord): void {
    const { winner, reason } = game;
    const halfPoints = winner === null ? 1 : winner === "a" ? 2 : 0;
    this.#results[winner === null ? "draws" : winner === "a" ? "wins" : "losses"]++;
    if (this.#games++ % 2 === 0) this.#opened = halfPoints;
    else this.#pairs[this.#opened + halfPoints]++;

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

  /** The commonest first. */
  get endings(): Ending[] {
    return [...this.#endings.values()].sort((a, b) => b.games - a.games);
  }

  standing(): Standing {
    const llr = this.#sprt === null ? null : logLikelihoodRatio(this.#pairs, this.#sprt);
    return {
      games: this.#games,
      ...this.#results,
      pairs: [...this.#pairs],
      estimate: estimate(this.#pairs),
      llr,
      accepted: llr === null ? null : decisionOf(llr),
    };
  }
}
