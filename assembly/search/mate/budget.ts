/**
 * What the mate search and the mate solver share (one of them runs at a time): a budget of nodes, and a quick move ordering,
 * without the histories of `move-picker.ts`.
 */

import { largest, shouldStop } from "../../platform";
import { pieceOn } from "../../rules/board";
import { isCapture, moves } from "../../rules/legal";
import { fromOf, toOf } from "../../rules/move";
import { NO_PIECE, typeOf } from "../../rules/piece";
import { pieceValue } from "../../rules/piece-values";

let nodes: f64 = 0;
let limit: f64 = 0;
let interval: i32 = 1;
let untilQuestion: i32 = 0;
let isOut: bool = false;

/** Begins to count: at most `nodes` nodes, and a question to the host after every `nodesAQuestion` of them. */
export function beginSolving(mostNodes: f64, nodesAQuestion: i32): void {
  nodes = 0;
  limit = mostNodes;
  interval = nodesAQuestion;
  untilQuestion = interval;
  isOut = false;
}

/** Takes a node from the budget; true if there is none left. */
export function isSpent(): bool {
  if (nodes >= limit) isOut = true;
  if (--untilQuestion == 0) {
    untilQuestion = interval;
    if (shouldStop() != 0) isOut = true;
  }
  if (!isOut) nodes = nodes + 1;
  return isOut;
}

/** Whether the budget has not lasted, or the host has said stop: what is returned from then on means nothing. */
export function isCutShort(): bool {
  return isOut;
}

/** From now on only the host ends it. */
export function liftLimit(): void {
  limit = Infinity;
}

/** The positions that the last solver has looked at. */
export function solverNodes(): f64 {
  return nodes;
}

/** More than any move's `quickScore`. */
export const QUICK_MOST: i32 = 200;

/** Captures of valuable pieces, then moves of valuable pieces. */
export function quickScore(move: i32): i32 {
  const captured = pieceOn(toOf(move));
  const own = typeOf(pieceOn(fromOf(move)));
  return isCapture(move) && captured != NO_PIECE ? 8 + (pieceValue(typeOf(captured)) >> 4) + own : own;
}

/** Takes the best of the scored moves (`score << 16 | move`) from place `i` on to that place; returns the move. */
export function nextBest(i: i32, end: i32): i32 {
  const top = largest(moves, i, end);
  const most = unchecked(moves[top]);
  unchecked((moves[top] = unchecked(moves[i])));
  unchecked((moves[i] = most));
  return most & 0xffff;
}
