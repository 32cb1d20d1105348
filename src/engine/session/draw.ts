/** When Wazaba accepts a draw offer. */

import type { Score } from "../../chess/notation/score";

/** No draw is accepted before this move. */
const FIRST_DRAW = 20;

/**
 * Whether it accepts a draw: only after the opening, and only if its position is not better.
 *
 * @param score of its last search, from its own view; null if it has not searched
 */
export function acceptsDraw(score: Score | null, fullmove: number): boolean {
  if (score === null || fullmove < FIRST_DRAW) return false;
  return "cp" in score ? score.cp <= 0 : score.mate < 0;
}
