/**
 * The search: one iteration of a fail-soft principal variation search (PVS, Marsland and Campbell 1982), called by
 * `iterative-deepening.ts`. Each step says what it does and why, and in brackets what it is worth: Elo with it against without it,
 * ± 95 %. How that was measured is in `docs/lab/search-steps.md`.
 */

import { evaluate } from "../evaluation/evaluation";
import { clear, I32Table, newI32 } from "../platform";
import {
  halfmoveClock,
  hasNonPawnMaterial,
  inCheck,
  isRepetition,
  lastMove,
  phase,
  sideToMove,
  unmakeMove,
  unmakeNull,
} from "../rules/board";
import { isDrawnMaterial, stalemateResult, variantResult } from "../rules/ending";
import { givesDirectCheck } from "../rules/gives-check";
import { ALL, generate, isLegal, isNoisy, MAX_MOVES, mustCapture } from "../rules/legal";
import { NO_MOVE, toOf } from "../rules/move";
import { seeReaches } from "../rules/see";
import { hasForcedCaptures, moveLimit, ONGOING, WON } from "../rules/variant";
import { spendNode, stopped } from "./budget";
import { correctEval, updateCorrection } from "./correction-history";
import { TRIED, tried, updateHistories } from "./cutoff";
import { beginExtensions, extendsHorizon, pliesFor, recordNullMove } from "./historic/extensions-slow-chess";
import { updateDifference } from "./historic/qsearch-bobby";
import { clearKillers, noisyHistory } from "./history";
import { lateMoveReduction } from "./lmr";
import { nextMove, pickAll, pickedHistory, pickNoisy, skipQuiets } from "./move-picker";
import { hasExtensions, qsearchStyle, STRATEGIC } from "./options";
import { clearPv, updatePv } from "./pv";
import { qsearch } from "./qsearch";
import { winsAtOnce } from "./qsearch-shared";
import { isRootCandidate, isRootUnrestricted, noteRootBest, rootBestMove, rootDepth, setCurrentRootMove } from "./root";
import { DRAW, INFINITE, MATE, MATE_BOUND, MAX_PLY, matedIn, PROVED_BOUND, scoreOf } from "./score";
import { beginStack, pushMove, pushNull } from "./search-stack";
import { isInTables, tableScore, tableValue } from "./tablebases";
import * as trace from "./trace";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_NONE,
  BOUND_UPPER,
  hitBound,
  hitCuts,
  hitDepth,
  hitEval,
  hitMove,
  hitPv,
  hitRefines,
  hitScore,
  ttProbe,
  ttStore,
} from "./tt";
import {
  FUTILITY_BASE,
  FUTILITY_DEPTH,
  FUTILITY_STEP,
  HINDSIGHT_LESS,
  HINDSIGHT_MORE,
  HISTORY_PRUNE_DEPTH,
  HISTORY_PRUNE_STEP,
  LMP_BASE,
  LMP_DEPTH,
  LMR_DEEPER,
  LMR_DEPTH,
  LMR_FIRST,
  LMR_HISTORY,
  NULL_MOVE_DEPTH,
  NULL_MOVE_DEPTH_STEP,
  NULL_MOVE_MARGIN,
  NULL_MOVE_MARGIN_STEP,
  NULL_MOVE_REDUCTION,
  NULL_MOVE_SCORE_MAX,
  NULL_MOVE_SCORE_STEP,
  NULL_MOVE_VERIFY_DEPTH,
  NULL_MOVE_VERIFY_PHASE,
  PROBCUT_DEPTH,
  PROBCUT_MARGIN,
  PROBCUT_REDUCTION,
  RAZOR_DEPTH,
  RAZOR_MARGIN,
  RECAPTURE_HISTORY,
  RFP_DEPTH,
  RFP_MARGIN,
  SEE_PRUNE_DEPTH,
  SEE_PRUNE_NOISY,
  SEE_PRUNE_QUIET,
  SINGULAR_DEPTH,
  SINGULAR_DOUBLE,
  SINGULAR_MARGIN,
} from "./tuning";

/** The static evaluation at each ply, `NO_EVAL` in check. */
const evals: I32Table = newI32(MAX_PLY + 2);
const NO_EVAL: i32 = INFINITE;
/** The excluded move at each ply, while a singular search looks at the others. */
const excludedMoves: I32Table = newI32(MAX_PLY + 2);
/** How much late move reductions (LMR) have taken from the depth of the node at each ply, plies. */
const reductions: I32Table = newI32(MAX_PLY + 2);
/** A result of tablebases is stored as if searched this much deeper, plies. */
const TABLE_DEPTH: i32 = 6;
/** While a null move is verified, the ply from which null moves are allowed again; otherwise 0. */
let nullMinPly: i32 = 0;

/** Starts a tree at the current position. */
export function beginTree(): void {
  beginStack();
  clear(excludedMoves);
  clear(reductions);
  nullMinPly = 0;
}

/**
 * The score of the current position at `depthLeft` plies within the window, fail-soft; meaningless once `stopped`. `isCut` means
 * that a move is expected to reach beta.
 */
export function search(oldAlpha: i32, beta: i32, depthLeft: i32, ply: i32, isPv: bool, isCut: bool): i32 {
  // 1. At the horizon captures are played out, unless Slow Chess's extensions continue the line.
  const isExtending = hasExtensions() && ply < 2 * rootDepth;
  if (depthLeft <= 0 && !(isExtending && extendsHorizon(ply, rootDepth))) return qsearch(oldAlpha, beta, ply, isPv);

  /** The move that a singular search leaves out, to see whether the others are worse. */
  const excluded = unchecked(excludedMoves[ply]);
  let depth = depthLeft > 0 ? depthLeft : 0;
  if (TRACE)
    trace.enter(isPv ? trace.PV_NODE : isCut ? trace.CUT_NODE : trace.ALL_NODE, oldAlpha, beta, depth, ply, excluded);
  if (ply > 0) {
    if (spendNode()) return trace.leave(trace.REFUSED, 0);
    clearPv(ply);

    // 2. The end of the game, draws included. The first repetition counts: a side that has repeated once can do so again.
    const decided = variantResult();
    if (decided != ONGOING) return trace.leave(trace.GAME_OVER, scoreOf(decided, ply));
    if (isRepetition(ply) || isDrawnMaterial()) return trace.leave(trace.DRAWN, DRAW);
    if (winsAtOnce(ply)) return trace.leave(trace.WINS_AT_ONCE, MATE - ply - 1);
    if (halfmoveClock() >= moveLimit()) {
      const score = generate(ALL, ply * MAX_MOVES) == ply * MAX_MOVES ? noMoveScore(inCheck(), ply) : DRAW;
      return trace.leave(trace.MOVE_LIMIT, score);
    }
  }

  const checked = inCheck();
  if (ply >= MAX_PLY) return trace.leave(trace.MAX_PLY_REACHED, checked ? DRAW : evaluate());
  if (isExtending) beginExtensions(ply, checked);

  // 3. Mate distance pruning: no line from here can beat a mate already found closer to the root.
  let alpha = oldAlpha > matedIn(ply) ? oldAlpha : matedIn(ply);
  const fastest = stalemateResult() == WON ? MATE - ply : MATE - ply - 1;
  const maxScore = beta < fastest ? beta : fastest;
  if (alpha >= maxScore) return trace.leave(trace.MATE_DISTANCE, alpha);

  // 4. The transposition table: a deep enough entry cuts off, and any entry gives the move to try first. No cutoffs in PV nodes:
  //    they would cut the PV short.
  const ttHit = excluded == NO_MOVE && ttProbe(ply);
  if (TRACE && ttHit) trace.ttEntry(hitBound(), hitDepth(), hitScore(), hitMove());
  if (ttHit && !isPv && hitCuts(depth, alpha, beta)) return trace.leave(trace.TT_CUTOFF, hitScore());
  const ttMove = ply == 0 && rootBestMove != NO_MOVE ? rootBestMove : ttHit ? hitMove() : NO_MOVE;
  const isTtMoveNoisy = ttMove != NO_MOVE && isNoisy(ttMove);
  const ttScore = ttHit ? hitScore() : 0;
  const ttDepth = ttHit ? hitDepth() : 0;
  const ttBound = ttHit ? hitBound() : BOUND_NONE;
  /** Whether the position is, or once was, in a PV (ttPv), and so is likely to matter. */
  const isTtPv = isPv || (ttHit && hitPv());

  // 5. Tablebases of orthodox chess, if the host has any: a win or loss ends the node where it cuts off, a draw always.
  if (!VARIANTS && ply > 0 && excluded == NO_MOVE && isInTables(depth, ply)) {
    const value = tableValue();
    if (value != 0) {
      const score = tableScore(value, ply);
      const bound = score >= PROVED_BOUND ? BOUND_LOWER : score <= -PROVED_BOUND ? BOUND_UPPER : BOUND_EXACT;
      if (bound == BOUND_EXACT || (bound == BOUND_LOWER ? score >= beta : score <= alpha)) {
        ttStore(NO_MOVE, score, depth + TABLE_DEPTH, bound, checked ? 0 : evaluate(), ply, isTtPv);
        return trace.leave(trace.IN_TABLES, score);
      }
    }
  }

  // 6. The static evaluation; a TT score may be a better estimate. Whether it is improving along the line shows how much to
  //    expect of the moves [+5 ± 13].
  let rawEval = 0;
  let staticEval = 0;
  let estimate = 0;
  let improving = false;
  if (checked) {
    unchecked((evals[ply] = NO_EVAL));
  } else {
    rawEval = ttHit ? hitEval() : excluded == NO_MOVE ? evaluate() : 0;
    staticEval = excluded == NO_MOVE ? correctEval(rawEval, ply) : unchecked(evals[ply]);
    estimate = ttHit && hitRefines(staticEval) ? ttScore : staticEval;
    unchecked((evals[ply] = staticEval));
    const before = ply >= 2 ? unchecked(evals[ply - 2]) : NO_EVAL;
    const earlier = before == NO_EVAL && ply >= 4 ? unchecked(evals[ply - 4]) : before;
    improving = earlier == NO_EVAL || staticEval > earlier;
    if (TRACE) trace.evaluated(staticEval, estimate);
    // Hindsight: a heavily reduced move that gained something gets a ply back, and a reduced move that lost a lot is reduced more
    // [+19 ± 13].
    if (ply > 0 && depth > 0 && excluded == NO_MOVE && unchecked(evals[ply - 1]) != NO_EVAL) {
      const loss = staticEval + unchecked(evals[ply - 1]);
      const reduced = unchecked(reductions[ply]);
      if (reduced >= 3 && loss < -HINDSIGHT_MORE) depth++;
      else if (reduced >= 1 && depth >= 2 && loss > HINDSIGHT_LESS) depth--;
    }
  }

  // Whole-node pruning by the static evaluation, which cannot be trusted where captures are forced.
  if (!isPv && !checked && depth > 0 && excluded == NO_MOVE && !hasForcedCaptures()) {
    // 7. Razoring: this far below alpha, only a capture can help [−2 ± 13].
    if (depth <= RAZOR_DEPTH && estimate + RAZOR_MARGIN * depth <= alpha) {
      const score = qsearch(alpha, alpha + 1, ply, false);
      if (stopped()) return trace.leave(trace.STOPPED, 0);
      if (score <= alpha) return trace.leave(trace.RAZORING, score);
    }

    // 8. Reverse futility pruning (RFP): so far above beta that the remaining plies will not bring it back below [+58 ± 13]. Not
    //    with a quiet TT move: it found something that the evaluation may not see [+6 ± 11].
    const slack = RFP_MARGIN * (improving ? depth - 1 : depth);
    const hasQuietMove = ttMove != NO_MOVE && !isTtMoveNoisy;
    const isProved = estimate >= PROVED_BOUND || beta <= -PROVED_BOUND;
    if (depth <= RFP_DEPTH && estimate - slack >= beta && !isProved && !hasQuietMove)
      return trace.leave(trace.RFP, (estimate + beta) >> 1);

    // 9. Null move pruning (NMP, Donninger 1993): if even passing holds beta, a move will too [+23 ± 23 with 100 ms a move]. With
    //    few pieces left passing may be the best move (zugzwang); there, and at high depth, a search without null moves must confirm
    //    [−1 ± 6]. Not where a PV has been [+8 ± 13], nor near the horizon if the evaluation is barely above beta [+13 ± 14].
    if (
      depth >= NULL_MOVE_DEPTH &&
      estimate >= beta &&
      staticEval >= beta + nullMoveMargin(depth) &&
      !isTtPv &&
      beta > -MATE_BOUND &&
      ply >= nullMinPly &&
      lastMove() != NO_MOVE &&
      hasNonPawnMaterial(sideToMove())
    ) {
      const surplus = ((estimate - beta) / NULL_MOVE_SCORE_STEP) | 0;
      const reduction =
        NULL_MOVE_REDUCTION +
        ((depth / NULL_MOVE_DEPTH_STEP) | 0) +
        (surplus < NULL_MOVE_SCORE_MAX ? surplus : NULL_MOVE_SCORE_MAX);
      pushNull(ply);
      const score = -search(-beta, 1 - beta, depth - reduction, ply + 1, false, !isCut) | 0;
      unmakeNull();
      if (stopped()) return trace.leave(trace.STOPPED, 0);
      if (isExtending && depth > reduction) recordNullMove(ply, score);
      if (score >= beta) {
        const proven = score < PROVED_BOUND ? score : beta;
        if (nullMinPly > 0 || (depth < NULL_MOVE_VERIFY_DEPTH && phase() > NULL_MOVE_VERIFY_PHASE))
          return trace.leave(trace.NULL_MOVE, proven);
        nullMinPly = ply + 1 + (((depth - reduction) * 3) >> 2);
        const confirmed = search(beta - 1, beta, depth - reduction, ply, false, false);
        nullMinPly = 0;
        if (stopped()) return trace.leave(trace.STOPPED, 0);
        if (confirmed >= beta) return trace.leave(trace.NULL_MOVE, proven);
      }
    }

    // 10. ProbCut (Buro 1995): a capture that scores well above beta in a shallower search most likely reaches beta in a full one
    //    [+3 ± 12].
    const high = beta + PROBCUT_MARGIN;
    if (
      depth >= PROBCUT_DEPTH &&
      beta > -MATE_BOUND &&
      high < PROVED_BOUND &&
      !(ttDepth >= depth - PROBCUT_REDUCTION + 1 && ttScore < high)
    ) {
      const score = probCut(high, depth - PROBCUT_REDUCTION, ply, ttMove, staticEval, rawEval, isCut);
      if (stopped()) return trace.leave(trace.STOPPED, 0);
      if (score >= high) return trace.leave(trace.PROBCUT, score);
    }
  }

  // 11. Singular extension (Anantharaman, Campbell and Hsu 1988): if no other move comes close to the TT move, that is
  //     searched deeper [+56 ± 15]; if others reach beta as well, that is a cutoff (multi-cut) [+14 ± 12].
  let extension = 0;
  if (
    ply > 0 &&
    excluded == NO_MOVE &&
    depth >= SINGULAR_DEPTH &&
    ttDepth >= depth - 3 &&
    (ttBound & BOUND_LOWER) != 0 &&
    ttScore < PROVED_BOUND &&
    ttScore > -PROVED_BOUND &&
    ply < 2 * rootDepth &&
    isLegal(ttMove)
  ) {
    const bar = ttScore - SINGULAR_MARGIN * depth;
    unchecked((excludedMoves[ply] = ttMove));
    const score = search(bar - 1, bar, (depth - 1) >> 1, ply, false, isCut);
    unchecked((excludedMoves[ply] = NO_MOVE));
    if (stopped()) return trace.leave(trace.STOPPED, 0);
    if (score < bar) extension = !isPv && score < bar - SINGULAR_DOUBLE ? 2 : 1;
    else if (bar >= beta) return trace.leave(trace.MULTI_CUT, bar);
    else if (ttScore >= beta) extension = -1;
  }
  // A recapture in the PV that has done well before is extended by a ply too [+9 ± 12].
  if (isPv && ply > 0 && ply < 2 * rootDepth && extension == 0 && isTtMoveNoisy && isRecapture(ttMove)) extension = 1;

  // 12. The moves, most promising first. A forced capture costs no depth [giveaway: 68 % ± 12], up to twice the iteration's depth
  //     [55 % ± 10].
  const isForcedLine = ply < 2 * rootDepth && mustCapture();
  const isPrunable = ply > 0 && depth > 0 && !hasForcedCaptures() && hasNonPawnMaterial(sideToMove());
  const isLearning = qsearchStyle() == STRATEGIC;
  const evalBefore = isLearning ? evaluate() : 0;
  let bestScore = -INFINITE;
  let bestMove = NO_MOVE;
  let count = 0;
  let tries = 0;
  clearKillers(ply + 1);
  pickAll(ply, ttMove, checked);
  for (let move = nextMove(ply); move != NO_MOVE; move = nextMove(ply)) {
    if (move == excluded || (ply == 0 && !isRootCandidate(move))) continue;
    count++;
    if (ply == 0) setCurrentRootMove(move, count);
    const quiet = !isNoisy(move);
    const history = pickedHistory(move, ply);
    let reduction = lateMoveReduction(depth, count);

    // 13. Move pruning: near the horizon, moves that promise too little are skipped.
    if (isPrunable && bestScore > -PROVED_BOUND) {
      const left = depth - 1 - reduction;
      const nearing = left > 0 ? left : 0;
      if (quiet) {
        // Late move pruning (LMP): the last quiet moves of many [+33 ± 15].
        const enough = LMP_BASE + depth * depth;
        if (depth <= LMP_DEPTH && count > (improving ? enough : enough >> 1)) {
          if (TRACE) trace.pruned(trace.LMP, move);
          skipQuiets(ply);
          continue;
        }
        // Futility pruning: moves that cannot lift the evaluation to alpha [+48 ± 12]. History pruning: moves that did badly before
        // [+35 ± 15]. Checks are exempt from both.
        const reach = staticEval + FUTILITY_BASE + FUTILITY_STEP * nearing;
        const isFutile = !checked && nearing <= FUTILITY_DEPTH && reach <= alpha;
        const isPoor = depth <= HISTORY_PRUNE_DEPTH && history < -HISTORY_PRUNE_STEP * depth;
        if ((isFutile || isPoor) && !givesDirectCheck(move)) {
          if (TRACE) trace.pruned(isFutile ? trace.FUTILITY : trace.HISTORY, move);
          continue;
        }
      }
      // SEE pruning: moves that lose material [+88 ± 13].
      if (depth <= SEE_PRUNE_DEPTH) {
        const loss = quiet ? SEE_PRUNE_QUIET * nearing * nearing : SEE_PRUNE_NOISY * depth;
        if (!seeReaches(move, -loss)) {
          if (TRACE) trace.pruned(trace.SEE, move);
          continue;
        }
      }
    }

    let nextDepth = isForcedLine ? depth : depth - 1 + (move == ttMove ? extension : 0);
    if (isExtending) nextDepth = nextDepth + pliesFor(move, ply);
    pushMove(ply, move);
    const evalAfter = isLearning && quiet ? -evaluate() | 0 : 0;
    let score = 0;
    let isFullWindow = isPv && count == 1;
    if (depth >= LMR_DEPTH && count > (isPv ? LMR_FIRST + 1 : LMR_FIRST) && !isForcedLine) {
      // 14. Late move reductions (LMR): late moves seldom matter, so they are searched less deep, and again at full depth if they
      //     raise alpha [+107 ± 13]. In the PV two plies less than elsewhere [+9 ± 14 against one].
      if (isCut) reduction++;
      if (isPv) reduction -= 2;
      if (ply == 0) reduction--; // [+10 ± 10]
      // A position that was in a PV matters more [+15 ± 16].
      if (isTtPv) reduction--;
      // Where captures are forced, the tree would otherwise be too wide [giveaway: +28 ± 27].
      if (hasForcedCaptures()) reduction += 2;
      if (!improving) reduction++;
      if (isTtMoveNoisy) reduction++;
      if (inCheck()) reduction--;
      // By history [−3 ± 15].
      if (quiet) reduction -= (history / LMR_HISTORY) | 0;
      else reduction = (reduction >> 1) - ((history / LMR_HISTORY) | 0);
      if (reduction > nextDepth - 1) reduction = nextDepth - 1;
      if (reduction < 0) reduction = 0;
      if (TRACE) trace.reduced(move, nextDepth, reduction);
      unchecked((reductions[ply + 1] = reduction));
      score = -search(-alpha - 1, -alpha, nextDepth - reduction, ply + 1, false, true) | 0;
      unchecked((reductions[ply + 1] = 0));
      if (score > alpha && reduction > 0) {
        const deeper = score > bestScore + LMR_DEEPER ? nextDepth + 1 : nextDepth;
        score = -search(-alpha - 1, -alpha, deeper, ply + 1, false, !isCut) | 0;
      }
      isFullWindow = isPv && score > alpha;
    } else if (!isFullWindow) {
      // 15. PVS: the first move is assumed to be the best; the others only have to be refuted, with a null window.
      score = -search(-alpha - 1, -alpha, nextDepth, ply + 1, false, !isCut) | 0;
      isFullWindow = isPv && score > alpha;
    }
    if (isFullWindow && !stopped()) score = -search(-beta, -alpha, nextDepth, ply + 1, true, false) | 0;
    unmakeMove();
    if (stopped()) return trace.leave(trace.STOPPED, 0);
    if (isLearning && quiet) updateDifference(move, evalBefore, evalAfter, score);

    if (score > bestScore) {
      bestScore = score;
      if (score > alpha) {
        alpha = score;
        bestMove = move;
        if (isPv) updatePv(ply, move);
        if (ply == 0) {
          // A move that gets mated may not be the best: others have not been searched yet.
          noteRootBest(move, score, score >= beta || score <= -PROVED_BOUND ? BOUND_LOWER : BOUND_EXACT);
        }
        if (score >= beta) {
          // A cutoff that the evaluation did not expect teaches more [+8 ± 11].
          const isSurprise = !checked && staticEval <= oldAlpha;
          if (depth > 0) updateHistories(move, isSurprise ? depth + 1 : depth, ply, tries);
          break;
        }
      }
    }
    if (tries < TRIED) unchecked((tried[ply * TRIED + tries++] = move));
  }

  // 16. No legal move: mate or stalemate; or no move besides the excluded one.
  if (count == 0) return trace.leave(trace.NO_MOVES, excluded != NO_MOVE ? alpha : noMoveScore(checked, ply));

  // 17. The result goes into the TT, unless it holds for some of the moves only.
  if (excluded == NO_MOVE && (ply > 0 || isRootUnrestricted())) {
    const bound = bestScore >= beta ? BOUND_LOWER : bestMove != NO_MOVE ? BOUND_EXACT : BOUND_UPPER;
    ttStore(bestMove, bestScore, depth, bound, rawEval, ply, isTtPv);
    // Correction history: a score that bounds the other way says nothing about the evaluation, nor does one that a capture gained.
    const isMeaningful =
      !checked && bestScore < PROVED_BOUND && bestScore > -PROVED_BOUND && (bestMove == NO_MOVE || !isNoisy(bestMove));
    if (
      isMeaningful &&
      !(bound == BOUND_LOWER && bestScore <= staticEval) &&
      !(bound == BOUND_UPPER && bestScore >= staticEval)
    )
      updateCorrection(bestScore - staticEval, depth, ply);
  }
  return trace.leave(trace.SEARCHED, bestScore);
}

/** ProbCut: looks for a capture that reaches `high`, first in quiescence, then at `depth` plies; its score, or a lower one. */
function probCut(high: i32, depth: i32, ply: i32, ttMove: i32, staticEval: i32, rawEval: i32, isCut: bool): i32 {
  pickNoisy(ply, ttMove, false);
  for (let move = nextMove(ply); move != NO_MOVE; move = nextMove(ply)) {
    if (!seeReaches(move, high - staticEval)) continue;
    pushMove(ply, move);
    let score = -qsearch(-high, 1 - high, ply + 1, false) | 0;
    if (score >= high && depth > 0 && !stopped()) score = -search(-high, 1 - high, depth, ply + 1, false, !isCut) | 0;
    unmakeMove();
    if (stopped()) return 0;
    if (score < high) continue;
    ttStore(move, score, depth + 1, BOUND_LOWER, rawEval, ply);
    return score;
  }
  return -INFINITE;
}

/** Whether a noisy move, which may be illegal, captures on the square of the last move, and has done well before. */
function isRecapture(move: i32): bool {
  if (lastMove() == NO_MOVE || toOf(lastMove()) != toOf(move)) return false;
  return isLegal(move) && noisyHistory(move) > RECAPTURE_HISTORY;
}

/** How far above beta the static evaluation must be for a null move, centipawns: near the horizon, passing proves little. */
function nullMoveMargin(depth: i32): i32 {
  const margin = NULL_MOVE_MARGIN - NULL_MOVE_MARGIN_STEP * depth;
  return margin > 0 ? margin : 0;
}

function noMoveScore(checked: bool, ply: i32): i32 {
  return checked ? matedIn(ply) : scoreOf(stalemateResult(), ply);
}
