/**
 * Quiescence: captures and promotions are played out before a position is judged, and every move where there is no choice.
 * Here is the search of today; those of two old programs, `flags.ts` and `strategic.ts`, may take its place.
 */

import { bestPromotion, exchangeValue } from "../evaluation/men";
import { inCheck, isRepetition, pieceOn, unmakeMove } from "../rules/board";
import { decision, isDrawnMaterial } from "../rules/ending";
import { forcedCaptures, MAX_MOVES } from "../rules/legal";
import { isPromotion, NO_MOVE, promotionSlot, toOf } from "../rules/move";
import { NO_PIECE, PAWN, slotOf } from "../rules/piece";
import { ONGOING } from "../rules/variant";
import { beginBudget, spendNode, stopped } from "./budget";
import { correct } from "./correction";
import { touchMate } from "./extensions";
import { playFlagged } from "./flags";
import { clearLine, extendLine } from "./line";
import { FLAGS, isOn, MODERN, quiescenceStyle, TOUCH_MATE } from "./options";
import { beginPath, play } from "./path";
import { nextMove, pickNoisy } from "./picker";
import { beginQuiet, enterQuiet, evaluateQuiet, isQuietSpent, resetDeepest, winsAtOnce } from "./quiet";
import { DRAW, MATE, MATE_BOUND, MAX_PLY, matedIn, scoreOf } from "./score";
import { playStrategic } from "./strategic";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  probe,
  remember,
  tableBetters,
  tableCuts,
  tableEval,
  tableMove,
  tableScore,
} from "./table";
import { DELTA_MARGIN } from "./tuning";

/** The score of the quiet end of the position, fail-soft, by the quiescence search that was chosen. */
export function quiesce(alpha: i32, beta: i32, ply: i32, isPv: bool): i32 {
  if (isOn(TOUCH_MATE)) {
    const mate = touchMate((ply + 1) * MAX_MOVES);
    if (mate != NO_MOVE) {
      clearLine(ply + 1);
      if (isPv) extendLine(ply, mate);
      return MATE - ply - 1;
    }
  }
  beginQuiet(ply);
  const style = quiescenceStyle();
  if (style == MODERN) return playOut(alpha, beta, ply, isPv);
  return style == FLAGS ? playFlagged(alpha, beta, ply, isPv) : playStrategic(alpha, beta, ply, isPv);
}

/** The same for the position on the board as the root, for tests and measurements. */
export function quiesceRoot(alpha: i32, beta: i32): i32 {
  beginBudget(0);
  beginPath();
  resetDeepest();
  return quiesce(alpha, beta, 0, beta - alpha > 1);
}

/** The modern one: captures that lose nothing and might be enough, promotions, evasions. */
function playOut(first: i32, beta: i32, ply: i32, isPv: bool): i32 {
  if (spendNode()) return 0;
  clearLine(ply);
  enterQuiet(ply);
  const decided = decision();
  if (decided != ONGOING) return scoreOf(decided, ply);
  if (isRepetition(ply) || isDrawnMaterial()) return DRAW;
  if (winsAtOnce(ply)) return MATE - ply - 1;
  const forced = inCheck() || forcedCaptures() == 1;
  if (ply >= MAX_PLY) return forced ? DRAW : evaluateQuiet(ply);
  if (isQuietSpent()) return evaluateQuiet(ply);

  // 1. The table: any result of this position is at least as deep as one from here [+45 ± 12 Elo, as in search.ts].
  const known = probe(ply);
  if (known && !isPv && tableCuts(0, first, beta)) return tableScore();
  const hint = known ? tableMove() : NO_MOVE;

  // 2. Standing pat: a player is not forced to capture, as a rule. In check there is no such choice, nor where a capture is
  //    the only move (giveaway: 68 % ± 10 of 80 games, against no standing pat with several to choose from: too wide a tree).
  let alpha = first;
  let best = matedIn(ply);
  let raw = 0;
  let staticEval = 0;
  if (!forced) {
    raw = known ? tableEval() : evaluateQuiet(ply);
    staticEval = correct(raw, ply);
    best = known && tableBetters(staticEval) ? tableScore() : staticEval;
    if (best >= beta) {
      if (!known) remember(NO_MOVE, best, 0, BOUND_LOWER, raw, ply);
      return best;
    }
    if (best > alpha) alpha = best;
  }

  // 3. Noisy moves that lose nothing and might be enough [to leave out the rest: +2 ± 12], or all that there
  //    are.
  const enough = alpha - DELTA_MARGIN - staticEval;
  let bestHere = NO_MOVE;
  pickNoisy(ply, hint, forced);
  for (let move = nextMove(ply); move != NO_MOVE; move = nextMove(ply)) {
    if (isQuietSpent() && best > matedIn(ply)) break;
    if (!forced) {
      if (isPromotion(move)) {
        if (promotionSlot(move) != bestPromotion()) continue;
      } else if (best > -MATE_BOUND) {
        const victim = pieceOn(toOf(move));
        const gain = exchangeValue(victim == NO_PIECE ? PAWN : slotOf(victim));
        if (gain <= enough) {
          if (staticEval + gain + DELTA_MARGIN > best) best = staticEval + gain + DELTA_MARGIN;
          continue;
        }
      }
    }
    play(ply, move);
    const score = -playOut(-beta, -alpha, ply + 1, isPv) | 0;
    unmakeMove();
    if (stopped()) return 0;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    alpha = score;
    bestHere = move;
    if (isPv) extendLine(ply, move);
    if (score >= beta) break;
  }
  remember(
    bestHere,
    best,
    0,
    best >= beta ? BOUND_LOWER : bestHere != NO_MOVE && isPv ? BOUND_EXACT : BOUND_UPPER,
    raw,
    ply,
  );
  return best;
}
