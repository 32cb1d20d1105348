/** The natural pace of an opponent: the least time for a move, since a limited level finds its move at once. */

import type { Move, Position } from "../../api/position";
import type { Clock, TimeSetting } from "./clock";

/** A move is expected to be one of so many with the time left. */
const MOVES_TO_GO = 40;
/** The part of the increment that a move may take. */
const INCREMENT_SHARE = 0.7;
/** The most time that is only waited for, milliseconds. */
const LONGEST = 6000;
/** What an obvious move takes: a recapture, or the only one there is. */
const OBVIOUS = 0.3;

/** @returns milliseconds from the beginning of Wazaba's turn */
export function paceOf(time: TimeSetting, clock: Clock | null, position: Position, move: Move): number {
  const side = position.turn;
  const full =
    clock === null || time.kind === "move"
      ? time.ms
      : Math.min(clock.left(side) / MOVES_TO_GO + clock.incrementOf(side) * INCREMENT_SHARE, clock.left(side) / 10);
  return Math.min(full, LONGEST) * (isObvious(position, move) ? OBVIOUS : 1);
}

function isObvious(position: Position, move: Move): boolean {
  const last = position.moves.at(-1);
  return (move.captured !== null && last?.slice(2, 4) === move.to) || position.legalMoves().length === 1;
}
