/**
 * What the mate search and the mate solver share (only one of them runs at a time): a node budget, and a quick move ordering
 * without the histories of `move-picker.ts`.
 */

import { largest, shouldStop } from "../../platform";
import { pieceOn } from "../../rules/board";
import { moverOf } from "../../rules/drops";
import { isCapture, moves } from "../../rules/legal";
import { toOf } from "../../rules/move";
import { NO_PIECE, typeOf } from "../../rules/piece";
import { pieceValue } from "../../rules/piece-values";

let nodes: f64 = 0;
let limit: f64 = 0;
let interval: i32 = 1;
let untilPoll: i32 = 0;
let isOut: bool = false;

/** Starts counting: at most `maxNodes` nodes, with a poll of the host after every `nodesPerPoll` of them. */
export function beginSolving(maxNodes: f64, nodesPerPoll: i32): void {
  nodes = 0;
  limit = maxNodes;
  interval = nodesPerPoll;
  untilPoll = interval;
  isOut = false;
}

/** Takes a node from the budget; true if there is none left. */
export function isSpent(): bool {
  if (nodes >= limit) isOut = true;
  if (--untilPoll == 0) {
    untilPoll = interval;
    if (shouldStop() != 0) isOut = true;
  }
  if (!isOut) nodes = nodes + 1;
  return isOut;
}

/** Whether the budget ran out or the host stopped the solver: return values are then meaningless. */
export function isCutShort(): bool {
  return isOut;
}

/** Lifts the limit: from now on only the host ends the search. */
export function liftLimit(): void {
  limit = Infinity;
}

/** The number of positions that the last solver searched. */
export function solverNodes(): f64 {
  return nodes;
}

/** Greater than any move's `quickScore`. */
export const QUICK_SCORE_LIMIT: i32 = 200;

/** Captures of valuable pieces, then moves of valuable pieces. */
export function quickScore(move: i32): i32 {
  const captured = pieceOn(toOf(move));
  const own = typeOf(moverOf(move));
  return isCapture(move) && captured != NO_PIECE ? 8 + (pieceValue(typeOf(captured)) >> 4) + own : own;
}

/** Takes the best of the scored moves (`score << 16 | move`) from place `i` on to that place; returns the move. */
export function nextBest(i: i32, end: i32): i32 {
  const top = largest(moves, i, end);
  const best = unchecked(moves[top]);
  unchecked((moves[top] = unchecked(moves[i])));
  unchecked((moves[i] = best));
  return best & 0xffff;
}
