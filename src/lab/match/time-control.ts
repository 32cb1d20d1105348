/** The time control of a match: how long engines may think, and when one has exceeded its time. */

import { quote, WazabaError } from "../../errors";

/** What an engine may spend; times are milliseconds. */
export type Limit =
  | { readonly kind: "movetime"; readonly ms: number }
  | { readonly kind: "nodes"; readonly nodes: number }
  | { readonly kind: "depth"; readonly plies: number }
  /** `base` for `moves` moves, or for the whole game (null), and the increment after each move. */
  | { readonly kind: "clock"; readonly moves: number | null; readonly base: number; readonly increment: number };

/**
 * Parses a time control in PGN's format: seconds, with an optional increment, for the game or for a number of moves.
 *
 * @throws {WazabaError} `usage`
 * @example parseClock("40/60+0.5") // { kind: "clock", moves: 40, base: 60_000, increment: 500 }
 */
export function parseClock(text: string): Limit {
  const parts = /^(?:(\d{1,4})\/)?(\d{1,6}(?:\.\d{1,3})?)(?:\+(\d{1,5}(?:\.\d{1,3})?))?$/.exec(text);
  const [, moves, base, increment = "0"] = parts ?? [];
  const ms = (seconds: string) => Math.round(Number(seconds) * 1000);
  if (parts === null || Number(moves) === 0 || ms(base) === 0) {
    throw new WazabaError("usage", `--clock: ${quote(text)} is not like 10+0.1 or 40/60, in seconds`);
  }
  return { kind: "clock", moves: moves === undefined ? null : Number(moves), base: ms(base), increment: ms(increment) };
}

/**
 * Parses a limit of any kind: the name of the flag for it, and its value.
 *
 * @param flag for errors
 * @throws {WazabaError} `usage`
 * @example parseLimit("--limit-b", "nodes=5000") // { kind: "nodes", nodes: 5000 }
 */
export function parseLimit(flag: string, text: string): Limit {
  const [, kind, value = ""] = /^(movetime|nodes|depth|clock)=(.*)$/.exec(text) ?? [];
  if (kind === "clock") return parseClock(value);
  const count = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  if (kind === undefined || count === 0) {
    throw new WazabaError(
      "usage",
      `${flag}: ${quote(text)} is not like nodes=5000, movetime=100, depth=8 or clock=10+0.1`,
    );
  }
  if (kind === "movetime") return { kind, ms: count };
  return kind === "nodes" ? { kind, nodes: count } : { kind: "depth", plies: count };
}

/** Whether a move may exceed it by being late. */
export function isTimed({ kind }: Limit): boolean {
  return kind === "movetime" || kind === "clock";
}

/** A limit for people: `10+0.1`, `5000 nodes`. */
export function formatLimit(limit: Limit): string {
  switch (limit.kind) {
    case "movetime":
      return `${limit.ms} ms per move`;
    case "nodes":
      return `${limit.nodes} nodes`;
    case "depth":
      return `depth ${limit.plies}`;
    case "clock": {
      const moves = limit.moves === null ? "" : `${limit.moves}/`;
      return `${moves}${limit.base / 1000}+${limit.increment / 1000}`;
    }
  }
}

/** The clocks of a game. With other limits they only say how long a move may take. */
export class Clocks {
  /** By colour; with time odds they differ. */
  readonly #limits: readonly [Limit, Limit];
  /** Remaining milliseconds, by colour. */
  readonly #left: [number, number] = [0, 0];
  /** Moves made, by colour. */
  readonly #made: [number, number] = [0, 0];

  /** @param black White's, unless it is given */
  constructor(white: Limit, black: Limit = white) {
    this.#limits = [white, black];
    this.#limits.forEach((limit, side) => {
      if (limit.kind === "clock") this.#left[side] = limit.base;
    });
  }

  /** The arguments of `go` for the side to move. */
  go(side: number): string {
    const limit = this.#limits[side];
    switch (limit.kind) {
      case "movetime":
        return `movetime ${limit.ms}`;
      case "nodes":
        return `nodes ${limit.nodes}`;
      case "depth":
        return `depth ${limit.plies}`;
      case "clock": {
        // An opponent without a clock counts as having the same one.
        const times = this.#limits.map((each, colour) => {
          const [left, { increment }] = each.kind === "clock" ? [this.#left[colour], each] : [this.#left[side], limit];
          // Whole milliseconds; an engine may take 0 for no clock at all.
          return { left: Math.max(1, Math.round(left)), increment };
        });
        const [white, black] = times;
        const { moves } = limit;
        const movesToGo = moves === null ? "" : ` movestogo ${moves - (this.#made[side] % moves)}`;
        return `wtime ${white.left} btime ${black.left} winc ${white.increment} binc ${black.increment}${movesToGo}`;
      }
    }
  }

  /** How long that side's next move may take, milliseconds; `Infinity` if time does not matter. */
  allowance(side: number): number {
    const limit = this.#limits[side];
    if (limit.kind === "movetime") return limit.ms;
    return limit.kind === "clock" ? this.#left[side] : Number.POSITIVE_INFINITY;
  }

  /** Records a move that took `ms`. */
  press(side: number, ms: number): void {
    const limit = this.#limits[side];
    if (limit.kind !== "clock") return;
    // After a late move within the margin the clock is at zero, not negative.
    this.#left[side] = Math.max(0, this.#left[side] - ms) + limit.increment;
    this.#made[side]++;
    if (limit.moves !== null && this.#made[side] % limit.moves === 0) this.#left[side] += limit.base;
  }
}
