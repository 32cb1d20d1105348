/** Quiescence: captures and promotions are played out before a position is judged, and every evasion of a check. */

import { evaluate } from "../evaluation/evaluation";
import { inCheck, isInsufficient, makeMove, unmakeMove } from "../rules/board";
import { isPromotion, NO_MOVE, promotionSlot } from "../rules/move";
import { QUEEN } from "../rules/piece";
import { spendNode, stopped } from "./budget";
import { clearLine, extendLine } from "./line";
import { nextMove, pickNoisy } from "./picker";
import { DRAW, MAX_PLY, matedIn } from "./score";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  probe,
  remember,
  tableBound,
  tableCuts,
  tableEval,
  tableMove,
  tableScore,
} from "./table";

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
  if (isInsufficient()) return DRAW;
  const evading = inCheck();
  if (ply >= MAX_PLY) return evading ? DRAW : evaluate();

  // 1. The table may know the answer, or the move to try first.
  let hint = NO_MOVE;
  const known = probe(ply);
  if (known) {
    if (!isPv && tableCuts(0, first, beta)) return tableScore();
    hint = tableMove();
  }

  // 2. Standing pat: a player is not forced to capture. In check there is no such choice.
  let alpha = first;
  let best = matedIn(ply);
  let standPat = 0;
  if (!evading) {
    standPat = known ? tableEval() : evaluate();
    best = standPat;
    // A bound on the true score is a better guess than the evaluation.
    if (known && (tableBound() == BOUND_EXACT || (tableBound() == BOUND_LOWER) == tableScore() > best)) {
      best = tableScore();
    }
    if (best >= beta) return best;
    if (best > alpha) alpha = best;
  }

  // 3. Noisy moves that lose nothing, or all evasions.
  let bestMove = NO_MOVE;
  pickNoisy(ply, hint, evading);
  for (let move = nextMove(ply); move != NO_MOVE; move = nextMove(ply)) {
    if (!evading && isPromotion(move) && promotionSlot(move) != QUEEN) continue;
    makeMove(move);
    const score = -quiesce(-beta, -alpha, ply + 1, isPv) | 0;
    unmakeMove();
    if (stopped()) return 0;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    bestMove = move;
    alpha = score;
    if (isPv) extendLine(ply, move);
    if (score >= beta) break;
  }

  const bound = best >= beta ? BOUND_LOWER : isPv && best > first ? BOUND_EXACT : BOUND_UPPER;
  remember(bestMove, best, 0, bound, standPat, ply);
  return best;
}
