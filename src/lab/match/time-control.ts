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
  readonly #limit: Limit;
  /** Remaining milliseconds, by colour. */
  readonly #left: [number, number] = [0, 0];
  /** Moves made, by colour. */
  readonly #made: [number, number] = [0, 0];

  constructor(limit: Limit) {
    this.#limit = limit;
    if (limit.kind === "clock") this.#left.fill(limit.base);
  }

  /** The arguments of `go` for the side to move. */
  go(side: number): string {
    const limit = this.#limit;
    switch (limit.kind) {
      case "movetime":
        return `movetime ${limit.ms}`;
      case "nodes":
        return `nodes ${limit.nodes}`;
      case "depth":
        return `depth ${limit.plies}`;
      case "clock": {
        // Whole milliseconds; an engine may take 0 for no clock at all.
        const [white, black] = this.#left.map((ms) => Math.max(1, Math.round(ms)));
        const { moves, increment } = limit;
        const movesToGo = moves === null ? "" : ` movestogo ${moves - (this.#made[side] % moves)}`;
        return `wtime ${white} btime ${black} winc ${increment} binc ${increment}${movesToGo}`;
      }
    }
  }

  /** How long that side's next move may take, milliseconds; `Infinity` if time does not matter. */
  allowance(side: number): number {
    if (this.#limit.kind === "movetime") return this.#limit.ms;
    return this.#limit.kind === "clock" ? this.#left[side] : Number.POSITIVE_INFINITY;
  }

  /** Records a move that took `ms`. */
  press(side: number, ms: number): void {
    const limit = this.#limit;
    if (limit.kind !== "clock") return;
    // After a late move within the margin the clock is at zero, not negative.
    this.#left[side] = Math.max(0, this.#left[side] - ms) + limit.increment;
    this.#made[side]++;
    if (limit.moves !== null && this.#made[side] % limit.moves === 0) this.#left[side] += limit.base;
  }
}
