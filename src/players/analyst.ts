/** The analyst: searches positions of suites and reviews for a best move, a score and a principal variation (PV). */

import type { Score } from "../chess/notation/score";
import type { Game } from "../chess/rules/game";

/** Where a search ends; at least one is given, and the first one reached counts. */
export interface AnalysisLimits {
  /** Milliseconds. */
  readonly movetime?: number;
  readonly nodes?: number;
  /** Plies. */
  readonly depth?: number;
}

/** What an engine thinks at some moment of its search. */
export interface Thought {
  /** The move that it would play, as a number; `NO_MOVE` if it has named none that is legal. */
  readonly move: number;
  /** For the side to move. */
  readonly score: Score;
  /** Plies. */
  readonly depth: number;
  readonly nodes: number;
  /** Since it was asked, milliseconds. */
  readonly timeMs: number;
}

/** The result of a search. The move is legal, and the PV begins with it. */
export interface Analysis extends Thought {
  readonly pv: readonly number[];
}

/** Analyses positions, one at a time. What it says depends only on what it was asked since `newGame`, unless time limits it. */
export interface Analyst {
  /** What it calls itself; known once it is open. */
  readonly name: string;
  /** Gets ready. Called once, before anything else but `close`. */
  open(): Promise<void>;
  /** Forgets the positions before. */
  newGame(): Promise<void>;
  /**
   * Analyses the present position of a game that is not over.
   *
   * @param onThought called whenever it has finished an iteration, or changed its mind
   * @throws {WazabaError} if the engine fails, or plays a move that is not legal
   */
  analyse(game: Game, limits: AnalysisLimits, onThought?: (thought: Thought) => void): Promise<Analysis>;
  /** Ends it, at any time; what is under way fails. */
  close(): Promise<void>;
}
