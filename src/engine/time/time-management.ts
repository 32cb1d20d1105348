/**
 * Time management: the time budget of a move, and when to end the search early. Times are milliseconds; instants are those
 * of `now`, which all threads share.
 */

import { MATE, MATE_BOUND } from "../../../assembly/search/score";

/** The clock of the side to move, or a fixed time for this move. */
export interface TimeControl {
  /** A fixed time for this move. */
  readonly movetime?: number;
  /** Time left on the clock of the side to move, and increment per move. */
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

/**
 * The remaining time is divided by this many moves, or by fewer if the next time control is nearer. With 18, games without an
 * increment lose Elo (40 moves in 2 s: −31 ± 29; 2 s: −51 ± 37).
 */
const MOVES_EXPECTED = 25;
/**
 * Fewer if later moves can rely on an increment: the minimum, plus one for every this many increments on the clock. In 200 games of
 * 10 s + 0.1 s, analysed by Stockfish 15.1, a move lost 32, 37, 31, 25, 17, 13, 11 thousandths of a point in the first eight moves, the
 * second eight and so on; half of the games were over by move 50. If doubling the time always saves the same fraction of that, the best
 * use is about 470, 420, 350, 260, 170, 120, 110 ms per move, which this amounts to.
 */
const MOVES_EXPECTED_WITH_INCREMENT = { min: 6, increments: 6 } as const;
/** How many moves the game may last: if a move's overhead exceeds its increment, time is reserved for them. */
const MOVES_POSSIBLE = 40;
/**
 * Reserve against stalls, milliseconds, and its maximum share of the clock. A program on a shared machine, or a page in the
 * background, may stall for a few tenths of a second. Late in a game of 1 s + 0.01 s it leaves 270 ms.
 */
const RESERVE = 200;
const MAX_RESERVE = 0.7;
/** The share of the increment, minus the overhead, that a move spends at once. */
const INCREMENT_SHARE = 0.9;
/** No new iteration after this share of the target: it takes about as long as all earlier ones together, and would not finish. */
const LAST_START = 0.7;
/** The hard limit as a multiple of the target. */
const STRETCH = 3.5;

/** The default overhead, milliseconds. */
export const DEFAULT_OVERHEAD = 10;
/** The maximum share of a fixed time that is left for the overhead: small, since a search ends within a millisecond of its limit. */
const MAX_OVERHEAD_SHARE = { default: 0.02, long: 0.1 } as const;

/** The current instant, milliseconds; comparable between threads. */
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
    const share = overhead > DEFAULT_OVERHEAD ? MAX_OVERHEAD_SHARE.long : MAX_OVERHEAD_SHARE.default;
    const hard = Math.max(1, movetime - Math.min(overhead, movetime * share));
    return { start, target: movetime, soft: hard, hard };
  }
  const unlimited = Number.POSITIVE_INFINITY;
  if (left === undefined) return { start, target: unlimited, soft: unlimited, hard: unlimited };

  // Even an empty clock leaves a millisecond.
  const rest = Math.max(1, left - overhead);
  // What a move adds to the clock.
  const gain = increment - overhead;
  const moves = Math.max(1, movesToGo === undefined ? movesExpected(rest, gain) : Math.min(movesToGo, MOVES_EXPECTED));
  const reserved = Math.max(0, -gain) * Math.min(movesToGo ?? MOVES_POSSIBLE, MOVES_POSSIBLE);
  const kept = Math.max(reserved, Math.min(RESERVE, MAX_RESERVE * rest));
  const share = Math.max(0, rest - kept) / moves;
  const planned = share + INCREMENT_SHARE * Math.max(0, gain);
  // Four fifths for the last move before the control; a third if there are many.
  const max = rest * (0.3 + 0.5 / moves);
  const hard = Math.max(1, Math.min(STRETCH * planned, max));
  const target = Math.min(planned, hard);
  return { start, target, soft: LAST_START * target, hard };
}

/** How many moves the clock must last, to the end of the game. */
function movesExpected(rest: number, gain: number): number {
  if (gain <= 0) return MOVES_EXPECTED;
  const { min, increments } = MOVES_EXPECTED_WITH_INCREMENT;
  return Math.min(MOVES_EXPECTED, min + rest / (increments * gain));
}

// The soft limit is scaled by predictors of whether another iteration would change the best move. In 700 positions from games, when the
// nodes were doubled, the best move changed in 34 % of cases if it had just changed, in 10 % after ten iterations with the same one, and
// in 3 % after more; in 34 % if it had less than a fifth of the nodes, and in 1 % with 95 % of them. So the time, whose gain is
// logarithmic, should vary as much. With the same mean of 400,000 nodes the move differs from that of 2 million nodes in 7.4 % of the
// positions; with milder factors, in 9.3 %. [With 5 % more
// time a move +18 ± 15 Elo, 1,000 games at 1 s + 0.01 s.]
/** The factor of the soft limit when the best move has just changed, with the average effort. */
const UNSTABLE = 3.1;
/** Best move stability: each iteration with the same best move subtracts this from the logarithm, up to a number of iterations. */
const STABILITY = 2 / 12;
const MAX_STABILITY = 12;
/**
 * The best move's average share of the nodes (median 0.74, deciles 0.43 and 0.9, of 112 searches of 280 ms), and how much a larger
 * share subtracts from the logarithm.
 */
const AVERAGE_EFFORT = 0.7;
const EFFORT = 1.2;
/** A score drop of this many centipawns adds the factor to the logarithm; a smaller one adds proportionally less. */
const SCORE_DROP = 80;
const SCORE_DROP_FACTOR = 0.8;
/** The weight of a new score in the running mean to which the next score is compared. */
const SCORE_WEIGHT = 0.5;
/** Scores beyond this are clamped, centipawns: the game is decided. */
const MAX_SCORE = 1000;

/** The result of an iteration. */
export interface IterationFound {
  /** Plies. */
  readonly depth: number;
  /** The core's score for the side to move. */
  readonly score: number;
  /** The best move as a number. */
  readonly move: number;
  /** Effort, or node fraction: the share of the search's nodes so far below the best move, 0 to 1; null if unknown. */
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
  /** Iterations since the best move last changed. */
  #stability = 0;
  #averageScore: number | null = null;
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
   * Records the result of an iteration. Returns whether the search should end.
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

  /** Adapts the soft limit to the best move's stability and effort, and to the score. */
  #adaptSoftLimit({ score, move, effort }: IterationFound): number {
    const level = Math.max(-MAX_SCORE, Math.min(score, MAX_SCORE));
    const average = this.#averageScore ?? level;
    this.#averageScore = average + SCORE_WEIGHT * (level - average);
    this.#stability = move === this.#move ? Math.min(this.#stability + 1, MAX_STABILITY) : 0;
    this.#move = move;
    const drop = Math.max(0, Math.min((average - level) / SCORE_DROP, 1));
    const log =
      SCORE_DROP_FACTOR * drop - STABILITY * this.#stability - EFFORT * ((effort ?? AVERAGE_EFFORT) - AVERAGE_EFFORT);
    return Math.min(this.#soft * UNSTABLE * Math.exp(log), this.#hard);
  }
}
