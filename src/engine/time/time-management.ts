/**
 * Time management: the time budget of a move, and when to end the search early. Times are milliseconds; instants are those
 * of `now`, the same in every thread.
 */

import { MATE, MATE_BOUND } from "../../../assembly/search/score";

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

/**
 * Moves that the time left is divided by, or fewer if the next time control is nearer. With 18, games without an increment lose
 * (40 moves in 2 s: −31 ± 29; 2 s: −51 ± 37).
 */
const MOVES_EXPECTED = 25;
/**
 * Fewer where later moves can live off an increment: the least, and one more for so many increments on the clock. In 200 games of
 * 10 s + 0.1 s, analysed by Stockfish 15.1, a move cost 32, 37, 31, 25, 17, 13, 11 thousandths of a point in the first eight moves, the
 * second eight and so on; half of the games were over by move 50. If a doubling of the time always mends the same part of that, they
 * make the most of it with some 470, 420, 350, 260, 170, 120, 110 ms a move, which this comes to.
 */
const MOVES_EXPECTED_WITH_INCREMENT = { least: 6, increments: 6 } as const;
/** Moves that the game may last: if a move costs more overhead than its increment brings, time is laid aside for them. */
const MOVES_POSSIBLE = 40;
/**
 * Reserve against stalls, milliseconds, and the part of the clock that it may be. A program on a shared machine, or a page in the
 * background, may stand still for some tenths of a second. Late in a game of 1 s + 0.01 s it leaves 270 ms.
 */
const RESERVE = 200;
const MOST_RESERVE = 0.7;
/** The part of the increment, less the overhead, that a move spends at once. */
const OF_THE_INCREMENT = 0.9;
/** No new iteration after this part of the target: it takes about as long as all before it, and would not finish. */
const LAST_START = 0.7;
/** The hard limit, in parts of the target. */
const STRETCH = 3.5;

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
  const moves = Math.max(1, movesToGo === undefined ? movesExpected(rest, gain) : Math.min(movesToGo, MOVES_EXPECTED));
  const laidAside = Math.max(0, -gain) * Math.min(movesToGo ?? MOVES_POSSIBLE, MOVES_POSSIBLE);
  const kept = Math.max(laidAside, Math.min(RESERVE, MOST_RESERVE * rest));
  const share = Math.max(0, rest - kept) / moves;
  const planned = share + OF_THE_INCREMENT * Math.max(0, gain);
  // Four fifths for the last move before the control; a third if there are many.
  const most = rest * (0.3 + 0.5 / moves);
  const hard = Math.max(1, Math.min(STRETCH * planned, most));
  const target = Math.min(planned, hard);
  return { start, target, soft: LAST_START * target, hard };
}

/** The moves that a clock has to last for, to the end of the game. */
function movesExpected(rest: number, gain: number): number {
  if (gain <= 0) return MOVES_EXPECTED;
  const { least, increments } = MOVES_EXPECTED_WITH_INCREMENT;
  return Math.min(MOVES_EXPECTED, least + rest / (increments * gain));
}

// What makes the soft limit longer or shorter is what tells whether another iteration would change the move. In 700 positions of
// games, from any moment to twice as many nodes, the best move changed in 34 % of the cases if it had just changed, in 10 % after ten
// iterations with the same one and in 3 % after more; in 34 % if it had less than a fifth of the nodes, and in 1 % with 95 % of them.
// So the time, whose gain goes with its logarithm, should vary as much. With the same mean of 400,000 nodes the move is not that of
// 2 million nodes in 7.4 % of the positions; with the milder factors before, in 9.3 %. [With 5 % more
// time a move +18 ± 15 Elo, 1,000 games at 1 s + 0.01 s.]
/** The factor of the soft limit when the best move has just changed, with the usual effort. */
const UNSTABLE = 3.1;
/** Best move stability: an iteration with the same best move takes this part of the logarithm, up to so many iterations. */
const STABILITY = 2 / 12;
const MOST_STABLE = 12;
/**
 * The best move's usual part of the nodes (median 0.74, deciles 0.43 and 0.9, of 112 searches of 280 ms), and what each part more
 * takes from the logarithm.
 */
const USUAL_EFFORT = 0.7;
const EFFORT = 1.2;
/** A score drop of this many centipawns adds so much to the logarithm, a smaller one less. */
const SCORE_DROP = 80;
const SCORE_DROP_FACTOR = 0.8;
/** The weight of a new score in the running mean that the next score is compared with. */
const SCORE_WEIGHT = 0.5;
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
  /** For how many iterations the best move has been the same. */
  #stability = 0;
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

  /** Adapts the soft limit to how long the best move has stood, to its effort, and to the score. */
  #adaptSoftLimit({ score, move, effort }: IterationFound): number {
    const level = Math.max(-MAX_SCORE, Math.min(score, MAX_SCORE));
    const usual = this.#usualScore ?? level;
    this.#usualScore = usual + SCORE_WEIGHT * (level - usual);
    this.#stability = move === this.#move ? Math.min(this.#stability + 1, MOST_STABLE) : 0;
    this.#move = move;
    const drop = Math.max(0, Math.min((usual - level) / SCORE_DROP, 1));
    const log =
      SCORE_DROP_FACTOR * drop - STABILITY * this.#stability - EFFORT * ((effort ?? USUAL_EFFORT) - USUAL_EFFORT);
    return Math.min(this.#soft * UNSTABLE * Math.exp(log), this.#hard);
  }
}
