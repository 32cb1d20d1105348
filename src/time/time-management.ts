/**
 * Time management: the time budget of a move, and when to end the search early. Times are milliseconds; instants are those
 * of `now`, the same in every thread.
 */

import { MATE, MATE_BOUND } from "../../assembly/search/score";

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
export interface TimeBudget {
  /** When its time began to run: when it was asked for, or the ponder hit. */
  readonly start: number;
  /** How long the move is planned to take; `Infinity` if time does not matter. */
  readonly target: number;
  /** No new iteration after so long, in a position like most; `TimeManager` says how it is in this one. */
  readonly soft: number;
  /** The search ends after so long, wherever it is. */
  readonly hard: number;
}

/** Moves that the rest of a game is taken to need, and at most those that the time until a next control is shared by. */
const MOVES_EXPECTED = 25;
/**
 * Fewer where later moves can live off an increment. With 18, games that end soon after move 60 at 10 s + 0.1 s have used 83 %
 * of their time or more (64 sides, half of them 91 % or more); with 25 some had used 76 %. It costs no strength that shows
 * (+3 ± 25, 400 games at 2 s + 0.02 s), unlike without an increment (40 moves in 2 s: −31 ± 29; 2 s: −51 ± 37).
 */
const MOVES_EXPECTED_WITH_INCREMENT = 18;
/** And those that it may need: if they cost more than they bring, that much is laid aside for them. */
const MOVES_POSSIBLE = 40;
/**
 * Kept for a stall of the machine, milliseconds, or half of a clock that has less than twice as much: a program on a shared
 * machine, or a page in the background, may stand still for some tenths of a second. It is what leaves 300 ms late in a game
 * of 1 s + 0.01 s, instead of 180.
 */
const RESERVE = 150;
/** Of what an increment adds beyond the overhead, the part that is spent at once. */
const OF_THE_INCREMENT = 0.9;
/** An iteration takes about as long as all before it, so after this part of the target a new one would not end. */
const LAST_START = 0.7;
/** How far a move may go over its target if it must. */
const STRETCH = 3;

/** This instant, in milliseconds; comparable between threads. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * The time for a move.
 *
 * @param control what the clocks say; nothing at all means no limit
 * @param overhead what is lost between the engine's answer and the clock's stopping, milliseconds
 * @param start when the time begins to run: when the search was asked for, or the ponder hit
 */
export function allocateTime(control: TimeControl, overhead: number, start: number): TimeBudget {
  const { movetime, left, increment = 0, movesToGo } = control;
  if (movetime !== undefined) {
    const hard = Math.max(1, movetime - Math.min(overhead, movetime / 10));
    return { start, target: movetime, soft: hard, hard };
  }
  const forEver = Number.POSITIVE_INFINITY;
  if (left === undefined) return { start, target: forEver, soft: forEver, hard: forEver };

  // Even a nearly empty clock gives a millisecond.
  const rest = Math.max(1, left - overhead);
  // What a move adds to the clock by itself.
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

// How restless a search is: a best move that changes adds 1, and each iteration keeps this part of what there was.
const KEPT = 0.7;
/** The time for a new iteration, in parts of the usual: for a best move that has long stood, for each unrest, and at most. */
const CALM = 0.7;
const UNREST = 0.45;
const MOST_UNREST = 1.8;
/** A score that falls by so many centipawns gets so much more time, less if it falls less. */
const FALL = 80;
const FOR_A_FALL = 0.8;
/** The weight of a new score in the mean that the next is compared with. */
const NEWEST = 0.5;
/** Beyond so many centipawns a game is decided, and it does not matter how much better or worse it becomes. */
const DECIDED = 1000;

/** Says after each iteration whether another one is worth its time: more in a position that puzzles the search. */
export class TimeManager {
  readonly #soft: number;
  readonly #hard: number;
  readonly #hasChoice: boolean;
  /** With a fixed time, or none, there is nothing to weigh. */
  readonly #isFixed: boolean;
  #move = 0;
  #unrest = 0;
  #usualScore: number | null = null;
  /** After so long no new iteration, milliseconds. */
  #enough: number;

  /** @param legalMoves how many moves the search may choose from */
  constructor({ soft, hard }: TimeBudget, legalMoves: number) {
    this.#soft = soft;
    this.#hard = hard;
    this.#hasChoice = legalMoves > 1;
    this.#isFixed = soft >= hard;
    this.#enough = soft;
  }

  /**
   * Takes an iteration's result; whether the search should end with it.
   *
   * @param found plies, the core's score for the side to move, and the best move as a number
   * @param elapsed since the time began to run, milliseconds; negative while pondering
   */
  afterIteration({ depth, score, move }: { depth: number; score: number; move: number }, elapsed: number): boolean {
    if (!this.#isFixed) {
      const isSettled = !this.#hasChoice || (Math.abs(score) >= MATE_BOUND && depth >= MATE - Math.abs(score));
      this.#enough = isSettled ? 0 : this.#weigh(score, move);
    }
    return elapsed >= this.#enough;
  }

  /**
   * Whether a ponder search should answer as soon as its move is played, since it has had its time from the opponent.
   *
   * @param pondered how long it has run, milliseconds
   */
  atPonderHit(pondered: number): boolean {
    return pondered >= this.#enough;
  }

  /** The time that is enough for what is known now. */
  #weigh(score: number, move: number): number {
    const level = Math.max(-DECIDED, Math.min(score, DECIDED));
    const usual = this.#usualScore ?? level;
    this.#usualScore = usual + NEWEST * (level - usual);
    this.#unrest = KEPT * this.#unrest + (move === this.#move ? 0 : 1);
    this.#move = move;
    const fall = Math.max(0, Math.min((usual - level) / FALL, 1));
    const factor = Math.min(CALM + UNREST * this.#unrest, MOST_UNREST) * (1 + FOR_A_FALL * fall);
    return Math.min(this.#soft * factor, this.#hard);
  }
}
