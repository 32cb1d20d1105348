/**
 * The principal variation (PV), in a table with a line for each ply, the best so far from there; the line of ply 0 is kept
 * between iterations. And MultiPV: the root's best lines with their scores, kept while other moves are searched.
 */

import { I32Table, newI32 } from "../platform";
import { makeMove, unmakeMove } from "../rules/board";
import { isGameOver } from "../rules/ending";
import { isLegal } from "../rules/legal";
import { NO_MOVE } from "../rules/move";
import { MAX_PLY } from "./score";
import { hitMove, ttProbe } from "./tt";

const PV_LENGTH: i32 = MAX_PLY + 2;
const pvTable: I32Table = newI32(PV_LENGTH * PV_LENGTH);
const pvLengths: I32Table = newI32(PV_LENGTH);

/** The maximum of MultiPV. */
export const MAX_MULTI_PV: i32 = 256;
// A MultiPV line: its score and length, then its moves. Lines keep their place in the table; `order` sorts the places.
const LINE_SCORE: i32 = 0;
const LINE_LENGTH: i32 = 1;
const LINE_MOVES: i32 = 2;
const multiPv: I32Table = newI32(MAX_MULTI_PV * (LINE_MOVES + PV_LENGTH));
/** `order[k]`: the place of the k-th line. */
const order: I32Table = newI32(MAX_MULTI_PV);

export function clearPv(ply: i32): void {
  unchecked((pvLengths[ply] = 0));
}

/** The PV at `ply` is now `move` and the PV of the next ply. */
export function updatePv(ply: i32, move: i32): void {
  const from = (ply + 1) * PV_LENGTH;
  const to = ply * PV_LENGTH;
  const length = unchecked(pvLengths[ply + 1]);
  unchecked((pvTable[to] = move));
  for (let i = 0; i < length; i++) unchecked((pvTable[to + i + 1] = unchecked(pvTable[from + i])));
  unchecked((pvLengths[ply] = length + 1));
}

export function pvLength(): i32 {
  return unchecked(pvLengths[0]);
}

export function pvMove(i: i32): i32 {
  return unchecked(pvTable[i]);
}

/**
 * Makes the root's PV ready to report. It must end where the game ends; quiescence, which does not count moves without progress,
 * may have gone further. And a single move, as after a fail high, gets the reply that the TT has, since pondering needs one.
 */
export function finishPv(): void {
  const length = pvLength();
  let made = 0;
  let isOver = false;
  while (made < length && !isOver) {
    makeMove(pvMove(made++));
    isOver = isGameOver();
  }
  unchecked((pvLengths[0] = made));
  const reply = made == 1 && !isOver && ttProbe(1) ? hitMove() : NO_MOVE;
  if (isLegal(reply)) {
    clearPv(2);
    updatePv(1, reply);
    updatePv(0, pvMove(0));
  }
  while (made-- > 0) unmakeMove();
}

// MultiPV

/** Makes room for `count` lines, all of them unknown. */
export function clearMultiPv(count: i32): void {
  for (let k = 0; k < count; k++) {
    unchecked((order[k] = k));
    unchecked((multiPv[placeOf(k) + LINE_LENGTH] = 0));
  }
}

/**
 * Stores the root's PV as the k-th of `count` lines, with its score. The lines from there on move down by one and overwrite
 * the move's earlier line, or else the last one.
 */
export function storeMultiPv(k: i32, count: i32, score: i32): void {
  let end = k;
  while (end + 1 < count && multiPvMove(end) != pvMove(0)) end++;
  const place = unchecked(order[end]);
  for (let i = end; i > k; i--) unchecked((order[i] = unchecked(order[i - 1])));
  unchecked((order[k] = place));

  const at = placeOf(k);
  unchecked((multiPv[at + LINE_SCORE] = score));
  unchecked((multiPv[at + LINE_LENGTH] = pvLength()));
  for (let i = 0; i < pvLength(); i++) unchecked((multiPv[at + LINE_MOVES + i] = pvMove(i)));
}

/** Sorts lines by score, since a later one may turn out better. Equal ones keep their order. */
export function sortMultiPv(count: i32): void {
  for (let k = 1; k < count; k++) {
    const place = unchecked(order[k]);
    const score = multiPvScore(k);
    let to = k;
    for (; to > 0 && multiPvScore(to - 1) < score; to--) unchecked((order[to] = unchecked(order[to - 1])));
    unchecked((order[to] = place));
  }
}

/** Makes the k-th line the root's PV again. */
export function restorePv(k: i32): void {
  const at = placeOf(k);
  unchecked((pvLengths[0] = unchecked(multiPv[at + LINE_LENGTH])));
  for (let i = 0; i < pvLength(); i++) unchecked((pvTable[i] = unchecked(multiPv[at + LINE_MOVES + i])));
}

export function multiPvScore(k: i32): i32 {
  return unchecked(multiPv[placeOf(k) + LINE_SCORE]);
}

/** The first move of the k-th line; 0, `NO_MOVE`, while it is unknown. */
export function multiPvMove(k: i32): i32 {
  const at = placeOf(k);
  return unchecked(multiPv[at + LINE_LENGTH]) > 0 ? unchecked(multiPv[at + LINE_MOVES]) : 0;
}

function placeOf(k: i32): i32 {
  return unchecked(order[k]) * (LINE_MOVES + PV_LENGTH);
}
