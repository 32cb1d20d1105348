/**
 * The root: the moves that the host asked for (`searchmoves`), except those of MultiPV lines already found, and the best move of
 * the current iteration.
 */

import { I32Table, newI32 } from "../platform";
import { ALL, generate, MAX_MOVES, moves } from "../rules/legal";
import { NO_MOVE } from "../rules/move";
import { MAX_MULTI_PV, multiPvMove } from "./pv";
import { BOUND_NONE } from "./tt";

/** The moves that the root is restricted to; all if the list is empty. */
const rootMoves: I32Table = newI32(MAX_MOVES);
let rootMoveCount: i32 = 0;
/** MultiPV: the number of lines requested. */
let multiPv: i32 = 1;
/** How many MultiPV lines this iteration has found: their first moves are excluded. */
let excludedLines: i32 = 0;

/** The root move being searched, and its number from 1: UCI's `currmove` and `currmovenumber`. */
let currentMove: i32 = NO_MOVE;
let currentCount: i32 = 0;

/** The depth of the current iteration, plies. */
export let rootDepth: i32 = 0;
/** The best move of the current line so far, or the one to try first. */
export let rootBestMove: i32 = NO_MOVE;
/** The score of the current iteration's first line, and its bound; `BOUND_NONE` as long as there is none. */
export let rootBestScore: i32 = 0;
export let rootBestBound: i32 = BOUND_NONE;

export function setRootDepth(depth: i32): void {
  rootDepth = depth;
}

export function setRootBestMove(move: i32): void {
  rootBestMove = move;
}

/** Records that a move has become the best, with its score and bound. */
export function noteRootBest(move: i32, score: i32, bound: i32): void {
  rootBestMove = move;
  rootBestScore = score;
  rootBestBound = bound;
}

/** An iteration starts: it has no best move yet. */
export function forgetRootBest(): void {
  rootBestBound = BOUND_NONE;
}

/** Restricts the next searches to the moves added since the last call to `freeRoot`. */
export function addRootMove(move: i32): void {
  unchecked((rootMoves[rootMoveCount] = move));
  rootMoveCount = (rootMoveCount + 1) & (MAX_MOVES - 1);
}

export function freeRoot(): void {
  rootMoveCount = 0;
}

/** Whether the host allows `move` at the root. */
export function isRootMove(move: i32): bool {
  if (rootMoveCount == 0) return true;
  for (let i = 0; i < rootMoveCount; i++) if (unchecked(rootMoves[i]) == move) return true;
  return false;
}

/** Any legal root move, the same on both boards: the answer if there is no time for even one iteration. */
export function anyRootMove(): i32 {
  const end = generate(ALL, 0);
  let some = NO_MOVE;
  for (let i = 0; i < end; i++) {
    const move = unchecked(moves[i]);
    if (move > some && isRootMove(move)) some = move;
  }
  return some;
}

/** Makes the next searches find `count` lines, 1 to `MAX_MULTI_PV`, each the best without the first moves of those before it. */
export function setMultiPv(count: i32): void {
  multiPv = count < 1 ? 1 : count > MAX_MULTI_PV ? MAX_MULTI_PV : count;
}

/** The number of MultiPV lines that can be found here: at most one per move. */
export function multiPvCount(): i32 {
  if (multiPv == 1) return 1;
  const end = generate(ALL, 0);
  let count = 0;
  for (let i = 0; i < end; i++) if (isRootMove(unchecked(moves[i]))) count++;
  return count < multiPv ? count : multiPv;
}

/** Excludes the first moves of the first `count` MultiPV lines from now on. */
export function excludeLines(count: i32): void {
  excludedLines = count;
}

/** Whether the current line may begin with `move`. */
export function isRootCandidate(move: i32): bool {
  for (let k = 0; k < excludedLines; k++) if (multiPvMove(k) == move) return false;
  return isRootMove(move);
}

/** Whether all root moves are searched. */
export function isRootUnrestricted(): bool {
  return rootMoveCount == 0 && excludedLines == 0;
}

export function setCurrentRootMove(move: i32, count: i32): void {
  currentMove = move;
  currentCount = count;
}

/** The root move being searched. */
export function currentRootMove(): i32 {
  return currentMove;
}

/** Its place among those searched, from 1. */
export function currentRootCount(): i32 {
  return currentCount;
}
