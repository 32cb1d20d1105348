/** Games against the clock without chess: what a search of growing iterations would spend, move by move. */

import { allocateTime, type TimeControl, TimeManager } from "../../../src/engine/time/time-management";
import { randomNumbers } from "../../../src/random";

/** How a game is timed, milliseconds. */
export interface Match {
  readonly base: number;
  readonly increment?: number;
  /** The moves after which the base is added again. */
  readonly period?: number;
}

/** How a game went. */
export interface Played {
  /** Left on the clock after each move, before the increment; negative if the flag fell. */
  readonly left: readonly number[];
  /** The time of each move as the search sees it. */
  readonly spent: readonly number[];
  /** Of base and increments given until the last move, the part that is used up. */
  readonly used: number;
}

/** The move overhead that the engine is set to, and the maximum overhead here. */
const OVERHEAD = 10;
const LOST = 5;
/** The interval at which the host is asked whether to stop, milliseconds. */
const GRANULARITY = 2;

/** Random numbers from 0 to 1 have so many values. */
const FINE = 2 ** 30;

/** One side's moves of a game, to the last or until the flag falls. */
export function playClock({ base, increment = 0, period }: Match, moves: number, seed: number): Played {
  const draw = randomNumbers(seed);
  const random = () => draw(FINE) / FINE;
  const left: number[] = [];
  const spent: number[] = [];
  let clock = base;
  let given = base;
  for (let i = 0; i < moves && clock >= 0; i++) {
    if (i > 0) {
      const more = increment + (period !== undefined && i % period === 0 ? base : 0);
      clock += more;
      given += more;
    }
    const control = { left: Math.floor(clock), increment, ...(period && { movesToGo: period - (i % period) }) };
    const took = think(control, random);
    spent.push(took);
    clock -= took + LOST * random();
    left.push(clock);
  }
  return { left, spent, used: (given - clock) / given };
}

/**
 * A move's search: each iteration takes some times as long as the one before; best move and score wander, and the more doubtful the
 * move, the more of the nodes others take. As in 700 positions of games: the next iteration takes 1.1 to 2.9 times as long
 * (median 1.4, mean 1.64), has another best move in 6 % of the cases, and the best move's effort has quartiles 0.59, 0.8 and 0.91.
 */
function think(control: TimeControl, random: () => number): number {
  const allotment = allocateTime(control, OVERHEAD, 0);
  const pace = new TimeManager(allotment, random() < 0.03 ? 1 : 30);
  const doubt = random();
  let iteration = 0.02 + 0.1 * random();
  let elapsed = 0;
  let move = 1;
  let score = 0;
  for (let depth = 1; depth <= 100; depth++) {
    elapsed += iteration;
    if (elapsed >= allotment.hard) return allotment.hard + GRANULARITY * random();
    if (random() < 0.25 * doubt ** 3) move++;
    score += 40 * (random() - 0.5);
    const effort = 1 - 0.78 * doubt ** 2;
    if (pace.afterIteration({ depth, score, move, effort }, elapsed)) break;
    iteration *= 1.15 + 1.2 * random();
  }
  return elapsed;
}
