/**
 * The verdicts of the mate search: what a line of checks comes to. The attacker wants the most, the defender the least. A
 * file of its own, since the host reads them without the search.
 */

export const FAILED: i32 = 0;
/** A repetition in a game that stands badly. */
export const SAVED: i32 = 1;
/** More material than before. */
export const GAINED: i32 = 2;
/** A mate at ply n is `MATED - n`: the sooner, the more. */
export const MATED: i32 = 1000;
