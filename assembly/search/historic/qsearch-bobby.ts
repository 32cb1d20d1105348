/**
 * The strategic quiescence search of Bobby (Schrüfer, "A Strategic Quiescence Search", 1989): it tries all moves that
 * promise to raise the score above alpha, not only captures. A quiet move promises what it has gained before: the main search
 * records how much moves between two squares can raise the static evaluation. Against the modern qsearch [−184 ± 15].
 */

import { clear, I32Table, newI32 } from "../../platform";
import { inCheck, pieceOn, sideToMove, unmakeMove } from "../../rules/board";
import { isDrawnMaterial, stalemateResult, variantResult } from "../../rules/ending";
import { givesCheck } from "../../rules/gives-check";
import { forcedCaptures, isCapture } from "../../rules/legal";
import { isPromotion, NO_MOVE, originOf, promotionType, toOf } from "../../rules/move";
import { NO_PIECE, PAWN, typeOf } from "../../rules/piece";
import { pieceValue } from "../../rules/piece-values";
import { ONGOING } from "../../rules/variant";
import { spendNode, stopped } from "../budget";
import { correctEval } from "../correction-history";
import { nextMove, pickUnstaged } from "../move-picker";
import { clearPv, updatePv } from "../pv";
import { enterQsearchNode, evaluateQsearch, isQsearchSpent, winsAtOnce } from "../qsearch-shared";
import { DRAW, INFINITE, MATE, MAX_PLY, matedIn, scoreOf } from "../score";
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

/** The deepest quiescence ply. */
export const BOBBY_PLIES: i32 = 12;
/** In this many first plies, a check promises everything. */
const CHECK_PLIES: i32 = 2;
/** How many successes a raised evaluation adds to a move; a failure takes one away. */
const SUCCESS: i32 = 10;

// The history of evaluation differences, by `side << 12 | from << 6 | to`.

/** The maximum by which a quiet move has raised the evaluation, centipawns; 0 once its successes are used up. */
const differences: I32Table = newI32(2 * 64 * 64);
const successes: I32Table = newI32(2 * 64 * 64);

export function clearDifferences(): void {
  clear(differences);
  clear(successes);
}

/**
 * Records a score that the main search has found for a quiet move of this position; `before` and `after` are the static
 * evaluations before and after it, both from the mover's point of view.
 */
export function updateDifference(move: i32, before: i32, after: i32, score: i32): void {
  const at = placeOf(move);
  const success = unchecked(successes[at]);
  if (after > before && score > before) {
    unchecked((successes[at] = success + SUCCESS));
    if (after - before > unchecked(differences[at])) unchecked((differences[at] = after - before));
  } else if (success > 0) {
    unchecked((successes[at] = success - 1));
    if (success == 1) unchecked((differences[at] = 0));
  }
}

/** The score that `move`, not yet made, promises, `plies` below the first node, where the static evaluation is `standPat`. */
export function evalPlus(move: i32, standPat: i32, plies: i32): i32 {
  if (plies < CHECK_PLIES && givesCheck(move)) return INFINITE;
  const captures = isCapture(move);
  if (!captures && !isPromotion(move)) return standPat + unchecked(differences[placeOf(move)]);
  const pawn = pieceValue(PAWN);
  let gain = pawn >> 1;
  if (captures) {
    const victim = pieceOn(toOf(move));
    gain = gain + (victim == NO_PIECE ? pawn : pieceValue(typeOf(victim)));
  }
  if (isPromotion(move)) gain = gain + pieceValue(promotionType(move)) - pawn;
  return standPat + gain;
}

/** Bobby's qsearch of the position, fail-soft: tries all moves that promise enough. */
export function qsearchBobby(alpha: i32, beta: i32, ply: i32, isPv: bool): i32 {
  return searchPromising(alpha, beta, ply, isPv);
}

function searchPromising(oldAlpha: i32, beta: i32, ply: i32, isPv: bool): i32 {
  if (TRACE) trace.enter(trace.QSEARCH, oldAlpha, beta, 0, ply, NO_MOVE);
  if (spendNode()) return trace.leave(trace.REFUSED, 0);
  clearPv(ply);
  const plies = enterQsearchNode(ply);
  const decided = variantResult();
  if (decided != ONGOING) return trace.leave(trace.GAME_OVER, scoreOf(decided, ply));
  if (isDrawnMaterial()) return trace.leave(trace.DRAWN, DRAW);
  if (winsAtOnce(ply)) return trace.leave(trace.WINS_AT_ONCE, MATE - ply - 1);
  if (ply >= MAX_PLY || plies == BOBBY_PLIES || isQsearchSpent())
    return trace.leave(trace.QSEARCH_SPENT, evaluateQsearch(ply));

  // 1. The TT: any entry is at least as deep as a search from here.
  const ttHit = ttProbe(ply);
  if (TRACE && ttHit) trace.ttEntry(hitBound(), hitDepth(), hitScore(), hitMove());
  if (ttHit && !isPv && hitCuts(0, oldAlpha, beta)) return trace.leave(trace.TT_CUTOFF, hitScore());
  const ttMove = ttHit ? hitMove() : NO_MOVE;

  // 2. Stand pat, unless there is no choice.
  const forced = inCheck() || forcedCaptures() == 1;
  const rawEval = forced ? 0 : ttHit ? hitEval() : evaluateQsearch(ply);
  const staticEval = correctEval(rawEval, ply);
  let bestScore = forced ? matedIn(ply) : staticEval;
  if (bestScore >= beta) return trace.leave(trace.STAND_PAT, bestScore);
  let alpha = bestScore > oldAlpha ? bestScore : oldAlpha;

  // 3. All moves. For one that promises too little, the promise is its score: an estimated upper bound.
  let bestMove = NO_MOVE;
  let isStuck = true;
  pickUnstaged(ply, ttMove, true);
  for (let move = nextMove(ply); move != NO_MOVE; move = nextMove(ply)) {
    if (isQsearchSpent() && bestScore > matedIn(ply)) break;
    isStuck = false;
    if (!forced) {
      const promise = evalPlus(move, staticEval, plies);
      if (promise <= alpha) {
        if (promise > bestScore) bestScore = promise;
        continue;
      }
    }
    pushMove(ply, move);
    const score = -searchPromising(-beta, -alpha, ply + 1, isPv) | 0;
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
  if (isStuck && !forced) return trace.leave(trace.NO_MOVES, scoreOf(stalemateResult(), ply));

  // 4. Only the first node is stored: deeper ones try fewer checks. An estimate is never stored as exact: it is at most alpha.
  if (plies == 0) {
    const bound = bestScore >= beta ? BOUND_LOWER : bestMove != NO_MOVE && isPv ? BOUND_EXACT : BOUND_UPPER;
    ttStore(bestMove, bestScore, 0, bound, rawEval, ply);
  }
  return trace.leave(trace.SEARCHED, bestScore);
}

function placeOf(move: i32): i32 {
  return (sideToMove() << 12) | (originOf(move) << 6) | toOf(move);
}
