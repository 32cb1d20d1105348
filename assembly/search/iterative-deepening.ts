/**
 * Iterative deepening: searches to one ply, to two, and so on, each for the requested number of lines (MultiPV), with aspiration
 * windows [+84 ± 13] around the score of the previous iteration. Stopped in the middle of an iteration, it answers with the
 * best so far.
 */

import { evaluate } from "../evaluation/evaluation";
import { onIteration } from "../platform";
import { isLegal } from "../rules/legal";
import { NO_MOVE } from "../rules/move";
import { beginBudget, pollStop, resumeBudget, stopped } from "./budget";
import { clearCorrections } from "./correction-history";
import { clearDifferences } from "./historic/qsearch-bobby";
import { clearHistory } from "./history";
import { beginIterations, endIterations, nextIteration } from "./lazy-smp";
import { clearMultiPv, clearPv, finishPv, multiPvMove, multiPvScore, restorePv, sortMultiPv, storeMultiPv } from "./pv";
import { resetSeldepth, seldepth } from "./qsearch-shared";
import {
  anyRootMove,
  excludeLines,
  forgetRootBest,
  isRootMove,
  multiPvCount,
  noteRootBest,
  rootBestBound,
  rootBestMove,
  rootBestScore,
  setCurrentRootMove,
  setRootBestMove,
  setRootDepth,
} from "./root";
import { INFINITE, MAX_DEPTH, PROVED_BOUND } from "./score";
import { beginTree, search } from "./search";
import { BOUND_EXACT, BOUND_LOWER, BOUND_NONE } from "./tt";
import { ASPIRATION_DEPTH, ASPIRATION_WINDOW } from "./tuning";

/** The move that the next search tries first. */
let suggestion: i32 = NO_MOVE;
/** The depth of the last completed iteration. */
let iteration: i32 = 0;
let iterationScore: i32 = 0;
let iterationSeldepth: i32 = 0;
/** The last iteration that the search may go to, plies. */
let deepestIteration: i32 = 0;
/** The lines of each iteration. */
let lineCount: i32 = 1;
/** How many of the stored lines, the first ones, are from an iteration that was not completed. */
let unfinished: i32 = 0;

// The results of a search, for `index.ts`.

/** The last completed iteration, plies. */
export function searchedDepth(): i32 {
  return iteration;
}

/** The score of the best line. */
export function searchedScore(): i32 {
  return iterationScore;
}

/** Seldepth: the deepest line looked at, quiescence included. */
export function searchedSeldepth(): i32 {
  return iterationSeldepth;
}

/** How many lines there are. */
export function searchedLines(): i32 {
  return iteration > 0 ? lineCount : unfinished;
}

/** How many of them, the first ones, are from the next iteration, which was not completed. */
export function unfinishedLines(): i32 {
  return unfinished;
}

/** Whether the score of the best line is a lower bound because its iteration was not completed: 1 if so. */
export function isLowerBound(): i32 {
  return unfinished > 0 && rootBestBound == BOUND_LOWER ? 1 : 0;
}

/** Makes the next search try a move first, if it is legal. */
export function suggestRootMove(move: i32): void {
  suggestion = move;
}

/** Clears what earlier searches have learned: histories and corrections. */
export function clearHistories(): void {
  clearHistory();
  clearCorrections();
  clearDifferences();
}

/**
 * Searches the current position to `depth` plies or `nodes` nodes (0: no such limit), or until the host stops it; returns the
 * best move, `NO_MOVE` if there is no legal one.
 */
export function searchRoot(depth: i32, nodes: f64): i32 {
  beginBudget(nodes);
  beginIterations();
  deepestIteration = depth > 0 && depth < MAX_DEPTH ? depth : MAX_DEPTH;
  setRootBestMove(isLegal(suggestion) && isRootMove(suggestion) ? suggestion : anyRootMove());
  suggestion = NO_MOVE;
  iteration = 0;
  iterationScore = 0;
  iterationSeldepth = 0;
  unfinished = 0;
  clearPv(0);
  if (rootBestMove == NO_MOVE) return NO_MOVE;
  // Accumulators deeper in the tree are updated from this position's, even if the root is in check and so is not evaluated.
  evaluate();
  beginTree();
  lineCount = multiPvCount();
  clearMultiPv(lineCount);
  return searchIterations();
}

/**
 * Continues a search that the host stopped, where it was: between two iterations, which changes nothing, or within one, which starts
 * again. Returns the best move.
 */
export function resumeSearch(): i32 {
  resumeBudget();
  return rootBestMove == NO_MOVE ? NO_MOVE : searchIterations();
}

/** The iterations after the last completed one. */
function searchIterations(): i32 {
  for (let d = nextIteration(iteration); d <= deepestIteration; d = nextIteration(d)) {
    setRootDepth(d);
    resetSeldepth();
    searchLines(d);
    if (stopped()) break;
    iteration = d;
    unfinished = 0;
    iterationScore = multiPvScore(0);
    iterationSeldepth = seldepth();
    onIteration();
    if (pollStop()) break;
  }
  endIterations();
  return rootBestMove;
}

/** An iteration: the best line, then the best that begins with another move, and so on. */
function searchLines(depth: i32): void {
  forgetRootBest();
  for (let k = 0; k < lineCount; k++) {
    excludeLines(k);
    setCurrentRootMove(NO_MOVE, 0);
    if (k > 0) setRootBestMove(multiPvMove(k));
    const previous = multiPvScore(k);
    const score =
      depth < ASPIRATION_DEPTH ? search(-INFINITE, INFINITE, depth, 0, true, false) : aspirationSearch(previous, depth);
    if (stopped()) {
      breakOff(k);
      return;
    }
    finishPv();
    storeMultiPv(k, lineCount, score);
  }
  if (lineCount == 1) return;
  sortMultiPv(lineCount);
  answerWithBest();
}

/**
 * An iteration that is stopped while searching for the k-th line keeps the lines before it. Stopped in the first, it keeps the
 * best move so far; if there is none yet, the answer is that of the previous iteration.
 */
function breakOff(k: i32): void {
  if (k > 0) {
    sortMultiPv(k);
    noteRootBest(multiPvMove(0), multiPvScore(0), BOUND_EXACT);
    unfinished = k;
  } else if (rootBestBound != BOUND_NONE) {
    finishPv();
    storeMultiPv(0, lineCount, rootBestScore);
    unfinished = 1;
  }
  if (unfinished == 0) return;
  answerWithBest();
  iterationScore = multiPvScore(0);
  iterationSeldepth = seldepth();
}

function answerWithBest(): void {
  restorePv(0);
  setRootBestMove(multiPvMove(0));
}

/** A search with a window around the score of the previous iteration, widened on the side where it fails. */
function aspirationSearch(previous: i32, depth: i32): i32 {
  let margin = ASPIRATION_WINDOW;
  let alpha = previous - margin;
  let beta = previous + margin;
  while (true) {
    if (alpha < -PROVED_BOUND) alpha = -INFINITE;
    if (beta > PROVED_BOUND) beta = INFINITE;
    const score = search(alpha, beta, depth, 0, true, false);
    if (stopped() || (score > alpha && score < beta)) return score;
    margin = 2 * margin;
    if (score <= alpha) alpha = score - margin;
    else beta = score + margin;
  }
}
