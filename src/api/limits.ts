/** Where searches end, as callers say it. */

import type { SearchLimits } from "../engine/messages";
import { describe, WazabaError } from "../errors";
import { parseUciMove } from "../notation/uci-move";
import type { Game } from "../rules/game";
import type { TimeControl } from "../time/clock";
import { expect, expectText } from "./expect";

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
  /** How strong to play this once; null for as strong as it can. @default the engine's own */
  readonly elo?: number | null;
  /** Think in the opponent's time: no clock runs until `ponderHit`. @default false */
  readonly ponder?: boolean;
  /** Ends the search; its result is then rejected with the signal's reason. `Search.stop` is kinder. */
  readonly signal?: AbortSignal;
}

/** What a session is asked for. */
interface Asked {
  readonly limits: SearchLimits;
  readonly time: TimeControl;
  readonly ponder: boolean;
  readonly elo?: number | null;
}

/**
 * Reads the limits of a search of this game.
 *
 * @throws {WazabaError} `limit`, {MoveError}
 */
export function readLimits(limits: Limits, game: Game): Asked {
  expect(typeof limits === "object" && limits !== null, "limits", limits, "an object");
  const { searchMoves = [], ponder = false, elo, clock = {} } = limits;
  expect(Array.isArray(searchMoves), "searchMoves", searchMoves, "a list");
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
    ponder,
    ...(elo !== undefined && { elo }),
  };
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
