/**
 * Time management: the time budget of a move, and when to end the search early. Times are milliseconds; instants are those
 * of `now`, the same in every thread.
 */

import { MATE, MATE_BOUND } from "../../assembly/search/score";

/** The clock of the side to move, or a fixed time for this move. */
export interface TimeControl {
  /** A fixed time for this move. */
  readonly movetime?: number;
  /** Time left on the clock of the side to move, and increment a move. */
  readonly left?: number;
  readonly increment?: number;
  /** Moves to the next time control; if absent, the time is for the rest of the game. */
  readonly movesToGo?: number;
}

/** When a search ends, milliseconds. */
export interface TimeBudget {
  /** The instant at which its clock started: the request, or the ponder hit. */
  readonly start: number;
  /** The planned time for the move; `Infinity` for no limit. */
  readonly target: number;
  /** The soft limit: usually no new iteration after it. `TimeManager` adapts it to the search. */
  readonly soft: number;
  /** The hard limit: the search ends. */
  readonly hard: number;
}

/** Moves that the time left is divided by, or fewer if the next time control is nearer. */
const MOVES_EXPECTED = 25;
/**
 * Fewer where later moves can live off an increment. With 18, games that end soon after move 60 at 10 s + 0.1 s have used 83 %
 * of their time or more (64 sides, half of them 91 % or more); with 25 some had used 76 %. It costs no strength that shows
 * (+3 ± 25, 400 games at 2 s + 0.02 s), unlike without an increment (40 moves in 2 s: −31 ± 29; 2 s: −51 ± 37).
 */
const MOVES_EXPECTED_WITH_INCREMENT = 18;
/** Moves that the game may last: if a move costs more overhead than its increment brings, time is laid aside for them. */
const MOVES_POSSIBLE = 40;
/**
 * Reserve against stalls, milliseconds; half of the clock if that is less. A program on a shared machine, or a page in the
 * background, may stand still for some tenths of a second. Late in a game of 1 s + 0.01 s it leaves 300 ms instead of 180.
 */
const RESERVE = 150;
/** The part of the increment, less the overhead, that a move spends at once. */
const OF_THE_INCREMENT = 0.9;
/** No new iteration after this part of the target: it takes about as long as all before it, and would not finish. */
const LAST_START = 0.7;
/** The hard limit, in parts of the target. */
const STRETCH = 3;

/** The overhead unless somebody says that the way is longer, milliseconds. */
export const USUAL_OVERHEAD = 10;
/** The part of a fixed time that may be left for the overhead: little, since a search ends within a millisecond of its limit. */
const MOST_LEFT = { usual: 0.02, long: 0.1 } as const;

/** The present instant, milliseconds; comparable between threads. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * Allocates the time for a move.
 *
 * @param control the clock; if empty, there is no limit
 * @param overhead the delay between the engine's answer and the stop of its clock, milliseconds
 * @param start the instant at which the clock starts: the request, or the ponder hit
 */
export function allocateTime(control: TimeControl, overhead: number, start: number): TimeBudget {
  const { movetime, left, increment = 0, movesToGo } = control;
  if (movetime !== undefined) {
    const most = overhead > USUAL_OVERHEAD ? MOST_LEFT.long : MOST_LEFT.usual;
    const hard = Math.max(1, movetime - Math.min(overhead, movetime * most));
    return { start, target: movetime, soft: hard, hard };
  }
  const forEver = Number.POSITIVE_INFINITY;
  if (left === undefined) return { start, target: forEver, soft: forEver, hard: forEver };

  // An empty clock still gives a millisecond.
  const rest = Math.max(1, left - overhead);
  // What a move gains on the clock.
  const gain = increment - overhead;
  const expected = movesToGo === undefined && gain > 0 ? MOVES_EXPECTED_WITH_INCREMENT : MOVES_EXPECTED;
  const moves = Math.max(1, Math.min(movesToGo ?? expected, expected));
  const laidAside = Math.max(0, -gain) * Math.min(movesToGo ?? MOVES_POSSIBLE, MOVES_POSSIBLE);
  const kept = Math.max(laidAside, Math.min(RESERVE, rest / 2));
  const share = Math.max(0, rest - kept) / moves;
  const planned = share + OF_THE_INCREMENT * Math.max(0, gain);
  // Four fifths for the last move before the control; a third if there are many.
  const most = rest * (0.3 + 0.5 / moves);
  const hard = Math.max(1, Math.min(STRETCH * planned, most));
  const target = Math.min(planned, hard);
  return { start, target, soft: LAST_START * target, hard };
}

// Best move instability: a change of the best move adds 1; each iteration keeps this part of the sum.
const INSTABILITY_DECAY = 0.7;
/** Factors of the soft limit: with a stable best move, per unit of instability, and at most. */
const STABLE = 0.7;
const INSTABILITY = 0.45;
const MOST_INSTABILITY = 1.8;
/** A score drop of this many centipawns adds this part to the time, a smaller one less. */
const SCORE_DROP = 80;
const SCORE_DROP_FACTOR = 0.8;
/** The weight of a new score in the running mean that the next score is compared with. */
const SCORE_WEIGHT = 0.5;
/**
 * The best move's usual part of the nodes (median 0.74, deciles 0.43 and 0.9, of 112 searches of 280 ms), and by how much of itself
 * the soft limit grows for each part less. [+19 ± 16, 600 games at 1 s + 0.01 s; 3 % more time a move.]
 */
const USUAL_EFFORT = 0.7;
const EFFORT_FACTOR = 1.2;
/** Scores beyond this are clamped, centipawns: the game is decided. */
const MAX_SCORE = 1000;

/** What an iteration has found. */
export interface IterationFound {
  /** Plies. */
  readonly depth: number;
  /** The core's score for the side to move. */
  readonly score: number;
  /** The best move as a number. */
  readonly move: number;
  /** Effort, or node fraction: the part of the search's nodes so far that lie below the best move, 0 to 1; null if unknown. */
  readonly effort: number | null;
}

/** Decides after each iteration whether to start another: unstable searches get more time. */
export class TimeManager {
  readonly #soft: number;
  readonly #hard: number;
  readonly #hasChoice: boolean;
  /** Whether the time is fixed or unlimited. */
  readonly #isFixed: boolean;
  #move = 0;
  #instability = 0;
  #usualScore: number | null = null;
  /** The adapted soft limit, milliseconds. */
  #softLimit: number;

  /** @param legalMoves the number of root moves to choose from */
  constructor({ soft, hard }: TimeBudget, legalMoves: number) {
    this.#soft = soft;
    this.#hard = hard;
    this.#hasChoice = legalMoves > 1;
    this.#isFixed = soft >= hard;
    this.#softLimit = soft;
  }

  /**
   * Takes the result of an iteration. Returns whether the search should end.
   *
   * @param elapsed milliseconds since the clock started; negative while pondering
   */
  afterIteration(found: IterationFound, elapsed: number): boolean {
    const { depth, score } = found;
    if (!this.#isFixed) {
      const isSettled = !this.#hasChoice || (Math.abs(score) >= MATE_BOUND && depth >= MATE - Math.abs(score));
      this.#softLimit = isSettled ? 0 : this.#adaptSoftLimit(found);
    }
    return elapsed >= this.#softLimit;
  }

  /**
   * Whether a ponder search should answer at the ponder hit, since it has used enough of the opponent's time.
   *
   * @param pondered how long it has pondered, milliseconds
   */
  atPonderHit(pondered: number): boolean {
    return pondered >= this.#softLimit;
  }

  /** Adapts the soft limit to the instability of best move and score, and to the effort. */
  #adaptSoftLimit({ score, move, effort }: IterationFound): number {
    const level = Math.max(-MAX_SCORE, Math.min(score, MAX_SCORE));
    const usual = this.#usualScore ?? level;
    this.#usualScore = usual + SCORE_WEIGHT * (level - usual);
    this.#instability = INSTABILITY_DECAY * this.#instability + (move === this.#move ? 0 : 1);
    this.#move = move;
    const drop = Math.max(0, Math.min((usual - level) / SCORE_DROP, 1));
    const factor =
      Math.min(STABLE + INSTABILITY * this.#instability, MOST_INSTABILITY) *
      (1 + SCORE_DROP_FACTOR * drop) *
      (1 + EFFORT_FACTOR * (USUAL_EFFORT - (effort ?? USUAL_EFFORT)));
    return Math.min(this.#soft * factor, this.#hard);
  }
}
