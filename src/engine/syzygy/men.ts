/** The pieces of a position with few of them, and the key of their material. */

import { KING, PIECES } from "../../../assembly/rules/piece";

/** What tables know of a position. */
export interface Men {
  /** Where the pieces stand, and which they are, in the same order (`assembly/rules/piece.ts`). */
  readonly squares: readonly number[];
  readonly pieces: readonly number[];
  /** The side to move. */
  readonly turn: number;
}

/** The most pieces that Syzygy has tables for. */
export const MAX_SYZYGY_MEN = 7;

/** How many there are of each piece. */
export function pieceCounts(pieces: readonly number[]): number[] {
  const counts = Array.from({ length: PIECES }, () => 0);
  for (const piece of pieces) counts[piece]++;
  return counts;
}

/** A number for the material but the kings: three bits for each piece, of at most seven. */
export function keyOf(pieces: readonly number[]): number {
  let key = 0;
  for (const piece of pieces) if (piece >> 1 !== KING) key += 1 << (3 * piece);
  return key;
}
