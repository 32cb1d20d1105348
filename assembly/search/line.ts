/** Principal variations: one line a ply, each the best so far from there, and the root's, which outlives an iteration. */

import { I32Table, newI32 } from "../platform";
import { MAX_PLY } from "./score";

const WIDTH: i32 = MAX_PLY + 2;
const lines: I32Table = newI32(WIDTH * WIDTH);
const lengths: I32Table = newI32(WIDTH);

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
