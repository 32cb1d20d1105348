/** Search limits of the public API: depth, nodes, time, mate, `searchMoves`, MultiPV. */

import { ELO } from "../engine/limited-strength";
import type { SearchLimits } from "../engine/messages";
import { describe, WazabaError } from "../errors";
import { parseUciMove } from "../notation/uci-move";
import type { Game } from "../rules/game";
import type { TimeControl } from "../time/time-management";
import { expect, expectBoolean, expectKeys, expectSignal, expectText } from "./expect";

/** Where a search ends; without any of them it goes on until it is stopped. */
export interface Limits {
  /** Plies. */
  readonly depth?: number;
  /** Nodes, kept exactly. */
  readonly nodes?: number;
  /** Milliseconds for this move. */
  readonly movetime?: number;
  /** The clock of the side to move; how much of it this move takes is the engine's business. */
  readonly clock?: {
    /** What is left, milliseconds. */
    readonly left: number;
    /** What each move adds, milliseconds. @default 0 */
    readonly increment?: number;
    /** Moves until there is more time. @default none: what is left has to do for the whole game */
    readonly movesToGo?: number;
  };
  /** A mate in at most so many moves, which is proved or disproved. */
  readonly mate?: number;
  /** The only moves to look at, as UCI writes them. */
  readonly searchMoves?: readonly string[];
  /** How many lines to look for. @default 1 */
  readonly multiPv?: number;
  /** How strong to play this once, 110 to 2320; null for as strong as it can. @default the engine's own */
  readonly elo?: number | null;
  /** Think in the opponent's time: no clock runs until `ponderHit`. @default false */
  readonly ponder?: boolean;
  /**
   * Gives the search up: its `result` is rejected with the signal's reason, and so is a `for await` over it. `Search.stop`
   * is for those who want the move.
   */
  readonly signal?: AbortSignal;
}

/** What a session is asked for. */
interface ParsedLimits {
  readonly limits: SearchLimits;
  readonly time: TimeControl;
  readonly ponder: boolean;
  readonly elo?: number | null;
}

const KEYS: Readonly<Record<keyof Limits, unknown>> = {
  depth: 0,
  nodes: 0,
  movetime: 0,
  clock: 0,
  mate: 0,
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
 * Refuses limits that there are not, and signals that are none.
 *
 * @param known the limits that may be given
 * @throws {WazabaError} `type`, `unknown`
 */
export function expectLimits(limits: Limits, known: Readonly<Record<string, unknown>> = KEYS): void {
  expectKeys("limits", limits, known);
  expectSignal(limits.signal);
}

/**
 * Reads the limits of a search of this game.
 *
 * @throws {WazabaError} `limit`, `type`, `unknown`, {MoveError}
 */
export function readLimits(limits: Limits, game: Game): ParsedLimits {
  expectLimits(limits);
  const { searchMoves = [], ponder = false, elo, clock = {} } = limits;
  expect(Array.isArray(searchMoves), "searchMoves", searchMoves, "a list");
  expectKeys("clock", clock, CLOCK_KEYS);
  const { left, increment, movesToGo }: Partial<NonNullable<Limits["clock"]>> = clock;
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
      ...given("left", left, 0),
      ...given("increment", increment, 0),
      ...given("movesToGo", movesToGo, 1),
    },
    ponder: expectBoolean("ponder", ponder),
    ...(elo !== undefined && { elo: readElo(elo) }),
  };
}

/** A strength; null for as strong as it can. @throws {WazabaError} `limit` if it is neither */
function readElo(elo: number | null): number | null {
  if (elo === null || (typeof elo === "number" && elo >= ELO.least && elo <= ELO.most)) return elo;
  throw new WazabaError("limit", `elo: ${describe(elo)} is not a number from ${ELO.least} to ${ELO.most}`);
}

/** An object with a limit, if there is one. */
function given<K extends string>(name: K, value: number | undefined, least: number): { [name in K]?: number } {
  return value === undefined ? {} : ({ [name]: atLeast(name, value, least) } as { [name in K]: number });
}

/** A number that has to be so large. @throws {WazabaError} `limit` if it is not, or is no number */
export function atLeast(name: string, value: number, least: number): number {
  if (typeof value === "number" && value >= least && value <= Number.MAX_SAFE_INTEGER) return value;
  throw new WazabaError("limit", `${name}: ${describe(value)} is not a finite number from ${least}`);
}
