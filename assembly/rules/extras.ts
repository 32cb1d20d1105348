/**
 * What only some variants add to a position, and unmake cannot restore: a row of numbers for each ply. A variant without such laws
 * never touches them.
 */

import { EXTRAS, extraAt, setExtraAt } from "./extra-rows";

export { extraAt, setExtraAt };

/** The column of the checks given: White's, and Black's << 8. */
export const CHECKS_GIVEN: i32 = 0;
/** The column of the pieces around the target that the last move has exploded (`explosions.ts`). */
export const EXPLODED: i32 = 1;
/** In the twin, two columns of their places in the piece lists, six bits each; the last is that of the piece that captured. */
export const EXPLODED_PLACES: i32 = 2;

/** Two columns of the hands, White's first, and two of the squares of promoted pieces, a1–h4 and a5–h8 (`hands.ts`). */
export const HANDS: i32 = 4;
export const PROMOTED: i32 = 6;

/** Empties the row of the set-up. */
export function clearExtras(): void {
  for (let column = 0; column < EXTRAS; column++) setExtraAt(0, column, 0);
}

/** Copies the row of the ply before. */
export function carryExtras(ply: i32): void {
  for (let column = 0; column < EXTRAS; column++) setExtraAt(ply, column, extraAt(ply - 1, column));
}
