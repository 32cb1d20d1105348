/** A line: a principal variation (PV) with its score, the result of a search. */

import type { Score } from "./score";

/**
 * A line. In the engine moves and scores are numbers; at its edges moves are in UCI notation, and scores are what UCI writes.
 *
 * @typeParam Move a move: its number, or UCI notation
 * @typeParam Worth a score: centipawns, a mate in n plies being `MATE` − n, or as UCI has it
 */
export interface Line<Move = number, Worth = number> {
  /** For the side to move. */
  readonly score: Worth;
  /** The principal variation; it ends where the game does. */
  readonly pv: readonly Move[];
  /** The iteration that found it, plies. */
  readonly depth: number;
  /** Whether the score is only a bound, since its iteration was cut short. Otherwise it is exact. */
  readonly isBound: boolean;
}

/** A line as UCI has it. */
export type UciLine = Line<string, Score>;
