/**
 * What the quiescence searches (qsearch) share: the node limit of a call, seldepth, and counts for measurements. A call is
 * limited to `QSEARCH_NODES` nodes, since on a crowded board no depth limit is enough.
 */

import { evaluate } from "../evaluation/evaluation";
import { clear, I32Table, newI32 } from "../platform";
import { MAX_MOVES } from "../rules/legal";
import { NO_MOVE } from "../rules/move";
import { winningMove } from "../rules/winning-move";
import { clearPv, updatePv } from "./pv";

/** A call takes this many nodes, or hardly more. */
export const QSEARCH_NODES: i32 = 2000;

/** UCI's `seldepth`: the deepest ply reached since the last reset. */
let deepest: i32 = 0;

// The current call: the ply of its first node, and the nodes it has taken.
let firstPly: i32 = 0;
let nodes: i32 = 0;

// The counts, by index, for `bench/quiescence.mjs` and tests.

const CALLS: i32 = 0;
const NODES: i32 = 1;
/** The maxima of one call. */
const MAX_NODES: i32 = 2;
const MAX_PLIES: i32 = 3;
/** Evaluations at first nodes, and below them; those from the TT are not counted. */
const FIRST_EVALUATIONS: i32 = 4;
const DEEPER_EVALUATIONS: i32 = 5;
const counts: I32Table = newI32(6);

let isCounting: bool = false;

export function resetSeldepth(): void {
  deepest = 0;
}

export function seldepth(): i32 {
  return deepest;
}

/** Starts counting from zero (1), or stops (0). */
export function countQsearch(on: i32): void {
  isCounting = on != 0;
  clear(counts);
}

/** One of the counts, in the order above. */
export function qsearchCount(index: i32): i32 {
  return unchecked(counts[index]);
}

/** Starts a call. */
export function beginQsearch(ply: i32): void {
  firstPly = ply;
  nodes = 0;
  if (isCounting) add(CALLS);
}

/** Counts a node of the call; returns how many plies it is below the first one. */
export function enterQsearchNode(ply: i32): i32 {
  if (ply > deepest) deepest = ply;
  nodes = nodes + 1;
  if (isCounting) countNode(ply);
  return ply - firstPly;
}

/**
 * Whether the call has used all its nodes: those being searched then return the best score so far, and a node without a score
 * its static evaluation.
 */
export function isQsearchSpent(): bool {
  return nodes >= QSEARCH_NODES;
}

function countNode(ply: i32): void {
  add(NODES);
  raise(MAX_NODES, nodes);
  raise(MAX_PLIES, ply - firstPly);
}

/** Whether a move wins at once, other than by mate; that move is then the PV. */
export function winsAtOnce(ply: i32): bool {
  const move = winningMove(ply * MAX_MOVES);
  if (move == NO_MOVE) return false;
  clearPv(ply + 1);
  updatePv(ply, move);
  return true;
}

/** Evaluates the current position, a quiescence node. */
export function evaluateQsearch(ply: i32): i32 {
  if (isCounting) add(ply == firstPly ? FIRST_EVALUATIONS : DEEPER_EVALUATIONS);
  return evaluate();
}

function add(index: i32): void {
  unchecked((counts[index] = unchecked(counts[index]) + 1));
}

function raise(index: i32, to: i32): void {
  if (to > unchecked(counts[index])) unchecked((counts[index] = to));
}
