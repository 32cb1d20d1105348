/** How long a move may take. Times are milliseconds; instants are those of `now`, the same in every thread. */

/** What the clocks of a game say, and the limits set for one move. */
export interface TimeControl {
  /** For exactly this move. */
  readonly movetime?: number;
  /** Left on the mover's clock, and added after each move. */
  readonly left?: number;
  readonly increment?: number;
  /** Moves until the next time control; the rest of the game if absent. */
  readonly movesToGo?: number;
}

/** When a search ends. */
export interface Allotment {
  /** When it began. */
  readonly start: number;
  /** No new iteration after so long; `Infinity` if time does not matter. */
  readonly soft: number;
  /** The search ends after so long, wherever it is. */
  readonly hard: number;
}

/** Moves that the rest of a game is taken to need. */
const MOVES_EXPECTED = 28;
/** Of the time left, the most that one move may take. */
const MOST_OF_THE_REST = 0.35;
/** An iteration takes about as long as all before it, so after this part of the target a new one would not end. */
const LAST_START = 0.55;
/** How far a move may go over its target if its iteration needs it. */
const STRETCH = 2.5;

/** This instant, in milliseconds; comparable between threads. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * The time for a move.
 *
 * @param control what the clocks say; nothing at all means no limit
 * @param overhead what is lost between the engine's answer and the clock's stopping, milliseconds
 * @param start when the search was asked for
 */
export function allot(control: TimeControl, overhead: number, start: number): Allotment {
  if (control.movetime !== undefined) {
    const hard = Math.max(1, control.movetime - Math.min(overhead, control.movetime / 10));
    return { start, soft: hard, hard };
  }
  if (control.left === undefined) return { start, soft: Number.POSITIVE_INFINITY, hard: Number.POSITIVE_INFINITY };

  const moves = Math.max(1, Math.min(control.movesToGo ?? MOVES_EXPECTED, MOVES_EXPECTED));
  const increment = control.increment ?? 0;
  // Each of the moves to come costs the overhead, too; even a nearly empty clock gives a millisecond.
  const rest = Math.max(1, control.left - overhead);
  const target = Math.max(0, control.left - overhead * moves) / moves + 0.75 * increment;
  const most = moves === 1 ? rest * 0.8 : rest * MOST_OF_THE_REST;
  const hard = Math.max(1, Math.min(target * STRETCH, most));
  return { start, soft: Math.min(target * LAST_START, hard), hard };
}
