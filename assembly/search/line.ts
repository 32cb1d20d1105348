/**
 * Principal variations: one line a ply, each the best so far from there; that of ply 0 outlives an iteration. And the root's
 * best lines, kept with their scores while those of other moves are searched.
 */

import { I32Table, newI32 } from "../platform";
import { MAX_PLY } from "./score";

const WIDTH: i32 = MAX_PLY + 2;
const lines: I32Table = newI32(WIDTH * WIDTH);
const lengths: I32Table = newI32(WIDTH);

/** The most lines that a search can be asked for. */
export const MAX_LINES: i32 = 256;
// A line's score and length, then its moves; by places, the order of which is the lines'.
const SCORE: i32 = 0;
const LENGTH: i32 = 1;
const MOVES: i32 = 2;
const kept: I32Table = newI32(MAX_LINES * (MOVES + WIDTH));
/** `order[k]`: the place of the k-th line. */
const order: I32Table = newI32(MAX_LINES);

export function clearLine(ply: i32): void {
  unchecked((lengths[ply] = 0));
}

/** The best line at `ply` is now `move` and what was found best after it. */
export function extendLine(ply: i32, move: i32): void {
  const from = (ply + 1) * WIDTH;
  const to = ply * WIDTH;
  const length = unchecked(lengths[ply + 1]);
  unchecked((lines[to] = move));
  for (let i = 0; i < length; i++) unchecked((lines[to + i + 1] = unchecked(lines[from + i])));
  unchecked((lengths[ply] = length + 1));
}

export function lineLength(): i32 {
  return unchecked(lengths[0]);
}

export function lineMove(i: i32): i32 {
  return unchecked(lines[i]);
}

// Kept lines

/** Makes room for so many lines, none of them known. */
export function clearKept(count: i32): void {
  for (let k = 0; k < count; k++) {
    unchecked((order[k] = k));
    unchecked((kept[placeOf(k) + LENGTH] = 0));
  }
}

/**
 * The present line of the root is the k-th of `count` now, with this score. The lines from there on wait a place further
 * down, in place of what was known of its move before, or of the last.
 */
export function keepLine(k: i32, count: i32, score: i32): void {
  let end = k;
  while (end + 1 < count && keptMove(end) != lineMove(0)) end++;
  const place = unchecked(order[end]);
  for (let i = end; i > k; i--) unchecked((order[i] = unchecked(order[i - 1])));
  unchecked((order[k] = place));

  const at = placeOf(k);
  unchecked((kept[at + SCORE] = score));
  unchecked((kept[at + LENGTH] = lineLength()));
  for (let i = 0; i < lineLength(); i++) unchecked((kept[at + MOVES + i] = lineMove(i)));
}

/** Orders lines by their scores: a later one may turn out better. Equal ones stay as they are. */
export function sortKept(count: i32): void {
  for (let k = 1; k < count; k++) {
    const place = unchecked(order[k]);
    const score = keptScore(k);
    let to = k;
    for (; to > 0 && keptScore(to - 1) < score; to--) unchecked((order[to] = unchecked(order[to - 1])));
    unchecked((order[to] = place));
  }
}

/** The k-th line is the root's present one again. */
export function restoreLine(k: i32): void {
  const at = placeOf(k);
  unchecked((lengths[0] = unchecked(kept[at + LENGTH])));
  for (let i = 0; i < lineLength(); i++) unchecked((lines[i] = unchecked(kept[at + MOVES + i])));
}

export function keptScore(k: i32): i32 {
  return unchecked(kept[placeOf(k) + SCORE]);
}

/** The first move of the k-th line; 0, `NO_MOVE`, while it is unknown. */
export function keptMove(k: i32): i32 {
  const at = placeOf(k);
  return unchecked(kept[at + LENGTH]) > 0 ? unchecked(kept[at + MOVES]) : 0;
}

function placeOf(k: i32): i32 {
  return unchecked(order[k]) * (MOVES + WIDTH);
}
