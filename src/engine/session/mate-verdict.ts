/** The verdict of a search for a mate in N: `go mate N`. */

import { toScore } from "../../chess/notation/score";
import type { SearchResult } from "../worker/messages";

/**
 * Whether there is a mate in at most N moves: `found`, `disproved`, or `undecided`, if the search ended first. With
 * `searchMoves` only those first moves count.
 */
export type MateVerdict = "found" | "disproved" | "undecided";

/** The verdict on a mate in at most `moves` moves. */
export function mateVerdict(
  moves: number,
  { score, isMateDisproved }: Pick<SearchResult, "score" | "isMateDisproved">,
): MateVerdict {
  const found = toScore(score);
  if ("mate" in found && found.mate > 0 && found.mate <= moves) return "found";
  return isMateDisproved ? "disproved" : "undecided";
}
