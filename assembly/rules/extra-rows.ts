/**
 * The memory of `extras.ts`: a row of numbers for each ply, beside the stack of the bitboards. `extra-rows.twin.ts` is the version for
 * the twin.
 */

import { EXTRA_ROWS } from "./layout";

/** The columns of a row. */
export const EXTRAS: i32 = 8;

export function extraAt(ply: i32, column: i32): i32 {
  return load<i32>(EXTRA_ROWS + ((<usize>(ply * EXTRAS + column)) << 2));
}

export function setExtraAt(ply: i32, column: i32, value: i32): void {
  store<i32>(EXTRA_ROWS + ((<usize>(ply * EXTRAS + column)) << 2), value);
}
