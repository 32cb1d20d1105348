/** Zzzzzz's quiescence search, told plainly: what the core's is held against. */

import { evaluate } from "../../../assembly/evaluation/evaluation";
import { inCheck, makeMove, unmakeMove } from "../../../assembly/rules/board";
import { isDrawnMaterial } from "../../../assembly/rules/ending";
import { ALL, generate, isCapture, moves } from "../../../assembly/rules/legal";
import { fromOf, isPromotion, promotionType, toOf } from "../../../assembly/rules/move";
import { QUEEN } from "../../../assembly/rules/piece";
import { MATE } from "../../../assembly/search/score";
import type { Setup } from "../../../src/chess/position/setup";
import { load } from "../../../src/chess/rules/board";
import type { SearchStyle } from "../../../src/engine/core/style";

/**
 * The score of a chess position by Zzzzzz's rules, told as plainly as can be: all lines, no bounds, no table. Piece-square
 * tables evaluate.
 */
export function playOutWithFlags(position: Setup, { quiesMax, pureFlags }: SearchStyle): number {
  load(position);
  return play(0, new Set());

  /** @param captors the squares of the pieces that have captured in this line */
  function play(depth: number, captors: ReadonlySet<number>): number {
    if (isDrawnMaterial()) return 0;
    const forced = !pureFlags && inCheck();
    let best = forced ? depth - MATE : evaluate();
    for (const move of moves.slice(0, generate(ALL, 0))) {
      const from = fromOf(move);
      const to = toOf(move);
      const captures = isCapture(move);
      if (!forced) {
        if (isPromotion(move) && (pureFlags || promotionType(move) !== QUEEN)) continue;
        if (!captures && !isPromotion(move)) continue;
        if (depth >= quiesMax && !(captures && captors.has(to))) continue;
      }
      const after = new Set(captors);
      after.delete(to);
      if (after.delete(from) || captures) after.add(to);
      makeMove(move);
      best = Math.max(best, -play(depth + 1, after));
      unmakeMove();
    }
    return best;
  }
}
