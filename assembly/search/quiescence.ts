/**
 * Quiescence: captures and promotions are played out before a position is judged, and every move where there is no
 * choice. Without the
 * table: its far memory costs more time than it saves nodes (time to depth −9 % without, 5 interleaved runs of the bench).
 */

import { evaluate } from "../evaluation/evaluation";
import { bestPromotion } from "../evaluation/men";
import { inCheck, makeMove, unmakeMove } from "../rules/board";
import { decision, isDrawnMaterial } from "../rules/ending";
import { forcedCaptures } from "../rules/legal";
import { isPromotion, NO_MOVE, promotionSlot } from "../rules/move";
import { ONGOING } from "../rules/variant";
import { spendNode, stopped } from "./budget";
import { clearLine, extendLine } from "./line";
import { nextMove, pickNoisy } from "./picker";
import { DRAW, MAX_PLY, matedIn, scoreOf } from "./score";

/** The deepest ply reached since it was last reset. */
let deepest: i32 = 0;

export function resetDeepest(): void {
  deepest = 0;
}

export function deepestPly(): i32 {
  return deepest;
}

/** The score of the quiet end of the position, fail-soft. */
export function quiesce(first: i32, beta: i32, ply: i32, isPv: bool): i32 {
  if (spendNode()) return 0;
  clearLine(ply);
  if (ply > deepest) deepest = ply;
  const decided = decision();
  if (decided != ONGOING) return scoreOf(decided, ply);
  if (isDrawnMaterial()) return DRAW;
  const forced = inCheck() || forcedCaptures() == 1;
  if (ply >= MAX_PLY) return forced ? DRAW : evaluate();

  // 1. Standing pat: a player is not forced to capture, as a rule. In check there is no such choice, nor where a capture is
  //    the only move (giveaway: 68 % ± 10 of 80 games, against no standing pat with several to choose from: too wide a tree).
  let alpha = first;
  let best = matedIn(ply);
  if (!forced) {
    best = evaluate();
    if (best >= beta) return best;
    if (best > alpha) alpha = best;
  }

  // 2. Noisy moves that lose nothing, or all that there are.
  pickNoisy(ply, forced);
  for (let move = nextMove(ply); move != NO_MOVE; move = nextMove(ply)) {
    if (!forced && isPromotion(move) && promotionSlot(move) != bestPromotion()) continue;
    makeMove(move);
    const score = -quiesce(-beta, -alpha, ply + 1, isPv) | 0;
    unmakeMove();
    if (stopped()) return 0;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    alpha = score;
    if (isPv) extendLine(ply, move);
    if (score >= beta) break;
  }
  return best;
}
