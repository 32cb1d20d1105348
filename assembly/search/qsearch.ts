/**
 * Quiescence search (qsearch): captures and promotions are played out before a position is evaluated, and all moves where
 * there is no choice. The qsearches of two old programs, `historic/qsearch-*.ts`, can replace the modern one here.
 */

import { inCheck, isRepetition, unmakeMove } from "../rules/board";
import { isDrawnMaterial, variantResult } from "../rules/ending";
import { forcedCaptures, MAX_MOVES } from "../rules/legal";
import { isPromotion, NO_MOVE, promotionType } from "../rules/move";
import { bestPromotion } from "../rules/piece-values";
import { captureValue } from "../rules/see";
import { ONGOING } from "../rules/variant";
import { beginBudget, spendNode, stopped } from "./budget";
import { correctEval } from "./correction-history";
import { touchMate } from "./historic/extensions-slow-chess";
import { qsearchBobby } from "./historic/qsearch-bobby";
import { qsearchZzzzzz } from "./historic/qsearch-zzzzzz";
import { nextMove, pickNoisy } from "./move-picker";
import { FLAGS, isOn, MODERN, qsearchStyle, TOUCH_MATE } from "./options";
import { clearPv, updatePv } from "./pv";
import {
  beginQsearch,
  enterQsearchNode,
  evaluateQsearch,
  isQsearchSpent,
  resetSeldepth,
  winsAtOnce,
} from "./qsearch-shared";
import { DRAW, MATE, MAX_PLY, matedIn, PROVED_BOUND, scoreOf } from "./score";
import { beginStack, pushMove } from "./search-stack";
import * as trace from "./trace";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  hitBound,
  hitCuts,
  hitDepth,
  hitEval,
  hitMove,
  hitRefines,
  hitScore,
  ttProbe,
  ttStore,
} from "./tt";
import { DELTA_MARGIN } from "./tuning";

/** The quiescence score of the position, fail-soft, by the qsearch that was chosen. */
export function qsearch(alpha: i32, beta: i32, ply: i32, isPv: bool): i32 {
  if (isOn(TOUCH_MATE)) {
    const mate = touchMate((ply + 1) * MAX_MOVES);
    if (mate != NO_MOVE) {
      clearPv(ply + 1);
      if (isPv) updatePv(ply, mate);
      return MATE - ply - 1;
    }
  }
  beginQsearch(ply);
  const style = qsearchStyle();
  if (style == MODERN) return qsearchModern(alpha, beta, ply, isPv);
  return style == FLAGS ? qsearchZzzzzz(alpha, beta, ply, isPv) : qsearchBobby(alpha, beta, ply, isPv);
}

/** The same with the current position as the root, for tests and measurements. */
export function qsearchRoot(alpha: i32, beta: i32): i32 {
  beginBudget(0);
  beginStack();
  resetSeldepth();
  return qsearch(alpha, beta, 0, beta - alpha > 1);
}

/** The modern qsearch: captures that lose nothing and might raise alpha, promotions, evasions. */
function qsearchModern(oldAlpha: i32, beta: i32, ply: i32, isPv: bool): i32 {
  if (TRACE) trace.enter(trace.QSEARCH, oldAlpha, beta, 0, ply, NO_MOVE);
  if (spendNode()) return trace.leave(trace.REFUSED, 0);
  clearPv(ply);
  enterQsearchNode(ply);
  const decided = variantResult();
  if (decided != ONGOING) return trace.leave(trace.GAME_OVER, scoreOf(decided, ply));
  if (isRepetition(ply) || isDrawnMaterial()) return trace.leave(trace.DRAWN, DRAW);
  if (winsAtOnce(ply)) return trace.leave(trace.WINS_AT_ONCE, MATE - ply - 1);
  const forced = inCheck() || forcedCaptures() == 1;
  if (ply >= MAX_PLY) return trace.leave(trace.MAX_PLY_REACHED, forced ? DRAW : evaluateQsearch(ply));
  if (isQsearchSpent()) return trace.leave(trace.QSEARCH_SPENT, evaluateQsearch(ply));

  // 1. The TT: any entry is at least as deep as a search from here [+45 ± 12].
  const ttHit = ttProbe(ply);
  if (TRACE && ttHit) trace.ttEntry(hitBound(), hitDepth(), hitScore(), hitMove());
  if (ttHit && !isPv && hitCuts(0, oldAlpha, beta)) return trace.leave(trace.TT_CUTOFF, hitScore());
  const ttMove = ttHit ? hitMove() : NO_MOVE;

  // 2. Stand pat: usually a side need not capture. In check there is no such choice, nor where one capture is the only legal
  //    move; with several forced captures the tree would be too wide [giveaway: 68 % ± 10].
  let alpha = oldAlpha;
  let bestScore = matedIn(ply);
  let rawEval = 0;
  let staticEval = 0;
  if (!forced) {
    rawEval = ttHit ? hitEval() : evaluateQsearch(ply);
    staticEval = correctEval(rawEval, ply);
    bestScore = ttHit && hitRefines(staticEval) ? hitScore() : staticEval;
    if (TRACE) trace.evaluated(staticEval, bestScore);
    if (bestScore >= beta) {
      if (!ttHit) ttStore(NO_MOVE, bestScore, 0, BOUND_LOWER, rawEval, ply);
      return trace.leave(trace.STAND_PAT, bestScore);
    }
    if (bestScore > alpha) alpha = bestScore;
  }

  // 3. Noisy moves that lose nothing (SEE) and might raise alpha (delta pruning [+2 ± 12]), or all evasions.
  const neededGain = alpha - DELTA_MARGIN - staticEval;
  let bestMove = NO_MOVE;
  pickNoisy(ply, ttMove, forced);
  for (let move = nextMove(ply); move != NO_MOVE; move = nextMove(ply)) {
    if (isQsearchSpent() && bestScore > matedIn(ply)) break;
    if (!forced) {
      if (isPromotion(move)) {
        if (promotionType(move) != bestPromotion()) continue;
      } else if (bestScore > -PROVED_BOUND) {
        const gain = captureValue(move);
        if (gain <= neededGain) {
          if (TRACE) trace.pruned(trace.DELTA, move);
          if (staticEval + gain + DELTA_MARGIN > bestScore) bestScore = staticEval + gain + DELTA_MARGIN;
          continue;
        }
      }
    }
    pushMove(ply, move);
    const score = -qsearchModern(-beta, -alpha, ply + 1, isPv) | 0;
    unmakeMove();
    if (stopped()) return trace.leave(trace.STOPPED, 0);
    if (score <= bestScore) continue;
    bestScore = score;
    if (score <= alpha) continue;
    alpha = score;
    bestMove = move;
    if (isPv) updatePv(ply, move);
    if (score >= beta) break;
  }
  ttStore(
    bestMove,
    bestScore,
    0,
    bestScore >= beta ? BOUND_LOWER : bestMove != NO_MOVE && isPv ? BOUND_EXACT : BOUND_UPPER,
    rawEval,
    ply,
  );
  return trace.leave(trace.SEARCHED, bestScore);
}
