/**
 * What the host may call: numbers only. Squares, pieces and moves are encoded as in `rules/`. One instance is one searcher
 * with one game.
 */

import { evaluate } from "./evaluation/evaluation";
import { hasNet, isSettled, useNet } from "./evaluation/network";
import { NET_WORDS, setNetWord } from "./evaluation/vectors";
import { heapEnd } from "./platform";
import {
  beginGame,
  castlingRights,
  clearBoard,
  computePhase,
  epSquare,
  epVictim,
  grantCastling,
  halfmoveClock,
  inCheck,
  keyHigh,
  keyLow,
  lastMove,
  makeMove,
  phase,
  pieceOn,
  pieceSquareSum,
  placePiece,
  sideToMove,
  unmakeMove,
} from "./rules/board";
import { computeKeyHigh, computeKeyLow, computeSum } from "./rules/fresh";
import { ALL, generate, isLegal, MAX_MOVES, moves } from "./rules/legal";
import { NO_MOVE } from "./rules/move";
import { applyLaws, initialiseRules } from "./rules/setup";
import { setLaw } from "./rules/variant";
import { nodesSearched } from "./search/budget";
import { beginNode, extensionOf, goesOn, pliesFor, touchMate } from "./search/extensions";
import { keptScore, lineLength, lineMove, restoreLine } from "./search/line";
import { searchChecks } from "./search/mate";
import { setSearchOption } from "./search/options";
import { perft } from "./search/perft";
import { proofPlies, searchProof } from "./search/proof";
import { quiesceRoot } from "./search/quiescence";
import { countQuiescence, quiescenceCount } from "./search/quiet";
import { addRootMove, freeRoot, presentRootCount, presentRootMove, wantLines } from "./search/root";
import {
  fillReductions,
  forget,
  searchedDeepest,
  searchedDepth,
  searchedLines,
  searchedScore,
  searchRoot,
  suggestRootMove,
} from "./search/search";
import { isCutShort, solverNodes } from "./search/solving";
import { evalPlus, learnDifference } from "./search/strategic";
import { clearTable, setTable, tableFilled } from "./search/table";
import { setTuned, tuned } from "./search/tuning";

export {
  addRootMove,
  applyLaws,
  beginGame,
  castlingRights,
  clearBoard,
  clearTable,
  countQuiescence,
  epSquare,
  epVictim,
  evalPlus,
  evaluate,
  forget,
  freeRoot,
  grantCastling,
  halfmoveClock,
  heapEnd,
  keptScore,
  keyHigh,
  keyLow,
  learnDifference,
  lineLength,
  lineMove,
  makeMove,
  nodesSearched,
  perft,
  pieceOn,
  placePiece,
  presentRootCount,
  presentRootMove,
  proofPlies,
  quiescenceCount,
  quiesceRoot,
  restoreLine,
  searchChecks,
  searchedDeepest,
  searchedDepth,
  searchedLines,
  searchedScore,
  searchProof,
  searchRoot,
  setLaw,
  setNetWord,
  setSearchOption,
  setTable,
  sideToMove,
  solverNodes,
  suggestRootMove,
  tableFilled,
  tuned,
  unmakeMove,
  useNet,
  wantLines,
};

/** Fills the tables. To be called once, before anything else. */
export function initialise(): void {
  initialiseRules();
  fillReductions();
}

/** Changes one of the search's tuned numbers, by its place in `search/tuning.ts`. */
export function tune(index: i32, value: i32): void {
  setTuned(index, value);
  fillReductions();
}

/** How many words of four bytes the parameters of a net are, for `setNetWord`. */
export function netWords(): i32 {
  return NET_WORDS;
}

/** Generates the legal moves, to be read by `legalMove`; returns their number. */
export function legalMoves(): i32 {
  return generate(ALL, 0);
}

export function legalMove(i: i32): i32 {
  return unchecked(moves[i]);
}

/** Whether any 16 bits are a legal move here. */
export function canMove(move: i32): i32 {
  return isLegal(move) ? 1 : 0;
}

/** Whether what moves update equals what the board says: 1 if so. */
export function isConsistent(): i32 {
  return keyLow() == computeKeyLow() &&
    keyHigh() == computeKeyHigh() &&
    pieceSquareSum() == computeSum() &&
    phase() == computePhase() &&
    (!hasNet() || isSettled())
    ? 1
    : 0;
}

/** Whether the last solver could not finish: 1 if so. */
export function solverCutShort(): i32 {
  return isCutShort() ? 1 : 0;
}

// Slow Chess's extensions, for tests: those that are on, as a search would find them.

/** What a legal move earns here, quarter plies. */
export function extensionHere(move: i32): i32 {
  beginNode(0, inCheck());
  return extensionOf(move, 0);
}

/** What a search gains for it at `ply`, plies, with what the moves asked about at the plies before have left over. */
export function pliesHere(move: i32, ply: i32): i32 {
  beginNode(ply, inCheck());
  return pliesFor(move, ply);
}

/** Whether a search goes on here though no depth is left: 1 if so. `isLong` says that the line is longer than its depth. */
export function goesOnHere(isLong: i32): i32 {
  const last = lastMove();
  if (last != NO_MOVE) {
    unmakeMove();
    beginNode(0, inCheck());
    makeMove(last);
  }
  return goesOn(1, isLong != 0 ? 0 : 1) ? 1 : 0;
}

/** The mate that a queen gives here beside a king at the edge, or `NO_MOVE`. */
export function touchMateHere(): i32 {
  return touchMate(MAX_MOVES);
}
