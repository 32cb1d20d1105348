/**
 * The verdicts of the mate search on a line of checks. The attacker maximises, the defender minimises. A file of its own, since
 * the host reads them without the search.
 */

export const FAILED: i32 = 0;
/** A repetition in a bad position. */
export const SAVED: i32 = 1;
/** More material than before. */
export const GAINED: i32 = 2;
/** A mate at ply n is `MATED - n`: sooner is better. */
export const MATED: i32 = 1000;
