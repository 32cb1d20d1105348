/** The chess clock of a game that people watch: fixed time a move, or a clock for each side. */

import type { Colour } from "../../api/position";

/** The time control of a match. */
export type TimeSetting =
  /** Fixed time for each move of the engine, milliseconds; the user's time is not limited. */
  | { readonly kind: "move"; readonly ms: number }
  /** A clock with increment for each side, milliseconds. */
  | { readonly kind: "clock"; readonly ms: number; readonly increment: number };

const MINUTE = 60_000;
const SECOND = 1000;
/** Refresh interval of a clock, milliseconds. */
const TICK = 100;

/**
 * Parses `250ms`, `5s`, or `3m2s`: minutes, and an increment in seconds.
 *
 * @returns null if it is none of these
 */
export function readTime(text: string): TimeSetting | null {
  const move = /^(\d{1,6})(ms|s)$/.exec(text);
  if (move !== null) return { kind: "move", ms: Math.max(1, Number(move[1]) * (move[2] === "s" ? SECOND : 1)) };
  const clock = /^(\d{1,3})m(\d{1,3})s$/.exec(text);
  if (clock === null || Number(clock[1]) === 0) return null;
  return { kind: "clock", ms: Number(clock[1]) * MINUTE, increment: Number(clock[2]) * SECOND };
}

/** A time control as text, as `readTime` parses it. */
export function timeText(time: TimeSetting): string {
  if (time.kind === "clock") return `${time.ms / MINUTE}m${time.increment / SECOND}s`;
  return time.ms % SECOND === 0 ? `${time.ms / SECOND}s` : `${time.ms}ms`;
}

/** Time odds that can be chosen: the part of the other side's time that a side has, as its divisor. */
export const ODDS = [2, 5, 10] as const;
export type Odds = (typeof ODDS)[number];

/** A time control with a part of the time, and of the increment. */
export function dividedTime(time: TimeSetting, divisor: number): TimeSetting {
  if (time.kind === "move") return { ...time, ms: Math.max(1, Math.round(time.ms / divisor)) };
  return { ...time, ms: Math.round(time.ms / divisor), increment: Math.round(time.increment / divisor) };
}

/** The time left of both sides, milliseconds. */
export type TimeLeft = Readonly<Record<Colour, number>>;

/** The time left as PGN's command for it: `[%clk 0:02:59.5]`. @param ms milliseconds */
export function clockCommand(ms: number): string {
  const tenths = Math.round(ms / 100);
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60];
  const seconds = ((tenths % 600) / 10).toFixed(1).replace(/\.0$/, "");
  return `[%clk ${hours}:${String(minutes).padStart(2, "0")}:${seconds.replace(/^\d(?!\d)/, "0$&")}]`;
}

/** A chess clock. It stands until a side's time is started. */
export class Clock {
  readonly #increments: TimeLeft;
  readonly #left: Record<Colour, number>;
  readonly #onTick: () => void;
  readonly #onFlag: (side: Colour) => void;
  #running: Colour | null = null;
  #since = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param times the time of each side, and its increments, milliseconds */
  constructor(times: TimeLeft, increments: TimeLeft, onTick: () => void, onFlag: (side: Colour) => void) {
    this.#increments = increments;
    this.#left = { ...times };
    this.#onTick = onTick;
    this.#onFlag = onFlag;
  }

  /** The side whose time runs. */
  get running(): Colour | null {
    return this.#running;
  }

  /** The time left of a side, milliseconds, at least 0. */
  left(side: Colour): number {
    const used = side === this.#running ? performance.now() - this.#since : 0;
    return Math.max(0, this.#left[side] - used);
  }

  /** What a side gets for each move, milliseconds. */
  incrementOf(side: Colour): number {
    return this.#increments[side];
  }

  /** Sets the time left, as it was when a game was left. */
  set(left: TimeLeft): void {
    this.stop();
    Object.assign(this.#left, left);
    this.#onTick();
  }

  /** Starts a side's time. */
  start(side: Colour): void {
    this.stop();
    this.#running = side;
    this.#since = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK);
  }

  /** A side has moved: its time stops, and it gets its increment. */
  press(side: Colour): void {
    this.stop();
    this.#left[side] += this.#increments[side];
    this.#onTick();
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#running !== null) this.#left[this.#running] = this.left(this.#running);
    this.#running = null;
  }

  #tick(): void {
    const side = this.#running;
    this.#onTick();
    if (side === null || this.left(side) > 0) return;
    this.stop();
    this.#onFlag(side);
  }
}
