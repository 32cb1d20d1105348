/** The analyst: searches positions of suites and reviews for a best move, a score and a principal variation (PV). */

import type { Line } from "../chess/notation/line";
import type { Score } from "../chess/notation/score";
import type { Game } from "../chess/rules/game";
import type { CoreLimits } from "../engine/core/core";
import type { TimeControl } from "../engine/time/time-management";

/** Search limits; at least one is given, and the first one reached ends the search. */
export type AnalysisLimits = Pick<CoreLimits, "depth" | "nodes"> & Pick<TimeControl, "movetime">;

/** A search, perhaps of some moves only. */
export type AnalysisTask = AnalysisLimits & Pick<CoreLimits, "searchMoves">;

/** The limits with a factor times the nodes and the time. */
export function longer({ movetime, nodes, depth }: AnalysisLimits, factor: number): AnalysisLimits {
  return {
    ...(movetime !== undefined && { movetime: movetime * factor }),
    ...(nodes !== undefined && { nodes: nodes * factor }),
    ...(depth !== undefined && { depth }),
  };
}

/** What an engine thinks at some point of its search. */
export interface Thought extends Omit<Line<number, Score>, "pv" | "isBound"> {
  /** The move that it would play, as a number; `NO_MOVE` if it has not named a legal one. */
  readonly move: number;
  readonly nodes: number;
  /** Since the request, milliseconds. */
  readonly timeMs: number;
}

/** The result of a search. The move is legal, and the PV begins with it. */
export interface AnalysisResult extends Thought, Pick<Line, "pv"> {}

/** Analyses positions, one at a time. Results depend only on the requests since `newGame`, unless there is a time limit. */
export interface Analyst {
  /** The engine's name for itself; known once it is open. */
  readonly name: string;
  /** Gets ready. Called once, before anything else but `close`. */
  open(): Promise<void>;
  /** Forgets all earlier positions. */
  newGame(): Promise<void>;
  /**
   * Analyses the current position of a game that is not over.
   *
   * @param onThought called after each iteration, and when the best move changes
   * @throws {WazabaError} if the engine fails, or plays an illegal move
   */
  analyse(game: Game, task: AnalysisTask, onThought?: (thought: Thought) => void): Promise<AnalysisResult>;
  /** Closes it, at any time; an analysis in progress fails. */
  close(): Promise<void>;
}
