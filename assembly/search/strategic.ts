/**
 * The strategic quiescence search of Bobby (Schrüfer, "A Strategic Quiescence Search", 1989): not captures alone but all
 * moves are tried that promise to lift the score above alpha. What a quiet move promises is what it has brought before: the
 * main search teaches how much moves between two squares can lift the static evaluation. Against the search of today
 * [−184 ± 15, as in search.ts].
 */

import { exchangeValue } from "../evaluation/men";
import { clear, I32Table, newI32 } from "../platform";
import { inCheck, pieceOn, sideToMove, unmakeMove } from "../rules/board";
import { givesCheck } from "../rules/checks";
import { decision, isDrawnMaterial, stalemate } from "../rules/ending";
import { forcedCaptures, isCapture } from "../rules/legal";
import { fromOf, isPromotion, NO_MOVE, promotionSlot, toOf } from "../rules/move";
import { NO_PIECE, PAWN, slotOf } from "../rules/piece";
import { ONGOING } from "../rules/variant";
import { spendNode, stopped } from "./budget";
import { correct } from "./correction";
import { clearLine, extendLine } from "./line";
import { play } from "./path";
import { nextMove, pickUnstaged } from "./picker";
import { enterQuiet, evaluateQuiet, isQuietSpent, winsAtOnce } from "./quiet";
import { DRAW, INFINITE, MATE, MAX_PLY, matedIn, scoreOf } from "./score";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  probe,
  remember,
  tableCuts,
  tableEval,
  tableMove,
  tableScore,
} from "./table";
import { STRATEGIC_PLIES } from "./tuning";

/** Checks promise everything at so many first plies. */
const CHECK_PLIES: i32 = 2;
/** What a lift of the evaluation adds to a move's successes, of which a failure takes one. */
const SUCCESS: i32 = 10;

// The history of evaluation differences, by `side << 12 | from << 6 | to`.

/** The most that a quiet move has lifted the evaluation, centipawns; 0 once its successes are used up. */
const differences: I32Table = newI32(2 * 64 * 64);
const successes: I32Table = newI32(2 * 64 * 64);

export function clearDifferences(): void {
  clear(differences);
  clear(successes);
}

/**
 * The main search has found a score for a quiet move of this position; `before` and `after` are the static evaluations
 * around it, both as its mover sees them.
 */
export function learnDifference(move: i32, before: i32, after: i32, score: i32): void {
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

/** What `move` promises, `plies` below the first node, where the static evaluation is `standPat`. It is not made. */
export function evalPlus(move: i32, standPat: i32, plies: i32): i32 {
  if (plies < CHECK_PLIES && givesCheck(move)) return INFINITE;
  const captures = isCapture(move);
  if (!captures && !isPromotion(move)) return standPat + unchecked(differences[placeOf(move)]);
  const pawn = exchangeValue(PAWN);
  let gain = pawn >> 1;
  if (captures) {
    const victim = pieceOn(toOf(move));
    gain = gain + (victim == NO_PIECE ? pawn : exchangeValue(slotOf(victim)));
  }
  if (isPromotion(move)) gain = gain + exchangeValue(promotionSlot(move)) - pawn;
  return standPat + gain;
}

/** The score of the position when all that promises something has been tried, fail-soft. */
export function playStrategic(alpha: i32, beta: i32, ply: i32, isPv: bool): i32 {
  return playPromising(alpha, beta, ply, isPv);
}

function playPromising(first: i32, beta: i32, ply: i32, isPv: bool): i32 {
  if (spendNode()) return 0;
  clearLine(ply);
  const plies = enterQuiet(ply);
  const decided = decision();
  if (decided != ONGOING) return scoreOf(decided, ply);
  if (isDrawnMaterial()) return DRAW;
  if (winsAtOnce(ply)) return MATE - ply - 1;
  if (ply >= MAX_PLY || plies == STRATEGIC_PLIES || isQuietSpent()) return evaluateQuiet(ply);

  // 1. The table: any result of this position is at least as deep as one from here.
  const known = probe(ply);
  if (known && !isPv && tableCuts(0, first, beta)) return tableScore();
  const hint = known ? tableMove() : NO_MOVE;

  // 2. Standing pat, unless there is no choice.
  const forced = inCheck() || forcedCaptures() == 1;
  const raw = forced ? 0 : known ? tableEval() : evaluateQuiet(ply);
  const staticEval = correct(raw, ply);
  let best = forced ? matedIn(ply) : staticEval;
  if (best >= beta) return best;
  let alpha = best > first ? best : first;

  // 3. All moves. What promises too little is taken at its word: no more than an estimate from above.
  let bestHere = NO_MOVE;
  let isStuck = true;
  pickUnstaged(ply, hint, true);
  for (let move = nextMove(ply); move != NO_MOVE; move = nextMove(ply)) {
    if (isQuietSpent() && best > matedIn(ply)) break;
    isStuck = false;
    if (!forced) {
      const promise = evalPlus(move, staticEval, plies);
      if (promise <= alpha) {
        if (promise > best) best = promise;
        continue;
      }
    }
    play(ply, move);
    const score = -playPromising(-beta, -alpha, ply + 1, isPv) | 0;
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
  if (isStuck && !forced) return scoreOf(stalemate(), ply);

  // 4. Only the first node is kept: what is found farther down knows fewer checks. No estimate is exact: it is below alpha.
  if (plies == 0) {
    const bound = best >= beta ? BOUND_LOWER : bestHere != NO_MOVE && isPv ? BOUND_EXACT : BOUND_UPPER;
    remember(bestHere, best, 0, bound, raw, ply);
  }
  return best;
}

function placeOf(move: i32): i32 {
  return (sideToMove() << 12) | (fromOf(move) << 6) | toOf(move);
}
