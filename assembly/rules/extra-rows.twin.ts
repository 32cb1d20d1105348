/** The memory of `extras.ts` in the twin: a row of numbers for each ply. */

/** The columns of a row. */
export const EXTRAS: i32 = 8;

const rows = new Int32Array(VARIANTS ? (4096 + 256) * EXTRAS : 0);

export function extraAt(ply: i32, column: i32): i32 {
  return rows[ply * EXTRAS + column];
}

export function setExtraAt(ply: i32, column: i32, value: i32): void {
  rows[ply * EXTRAS + column] = value;
}
