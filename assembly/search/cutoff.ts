/** What a beta cutoff teaches: killers and histories (`history.ts`) of the move that cut, and of those tried before it. */

import { I32Table, newI32 } from "../platform";
import { isNoisy } from "../rules/legal";
import { updateKillers, updateNoisyHistory, updateQuietHistory } from "./history";
import { MAX_PLY } from "./score";

/** How many of the moves tried at a node lose history when a later one cuts. */
export const TRIED: i32 = 32;
/** `ply * TRIED`: the moves tried at each ply. */
export const tried: I32Table = newI32((MAX_PLY + 2) * TRIED);

/**
 * `move` cut: it gains history, and those tried before it lose some; quiet ones lose none to a noisy one, which comes first anyway.
 */
export function updateHistories(move: i32, depth: i32, ply: i32, before: i32): void {
  const quiet = !isNoisy(move);
  if (quiet) {
    updateKillers(ply, move);
    updateQuietHistory(move, ply, depth, 1);
  } else updateNoisyHistory(move, depth, 1);
  for (let i = 0; i < before; i++) {
    const other = unchecked(tried[ply * TRIED + i]);
    if (isNoisy(other)) updateNoisyHistory(other, depth, -1);
    else if (quiet) updateQuietHistory(other, ply, depth, -1);
  }
}
