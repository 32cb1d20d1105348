/**
 * The xboard time controls (`level`, `st`, `sd`, `nps`, `time`), and what they mean for the next move. Times are
 * milliseconds.
 */

import { readClientNumber } from "../../engine/time/client-number";
import { allocateTime, type TimeControl } from "../../engine/time/time-management";
import type { SearchLimits } from "../../engine/worker/messages";
import { quote, WazabaError } from "../../errors";

/** The default: `level 40 5 0`. */
const DEFAULTS = { moves: 40, base: 300_000, increment: 0 };

/** The clock of the engine, and its other limits. */
export class XboardClock {
  /** Moves per time control; 0 if it covers the whole game. */
  #moves = DEFAULTS.moves;
  #base = DEFAULTS.base;
  #increment = DEFAULTS.increment;
  #left = DEFAULTS.base;
  /** Moves of the engine when the time control began. */
  #movesBefore = 0;
  /** Fixed time per move; null with a clock. */
  #moveTime: number | null = null;
  #depth: number | null = null;
  /** Nodes that count as a second (`nps`); null for real time. */
  #nodeRate: number | null = null;

  /** A new game, with the same time control. */
  newGame(): void {
    this.#left = this.#base;
    this.#movesBefore = 0;
    this.#depth = null;
    this.#nodeRate = null;
  }

  /** Another position: moves are counted from here. */
  newPosition(): void {
    this.#movesBefore = 0;
  }

  /**
   * `level MOVES BASE INCREMENT`: BASE in minutes or `minutes:seconds`, INCREMENT in seconds. An unreadable level leaves the
   * previous one in place.
   *
   * @param movesMade moves of the engine so far
   * @throws {WazabaError} `time` for anything else
   */
  level([moves = "", base = "", increment = ""]: readonly string[], movesMade: number): void {
    // Everything is read before anything changes.
    const [movesRead, baseRead, incrementRead] = [
      readNumber(moves, 1),
      readTime(base, 60),
      readNumber(increment, 1000),
    ];
    this.#moves = Math.floor(movesRead);
    this.#base = baseRead;
    this.#increment = incrementRead;
    this.#left = this.#base;
    this.#movesBefore = movesMade;
    this.#moveTime = null;
  }

  /** `st SECONDS`, or `minutes:seconds`, for each move. @throws {WazabaError} `time` */
  setMoveTime(time: string): void {
    this.#moveTime = readTime(time, 1);
  }

  /** `sd DEPTH`. @throws {WazabaError} `time` */
  setDepth(plies: string): void {
    this.#depth = Math.max(1, Math.floor(readNumber(plies, 1)));
  }

  /** `nps NODES`, of all threads; 0 means CPU time in xboard, and real time here. @throws {WazabaError} `time` */
  setNodeRate(nodes: string): void {
    this.#nodeRate = Math.floor(readNumber(nodes, 1)) || null;
  }

  /** `time CENTISECONDS`: time left. @throws {WazabaError} `time` */
  setLeft(centiseconds: string): void {
    this.#left = readNumber(centiseconds, 10);
  }

  /** The engine has moved: charges its clock, in case the client never sends `time`. */
  charge(used: number, movesMade: number): void {
    this.#left += this.#increment - used;
    if (this.#moves > 0 && this.#movesToGo(movesMade) === this.#moves) this.#left += this.#base;
  }

  /** The limits of the next move. */
  limits(movesMade: number): { readonly limits: SearchLimits; readonly time: TimeControl } {
    const depth = this.#depth === null ? {} : { depth: this.#depth };
    const time = this.#control(movesMade);
    if (this.#nodeRate === null) return { limits: depth, time };
    const nodes = Math.max(1, Math.floor((allocateTime(time, 0, 0).target * this.#nodeRate) / 1000));
    return { limits: { ...depth, nodes }, time: {} };
  }

  #control(movesMade: number): TimeControl {
    if (this.#moveTime !== null) return { movetime: this.#moveTime };
    const clock = { left: Math.max(0, this.#left), increment: this.#increment };
    return this.#moves === 0 ? clock : { ...clock, movesToGo: this.#movesToGo(movesMade) };
  }

  /** Moves to the next time control; moves may have been taken back since this one began. */
  #movesToGo(movesMade: number): number {
    const made = (movesMade - this.#movesBefore) % this.#moves;
    return this.#moves - (made < 0 ? made + this.#moves : made);
  }
}

/** A number of at least 0, converted to other units. @throws {WazabaError} `time` */
function readNumber(text: string, factor: number): number {
  const value = readClientNumber(text);
  if (value === null) throw new WazabaError("time", `${quote(text)} is not a number`);
  return factor * Math.max(0, value);
}

/** `minutes:seconds`, or a number of such units, in seconds; milliseconds. @throws {WazabaError} `time` */
function readTime(text: string, unit: number): number {
  const colon = text.indexOf(":");
  if (colon < 0) return readNumber(text, 1000 * unit);
  return readNumber(text.slice(0, colon), 60_000) + readNumber(text.slice(colon + 1), 1000);
}
