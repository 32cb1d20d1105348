/** The PGN of a game that was played against Wazaba. */

import { formatPgn } from "../api/pgn";
import type { Colour } from "../api/position";
import type { Match } from "./match";
import type { GameRecord } from "./record";

/** Writes the game, with the tags that are known besides the players and the result. */
export function pgnOf(record: GameRecord, match: Match, tags: readonly (readonly [string, string])[] = []): string {
  const { ending, last } = record;
  const { elo } = match.terms;
  const all: [string, string][] = [];
  for (const side of ["white", "black"] as const) {
    const tag = side === "white" ? "White" : "Black";
    all.push([tag, playerOf(match, side)]);
    if (match.isEngines(side) && elo !== null) all.push([`${tag}Elo`, String(elo)]);
  }
  // Results by the rules follow from the moves.
  if (ending !== null && last.position.ending === null) {
    all.push(["Result", ending.winner === "white" ? "1-0" : ending.winner === "black" ? "0-1" : "1/2-1/2"]);
    all.push(["Termination", ending.reason === "time" ? "time forfeit" : "normal"]);
  }
  return formatPgn(last.position, [...all, ...tags.map(([name, value]): [string, string] => [name, value])]);
}

function playerOf(match: Match, side: Colour): string {
  return match.isEngines(side) ? "Wazaba" : "You";
}
