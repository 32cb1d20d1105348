/**
 * The quiescence search of Zzzzzz: every capture in the first `quiesMax` plies, and from then on only captures of
 * pieces that have themselves captured in this line. So each exchange is played to its end and nothing new begins; since every
 * move takes a piece, the search always ends.
 *
 * The original ignores checks and promotions; pure mode is faithful to that, and does not use the TT. Otherwise evasions are
 * searched as everywhere, without standing pat, and the best promotion counts as a capture of the first plies. Against the modern
 * qsearch [−100 ± 13; pure −146 ± 14].
 */

import { clear, I32Table, newI32 } from "../../platform";
import { inCheck, unmakeMove } from "../../rules/board";
import { isDrawnMaterial, variantResult } from "../../rules/ending";
import { forcedCaptures, isCapture } from "../../rules/legal";
import { isPromotion, NO_MOVE, originOf, promotionType, toOf } from "../../rules/move";
import { bestPromotion } from "../../rules/piece-values";
import { ONGOING } from "../../rules/variant";
import { spendNode, stopped } from "../budget";
import { correctEval } from "../correction-history";
import { nextMove, pickUnstaged } from "../move-picker";
import { isPureFlags, quiesMax } from "../options";
import { clearPv, updatePv } from "../pv";
import { enterQsearchNode, evaluateQsearch, isQsearchSpent, winsAtOnce } from "../qsearch-shared";
import { DRAW, MATE, MAX_PLY, matedIn, scoreOf } from "../score";
import { pushMove } from "../search-stack";
import * as trace from "../trace";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  hitBound,
  hitCuts,
  hitDepth,
  hitEval,
  hitMove,
  hitScore,
  ttProbe,
  ttStore,
} from "../tt";

/** Whether the piece on a square has captured in this line. */
const flags: I32Table = newI32(64);

/** Zzzzzz's qsearch of the position: every exchange that begins here is played out; fail-soft. */
export function qsearchZzzzzz(alpha: i32, beta: i32, ply: i32, isPv: bool): i32 {
  clear(flags);
  return searchCaptures(alpha, beta, ply, isPv);
}

function searchCaptures(oldAlpha: i32, beta: i32, ply: i32, isPv: bool): i32 {
  if (TRACE) trace.enter(trace.QSEARCH, oldAlpha, beta, 0, ply, NO_MOVE);
  if (spendNode()) return trace.leave(trace.REFUSED, 0);
  clearPv(ply);
  const plies = enterQsearchNode(ply);
  const decided = variantResult();
  if (decided != ONGOING) return trace.leave(trace.GAME_OVER, scoreOf(decided, ply));
  if (isDrawnMaterial()) return trace.leave(trace.DRAWN, DRAW);
  if (winsAtOnce(ply)) return trace.leave(trace.WINS_AT_ONCE, MATE - ply - 1);
  if (ply >= MAX_PLY || isQsearchSpent()) return trace.leave(trace.QSEARCH_SPENT, evaluateQsearch(ply));

  // 1. The TT: any entry is at least as deep as a search from here.
  const isPure = isPureFlags();
  const ttHit = !isPure && ttProbe(ply);
  if (TRACE && ttHit) trace.ttEntry(hitBound(), hitDepth(), hitScore(), hitMove());
  if (ttHit && !isPv && hitCuts(0, oldAlpha, beta)) return trace.leave(trace.TT_CUTOFF, hitScore());
  const ttMove = ttHit ? hitMove() : NO_MOVE;

  // 2. Stand pat, unless there is no choice.
  const forced = !isPure && (inCheck() || forcedCaptures() == 1);
  const rawEval = forced ? 0 : ttHit ? hitEval() : evaluateQsearch(ply);
  const staticEval = isPure ? rawEval : correctEval(rawEval, ply);
  let bestScore = forced ? matedIn(ply) : staticEval;
  if (bestScore >= beta) return trace.leave(trace.STAND_PAT, bestScore);
  let alpha = bestScore > oldAlpha ? bestScore : oldAlpha;

  // 3. The captures allowed here, or all moves where there is no choice.
  const isFree = plies < quiesMax();
  let bestMove = NO_MOVE;
  pickUnstaged(ply, ttMove, forced);
  for (let move = nextMove(ply); move != NO_MOVE; move = nextMove(ply)) {
    if (isQsearchSpent() && bestScore > matedIn(ply)) break;
    if (!forced && !isAllowed(move, isFree, isPure)) continue;
    const from = originOf(move);
    const to = toOf(move);
    const ownFlag = unchecked(flags[from]);
    const otherFlag = unchecked(flags[to]);
    unchecked((flags[from] = 0));
    unchecked((flags[to] = isCapture(move) ? 1 : ownFlag));
    pushMove(ply, move);
    const score = -searchCaptures(-beta, -alpha, ply + 1, isPv) | 0;
    unmakeMove();
    unchecked((flags[from] = ownFlag));
    unchecked((flags[to] = otherFlag));
    if (stopped()) return trace.leave(trace.STOPPED, 0);
    if (score <= bestScore) continue;
    bestScore = score;
    if (score <= alpha) continue;
    alpha = score;
    bestMove = move;
    if (isPv) updatePv(ply, move);
    if (score >= beta) break;
  }

  // 4. Only the first node is stored: results deeper down depend on the flags.
  if (!isPure && plies == 0) {
    const bound = bestScore >= beta ? BOUND_LOWER : bestMove != NO_MOVE && isPv ? BOUND_EXACT : BOUND_UPPER;
    ttStore(bestMove, bestScore, 0, bound, rawEval, ply);
  }
  return trace.leave(trace.SEARCHED, bestScore);
}

/** Whether a noisy move may be tried; `isFree`: all captures may. */
function isAllowed(move: i32, isFree: bool, isPure: bool): bool {
  if (isPromotion(move) && (isPure || promotionType(move) != bestPromotion())) return false;
  // A pawn taken en passant has not captured, so its square need not be looked up.
  return isFree || (isCapture(move) && unchecked(flags[toOf(move)]) != 0);
}
