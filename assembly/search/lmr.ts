/** Late move reductions (LMR): how much less deep a late move is searched, by depth and move number, before its own merits. */

import { I32Table, newI32 } from "../platform";
import { LMR_BASE, LMR_DIVISOR } from "./tuning";

/** `depth * 64 + move number`: the reduction, plies. */
const reductions: I32Table = newI32(64 * 64);

/** The late move reduction (LMR) of the `count`-th move of a node, plies, before adjustments for the move itself. */
export function lateMoveReduction(depth: i32, count: i32): i32 {
  return unchecked(reductions[((depth < 63 ? depth : 63) << 6) | (count < 63 ? count : 63)]);
}

/** Fills the LMR table. Logarithms are harmonic sums: additions round alike in both cores, `Math.log` does not. */
export function fillReductions(): void {
  let depthLog: f64 = 0;
  for (let depth = 1; depth < 64; depth++) {
    let countLog: f64 = 0;
    for (let count = 1; count < 64; count++) {
      const plies = (LMR_BASE as f64) / 100.0 + (depthLog * countLog * 100.0) / (LMR_DIVISOR as f64);
      unchecked((reductions[(depth << 6) | count] = (plies as i32) | 0));
      countLog = countLog + 1.0 / (count + 0.5);
    }
    depthLog = depthLog + 1.0 / (depth + 0.5);
  }
}
