/**
 * Search trace, for debugging: reports to the host what happens at each node of search and quiescence search. `TRACE` is a
 * constant of the build, 0 in everything that ships, where none of this remains; `node bench/trace.mjs` builds a twin with 1 and
 * prints the tree. It only observes: the tree is the same.
 *
 * Each node is entered, and left with a reason; in between come its TT entry and evaluation, the moves that are pruned, and the
 * reductions of the others.
 */

import { onTrace } from "../platform";
import { lastMove } from "../rules/board";

// Events, and what comes with each.

/** The kind of node, move that led here, alpha, beta, depth in plies, ply, excluded move. */
export const ENTER: i32 = 0;
/** The TT entry: its bound, depth, score and move. */
export const TT: i32 = 1;
/** The corrected static evaluation, and the estimate that pruning uses. */
export const EVAL: i32 = 2;
/** The reason and the move: it is not searched. */
export const PRUNED: i32 = 3;
/** The move that is searched next, its depth in plies, and by how much it is reduced. */
export const REDUCED: i32 = 4;
/** The reason and the score. */
export const LEAVE: i32 = 5;

// Kinds of nodes.

export const PV_NODE: i32 = 0;
export const CUT_NODE: i32 = 1;
export const ALL_NODE: i32 = 2;
export const QSEARCH: i32 = 3;

// Reasons: why a node is left, or a move pruned.

export const SEARCHED: i32 = 0;
/** The node budget was used up: this node does not count. */
export const REFUSED: i32 = 1;
export const GAME_OVER: i32 = 2;
export const DRAWN: i32 = 3;
export const WINS_AT_ONCE: i32 = 4;
export const MOVE_LIMIT: i32 = 5;
export const MAX_PLY_REACHED: i32 = 6;
export const MATE_DISTANCE: i32 = 7;
export const TT_CUTOFF: i32 = 8;
export const RAZORING: i32 = 9;
export const RFP: i32 = 10;
export const NULL_MOVE: i32 = 11;
export const PROBCUT: i32 = 12;
export const MULTI_CUT: i32 = 13;
export const NO_MOVES: i32 = 14;
export const STAND_PAT: i32 = 15;
/** A quiescence search has used all its nodes. */
export const QSEARCH_SPENT: i32 = 16;
export const LMP: i32 = 17;
export const FUTILITY: i32 = 18;
export const HISTORY: i32 = 19;
export const SEE: i32 = 20;
export const DELTA: i32 = 21;
export const STOPPED: i32 = 22;
export const IN_TABLES: i32 = 23;

export function enter(kind: i32, alpha: i32, beta: i32, depth: i32, ply: i32, excluded: i32): void {
  if (TRACE) onTrace(ENTER, kind, lastMove(), alpha, beta, depth, ply, excluded);
}

export function ttEntry(bound: i32, depth: i32, score: i32, move: i32): void {
  if (TRACE) onTrace(TT, bound, depth, score, move, 0, 0, 0);
}

export function evaluated(staticEval: i32, estimate: i32): void {
  if (TRACE) onTrace(EVAL, staticEval, estimate, 0, 0, 0, 0, 0);
}

export function pruned(reason: i32, move: i32): void {
  if (TRACE) onTrace(PRUNED, reason, move, 0, 0, 0, 0, 0);
}

export function reduced(move: i32, depth: i32, reduction: i32): void {
  if (TRACE) onTrace(REDUCED, move, depth, reduction, 0, 0, 0, 0);
}

/** Returns the score of the node that is left. */
export function leave(reason: i32, score: i32): i32 {
  if (TRACE) onTrace(LEAVE, reason, score, 0, 0, 0, 0, 0);
  return score;
}
