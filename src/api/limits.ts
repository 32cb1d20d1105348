/** Search limits of the public API: depth, nodes, time, mate, `searchMoves`, MultiPV. */

import { parseUciMove } from "../chess/notation/uci-move";
import type { Game } from "../chess/rules/game";
import type { TimeControl } from "../engine/time/time-management";
import { ELO } from "../engine/worker/limited-strength";
import type { SearchLimits } from "../engine/worker/messages";
import { describe, WazabaError } from "../errors";
import { expect, expectBoolean, expectKeys, expectSignal, expectText } from "./expect";

/** When a search ends; without any limit it continues until stopped. */
export interface Limits extends Omit<SearchLimits, "searchMoves"> {
  /** Milliseconds for this move. */
  readonly movetime?: number;
  /** The clock of the side to move; the engine allocates the time for this move. */
  readonly clock?: {
    /** Time left, milliseconds. */
    readonly left: number;
    /** Increment per move, milliseconds. @default 0 */
    readonly increment?: number;
    /** Moves to the next time control. @default none: the time left is for the rest of the game */
    readonly movesToGo?: number;
  };
  /**
   * The maximum time of the mate search before the search itself, milliseconds. @default a fifth of the time for the move
   */
  readonly mateSearchTime?: number;
  /** The only root moves to search, in UCI notation. */
  readonly searchMoves?: readonly string[];
  /** Strength limit for this search, 110 to 2660; null for full strength. @default the engine's */
  readonly elo?: number | null;
  /** Ponder: search in the opponent's time; no clock runs until `ponderHit`. @default false */
  readonly ponder?: boolean;
  /**
   * Aborts the search: its `result`, and a `for await` over it, are rejected with the signal's reason. Use `Search.stop` to
   * get the move.
   */
  readonly signal?: AbortSignal;
}

/** The limits in the form that a session expects. */
interface ParsedLimits {
  readonly limits: SearchLimits;
  readonly time: TimeControl;
  readonly ponder: boolean;
  readonly elo?: number | null;
  readonly mateSearchTime?: number;
}

const KEYS: Readonly<Record<keyof Limits, unknown>> = {
  depth: 0,
  nodes: 0,
  movetime: 0,
  clock: 0,
  mate: 0,
  mateSearchTime: 0,
  searchMoves: 0,
  multiPv: 0,
  elo: 0,
  ponder: 0,
  signal: 0,
};

const CLOCK_KEYS: Readonly<Record<keyof NonNullable<Limits["clock"]>, unknown>> = {
  left: 0,
  increment: 0,
  movesToGo: 0,
};

/**
 * Rejects unknown limits, and signals of the wrong type.
 *
 * @param known the limits allowed
 * @throws {WazabaError} `type`, `unknown`
 */
export function expectLimits(limits: Limits, known: Readonly<Record<string, unknown>> = KEYS): void {
  expectKeys("limits", limits, known);
  expectSignal(limits.signal);
}

/**
 * Reads the limits of a search in a position of this game.
 *
 * @throws {WazabaError} `limit`, `type`, `unknown`, {MoveError}
 */
export function readLimits(limits: Limits, game: Game): ParsedLimits {
  expectLimits(limits);
  const { searchMoves = [], ponder = false, elo } = limits;
  expect(Array.isArray(searchMoves), "searchMoves", searchMoves, "a list");
  return {
    limits: {
      ...given("depth", limits.depth, 1),
      ...given("nodes", limits.nodes, 1),
      ...given("mate", limits.mate, 1),
      ...given("multiPv", limits.multiPv, 1),
      searchMoves: searchMoves.map((move) => parseUciMove(game, expectText("searchMoves", move))),
    },
    time: {
      ...given("movetime", limits.movetime, 1),
      ...(limits.clock !== undefined && readClock(limits.clock)),
    },
    ponder: expectBoolean("ponder", ponder),
    ...given("mateSearchTime", limits.mateSearchTime, 0),
    ...(elo !== undefined && { elo: readElo(elo) }),
  };
}

/** A clock; without the time left it would limit nothing. @throws {WazabaError} `limit`, `type`, `unknown` */
function readClock(clock: NonNullable<Limits["clock"]>): Omit<TimeControl, "movetime"> {
  expectKeys("clock", clock, CLOCK_KEYS);
  const { left, increment, movesToGo } = clock;
  return {
    left: atLeast("clock.left", left, 0),
    ...given("increment", increment, 0),
    ...given("movesToGo", movesToGo, 1),
  };
}

/** A strength limit, or null. @throws {WazabaError} `limit` if it is neither */
function readElo(elo: number | null): number | null {
  if (elo === null || (typeof elo === "number" && elo >= ELO.min && elo <= ELO.max)) return elo;
  throw new WazabaError("limit", `elo: ${describe(elo)} is not a number from ${ELO.min} to ${ELO.max}`);
}

/** An object with the limit if it is given; empty otherwise. */
function given<K extends string>(name: K, value: number | undefined, min: number): { [name in K]?: number } {
  return value === undefined ? {} : ({ [name]: atLeast(name, value, min) } as { [name in K]: number });
}

/** A number of at least `min`. @throws {WazabaError} `limit` if it is not */
export function atLeast(name: string, value: number, min: number): number {
  if (typeof value === "number" && value >= min && value <= Number.MAX_SAFE_INTEGER) return value;
  throw new WazabaError("limit", `${name}: ${describe(value)} is not a finite number from ${min}`);
}
