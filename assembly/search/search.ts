/**
 * The search: iterative deepening of a fail-soft principal variation search (Marsland and Campbell 1982) with aspiration
 * windows. Every step says what it does and why.
 */

import { evaluate } from "../evaluation/evaluation";
import { I32Table, newI32, onIteration } from "../platform";
import {
  halfmoveClock,
  hasOfficers,
  inCheck,
  isRepetition,
  lastMove,
  makeMove,
  makeNull,
  sideToMove,
  unmakeMove,
  unmakeNull,
} from "../rules/board";
import { decision, isDrawnMaterial, stalemate } from "../rules/ending";
import { ALL, generate, isLegal, MAX_MOVES, moves, mustCapture } from "../rules/legal";
import { NO_MOVE } from "../rules/move";
import { hasForcedCaptures, moveLimit, ONGOING, WON } from "../rules/variant";
import { askToStop, beginBudget, spendNode, stopped } from "./budget";
import { clearHistory, clearKillers, historyOf, punishQuiet, rewardQuiet } from "./history";
import { clearLine, extendLine } from "./line";
import { isNoisy, nextMove, pickAll } from "./picker";
import { deepestPly, quiesce, resetDeepest } from "./quiescence";
import { DRAW, INFINITE, MATE, MATE_BOUND, MAX_DEPTH, MAX_PLY, matedIn, scoreOf } from "./score";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  nextGeneration,
  probe,
  remember,
  tableCuts,
  tableEval,
  tableMove,
  tableScore,
} from "./table";
import {
  ASPIRATION_DEPTH,
  ASPIRATION_WINDOW,
  LATE_MOVE_BASE,
  LATE_MOVE_DEPTH,
  LATE_MOVE_DIVISOR,
  LATE_MOVE_FIRST,
  LATE_MOVE_HISTORY,
  NULL_MOVE_DEPTH,
  NULL_MOVE_DEPTH_STEP,
  NULL_MOVE_REDUCTION,
  NULL_MOVE_SCORE_MOST,
  NULL_MOVE_SCORE_STEP,
} from "./tuning";

/** Quiet moves tried at a node that are punished when another one cuts. */
const TRIED: i32 = 32;
const tried: I32Table = newI32((MAX_PLY + 2) * TRIED);

/** `depth * 64 + move number`: the reduction of late moves, plies. */
const reductions: I32Table = newI32(64 * 64);

/** The moves the root is restricted to; all if there are none. */
const rootMoves: I32Table = newI32(MAX_MOVES);
let rootMoveCount: i32 = 0;

let bestMove: i32 = NO_MOVE;
/** What the first iteration of the next search is to try first. */
let suggestion: i32 = NO_MOVE;
/** The depth of the iteration under way, and of the last completed one. */
let rootDepth: i32 = 0;
let iteration: i32 = 0;
let iterationScore: i32 = 0;
let iterationDeepest: i32 = 0;

// What a search has found, for `index.ts`.

/** The last completed iteration, plies. */
export function searchedDepth(): i32 {
  return iteration;
}

/** Its score. */
export function searchedScore(): i32 {
  return iterationScore;
}

/** Its deepest line, quiescence included. */
export function searchedDeepest(): i32 {
  return iterationDeepest;
}

/** Restricts the next searches to the moves added since the last call of `freeRoot`. */
export function addRootMove(move: i32): void {
  unchecked((rootMoves[rootMoveCount] = move));
  rootMoveCount = (rootMoveCount + 1) & (MAX_MOVES - 1);
}

export function freeRoot(): void {
  rootMoveCount = 0;
}

/** Has the next search begin with a move, if it is legal. */
export function suggestRootMove(move: i32): void {
  suggestion = move;
}

/** Forgets what former games taught. */
export function forget(): void {
  clearHistory();
}

/**
 * Searches the present position to `depth` plies or `nodes` nodes (0: no such limit), or until the host says stop; the best
 * move, `NO_MOVE` if there is no legal one.
 */
export function searchRoot(depth: i32, nodes: f64): i32 {
  beginBudget(nodes);
  nextGeneration();
  const deepestIteration = depth > 0 && depth < MAX_DEPTH ? depth : MAX_DEPTH;
  bestMove = isLegal(suggestion) && isRootMove(suggestion) ? suggestion : anyRootMove();
  suggestion = NO_MOVE;
  iteration = 0;
  iterationScore = 0;
  clearLine(0);
  if (bestMove == NO_MOVE) return NO_MOVE;
  // The network judges all positions below from this one, even if a check at the root would leave it out.
  evaluate();

  let score = 0;
  for (let d = 1; d <= deepestIteration; d++) {
    rootDepth = d;
    resetDeepest();
    score = d < ASPIRATION_DEPTH ? search(-INFINITE, INFINITE, d, 0, true) : aspire(score, d);
    if (stopped()) break;
    iteration = d;
    iterationScore = score;
    iterationDeepest = deepestPly();
    onIteration();
    if (askToStop()) break;
  }
  return bestMove;
}

/** A search with a window around the score of the iteration before, opened on the side where it fails. */
function aspire(previous: i32, depth: i32): i32 {
  let margin = ASPIRATION_WINDOW;
  let alpha = previous - margin;
  let beta = previous + margin;
  while (true) {
    if (alpha < -MATE_BOUND) alpha = -INFINITE;
    if (beta > MATE_BOUND) beta = INFINITE;
    const score = search(alpha, beta, depth, 0, true);
    if (stopped() || (score > alpha && score < beta)) return score;
    margin = 2 * margin;
    if (score <= alpha) alpha = score - margin;
    else beta = score + margin;
  }
}

/** The score of the present position to `depth` plies within the window, fail-soft; without meaning once `stopped`. */
function search(first: i32, beta: i32, depth: i32, ply: i32, isPv: bool): i32 {
  // 1. At the horizon the captures are played out.
  if (depth <= 0) return quiesce(first, beta, ply, isPv);

  if (ply > 0) {
    if (spendNode()) return 0;
    clearLine(ply);

    // 2. The end of the game, draws among them. A first repetition counts: who repeats once can do so again.
    const decided = decision();
    if (decided != ONGOING) return scoreOf(decided, ply);
    if (isRepetition(ply) || isDrawnMaterial()) return DRAW;
    if (halfmoveClock() >= moveLimit())
      return generate(ALL, ply * MAX_MOVES) == ply * MAX_MOVES ? noMoveScore(inCheck(), ply) : DRAW;
  }

  const checked = inCheck();
  if (ply >= MAX_PLY) return checked ? DRAW : evaluate();

  // 3. Mate distance: no line from here on beats a mate already found nearer to the root.
  let alpha = first > matedIn(ply) ? first : matedIn(ply);
  const fastest = stalemate() == WON ? MATE - ply : MATE - ply - 1;
  const most = beta < fastest ? beta : fastest;
  if (alpha >= most) return alpha;

  // 4. The table: a deep enough result ends it here, any result names the move to try first. Not in the principal
  //    variation, whose line would be cut short.
  const known = probe(ply);
  if (known && !isPv && tableCuts(depth, alpha, beta)) return tableScore();
  const hint = ply == 0 && bestMove != NO_MOVE ? bestMove : known ? tableMove() : NO_MOVE;
  const staticEval = checked ? 0 : known ? tableEval() : evaluate();

  // 5. Null move (Donninger 1993): if even passing holds beta, a move will too. Not where passing may be the best move:
  //    with pawns alone, or where captures are forced.
  if (
    !isPv &&
    !checked &&
    !hasForcedCaptures() &&
    depth >= NULL_MOVE_DEPTH &&
    staticEval >= beta &&
    beta > -MATE_BOUND &&
    lastMove() != NO_MOVE &&
    hasOfficers(sideToMove())
  ) {
    const surplus = ((staticEval - beta) / NULL_MOVE_SCORE_STEP) | 0;
    const reduction =
      NULL_MOVE_REDUCTION +
      ((depth / NULL_MOVE_DEPTH_STEP) | 0) +
      (surplus < NULL_MOVE_SCORE_MOST ? surplus : NULL_MOVE_SCORE_MOST);
    makeNull();
    const score = -search(-beta, 1 - beta, depth - reduction, ply + 1, false) | 0;
    unmakeNull();
    if (stopped()) return 0;
    if (score >= beta) return score < MATE_BOUND ? score : beta;
  }

  // 6. The moves, most promising first.
  //    In check the horizon waits; where captures are forced too, up to twice the iteration's depth (in giveaway 68 % ± 12
  //    of 60 games, the bound 55 % ± 10 of 80).
  const waits = checked || (ply < 2 * rootDepth && mustCapture());
  const nextDepth = waits ? depth : depth - 1;
  let best = -INFINITE;
  let bestHere = NO_MOVE;
  let count = 0;
  let quiets = 0;
  clearKillers(ply + 1);
  pickAll(ply, hint, checked);
  for (let move = nextMove(ply); move != NO_MOVE; move = nextMove(ply)) {
    if (ply == 0 && !isRootMove(move)) continue;
    count++;
    const quiet = !isNoisy(move);

    // 7. Late quiet moves seldom matter: they are searched less deep, and again at full depth if they surprise.
    let reduction = 0;
    if (quiet && !checked && depth >= LATE_MOVE_DEPTH && count > LATE_MOVE_FIRST) {
      reduction = unchecked(reductions[((depth < 63 ? depth : 63) << 6) | (count < 63 ? count : 63)]);
      if (isPv) reduction--;
      reduction -= (historyOf(move) / LATE_MOVE_HISTORY) | 0;
      if (reduction > nextDepth - 1) reduction = nextDepth - 1;
      if (reduction < 0) reduction = 0;
    }

    makeMove(move);
    let score = 0;
    if (count == 1) {
      score = -search(-beta, -alpha, nextDepth, ply + 1, isPv) | 0;
    } else {
      // 8. The first move is taken for the best; the others have only to be shown not to be better, with a null window.
      score = -search(-alpha - 1, -alpha, nextDepth - reduction, ply + 1, false) | 0;
      if (score > alpha && reduction > 0) score = -search(-alpha - 1, -alpha, nextDepth, ply + 1, false) | 0;
      if (score > alpha && isPv) score = -search(-beta, -alpha, nextDepth, ply + 1, true) | 0;
    }
    unmakeMove();
    if (stopped()) return 0;

    if (score > best) {
      best = score;
      if (score > alpha) {
        alpha = score;
        bestHere = move;
        if (isPv) extendLine(ply, move);
        if (ply == 0) bestMove = move;
        if (score >= beta) {
          if (quiet) reward(move, depth, ply, quiets);
          break;
        }
      }
    }
    if (quiet && quiets < TRIED) unchecked((tried[ply * TRIED + quiets++] = move));
  }

  // 9. No move: mate or stalemate.
  if (count == 0) return noMoveScore(checked, ply);

  // 10. Kept for next time; not what holds for some of the root's moves only.
  const bound = best >= beta ? BOUND_LOWER : bestHere != NO_MOVE ? BOUND_EXACT : BOUND_UPPER;
  if (ply > 0 || rootMoveCount == 0) remember(bestHere, best, depth, bound, staticEval, ply);
  return best;
}

function noMoveScore(checked: bool, ply: i32): i32 {
  return checked ? matedIn(ply) : scoreOf(stalemate(), ply);
}

/** Quiet `move` cut: it gains history, those tried before it lose some. */
function reward(move: i32, depth: i32, ply: i32, before: i32): void {
  rewardQuiet(move, depth, ply);
  for (let i = 0; i < before; i++) punishQuiet(unchecked(tried[ply * TRIED + i]), depth);
}

/** Whether the root may be left by `move`. */
export function isRootMove(move: i32): bool {
  if (rootMoveCount == 0) return true;
  for (let i = 0; i < rootMoveCount; i++) if (unchecked(rootMoves[i]) == move) return true;
  return false;
}

/** Some legal root move, the same on every board: the answer if there is no time for even one iteration. */
function anyRootMove(): i32 {
  const end = generate(ALL, 0);
  let some = NO_MOVE;
  for (let i = 0; i < end; i++) {
    const move = unchecked(moves[i]);
    if (move > some && isRootMove(move)) some = move;
  }
  return some;
}

/** Fills the table of reductions. Logarithms are harmonic sums: both cores round an addition alike, but not `Math.log`. */
export function fillReductions(): void {
  let depthLog: f64 = 0;
  for (let depth = 1; depth < 64; depth++) {
    let countLog: f64 = 0;
    for (let count = 1; count < 64; count++) {
      const plies = LATE_MOVE_BASE + (depthLog * countLog) / LATE_MOVE_DIVISOR;
      unchecked((reductions[(depth << 6) | count] = (plies as i32) | 0));
      countLog = countLog + 1.0 / (count + 0.5);
    }
    depthLog = depthLog + 1.0 / (depth + 0.5);
  }
}
