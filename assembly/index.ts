/**
 * The core's exports: the functions for the host, with numbers only. Squares, pieces and moves are encoded as in `rules/`. One
 * instance is one searcher with one game.
 */

import { evaluate } from "./evaluation/evaluation";
import { areAccumulatorsCurrent, evaluateByStack, hasNet, useNet } from "./evaluation/nnue";
import { setNetWord } from "./evaluation/nnue-accumulators";
import { NET_BYTES } from "./evaluation/nnue-shape";
import { beginGame } from "./rules/begin-game";
import {
  castlingRights,
  clearBoard,
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
import { ALL, generate, isLegal, MAX_MOVES, moves } from "./rules/legal";
import { NO_MOVE } from "./rules/move";
import { computeKeyHigh, computeKeyLow, computePieceSquareSum } from "./rules/recompute";
import { computePhase } from "./rules/remaining-material";
import { seeReaches } from "./rules/see";
import { setLaw } from "./rules/variant";
import { nodesSearched } from "./search/budget";
import {
  beginExtensions,
  extendsHorizon,
  extensionOf,
  pliesFor,
  touchMate,
} from "./search/historic/extensions-slow-chess";
import { evalPlus, updateDifference } from "./search/historic/qsearch-bobby";
import {
  clearHistories,
  isLowerBound,
  resumeSearch,
  searchedDepth,
  searchedLines,
  searchedScore,
  searchedSeldepth,
  searchRoot,
  suggestRootMove,
  unfinishedLines,
} from "./search/iterative-deepening";
import { setThread } from "./search/lazy-smp";
import { fillReductions } from "./search/lmr";
import { isCutShort, solverNodes } from "./search/mate/budget";
import { searchMate } from "./search/mate/mate-search";
import { proofPlies, searchProof } from "./search/mate/proof-number";
import { setSearchOption } from "./search/options";
import { perft } from "./search/perft";
import { multiPvScore, pvLength, pvMove, restorePv } from "./search/pv";
import { qsearchRoot } from "./search/qsearch";
import { countQsearch, qsearchCount } from "./search/qsearch-shared";
import { addRootMove, currentRootCount, currentRootMove, freeRoot, setMultiPv } from "./search/root";
import { tableHits, useTables } from "./search/tablebases";
import { clearTt, hashfull } from "./search/tt";
import { setTuned, tuned } from "./search/tuning";
import { applyLaws, initialiseRules } from "./setup";

export {
  addRootMove,
  applyLaws,
  beginGame,
  castlingRights,
  clearBoard,
  clearHistories,
  clearTt,
  countQsearch,
  currentRootCount,
  currentRootMove,
  epSquare,
  epVictim,
  evalPlus,
  evaluate,
  evaluateByStack,
  freeRoot,
  grantCastling,
  halfmoveClock,
  hashfull,
  isLowerBound,
  keyHigh,
  keyLow,
  makeMove,
  multiPvScore,
  nodesSearched,
  perft,
  pieceOn,
  placePiece,
  proofPlies,
  pvLength,
  pvMove,
  qsearchCount,
  qsearchRoot,
  restorePv,
  resumeSearch,
  searchedDepth,
  searchedLines,
  searchedScore,
  searchedSeldepth,
  searchMate,
  searchProof,
  searchRoot,
  setLaw,
  setMultiPv,
  setNetWord,
  setSearchOption,
  setThread,
  sideToMove,
  solverNodes,
  suggestRootMove,
  tableHits,
  tuned,
  unfinishedLines,
  unmakeMove,
  updateDifference,
  useNet,
  useTables,
};

/** Fills the tables; to be called once, before anything else. */
export function initialise(): void {
  initialiseRules();
  fillReductions();
}

/** Sets a tunable by its index in `search/tunables.json`. */
export function tune(index: i32, value: i32): void {
  setTuned(index, value);
  fillReductions();
}

/** The size of the parameters of a network that this build evaluates with, bytes. */
export function netBytes(): i32 {
  return NET_BYTES;
}

/** Generates the legal moves, to be read with `legalMove`; returns their number. */
export function legalMoves(): i32 {
  return generate(ALL, 0);
}

export function legalMove(i: i32): i32 {
  return unchecked(moves[i]);
}

/** Whether `move`, any 16 bits, is legal here: 1 if so. */
export function canMove(move: i32): i32 {
  return isLegal(move) ? 1 : 0;
}

/** Whether the incrementally updated keys, sums and accumulators equal recomputed ones: 1 if so. */
export function isConsistent(): i32 {
  return keyLow() == computeKeyLow() &&
    keyHigh() == computeKeyHigh() &&
    pieceSquareSum() == computePieceSquareSum() &&
    phase() == computePhase() &&
    (!hasNet() || areAccumulatorsCurrent())
    ? 1
    : 0;
}

/** Whether the SEE of a legal move is at least `threshold` centipawns, for tests: 1 if so. */
export function seeHere(move: i32, threshold: i32): i32 {
  return seeReaches(move, threshold) ? 1 : 0;
}

/** Whether the last solver was cut short: 1 if so. */
export function solverCutShort(): i32 {
  return isCutShort() ? 1 : 0;
}

// Slow Chess's extensions, for tests: those that are on, as in a search.

/** What a legal move earns here, quarter plies. */
export function extensionHere(move: i32): i32 {
  beginExtensions(0, inCheck());
  return extensionOf(move, 0);
}

/** How many plies a search adds for it at `ply`, with what earlier calls at the plies before left over. */
export function pliesHere(move: i32, ply: i32): i32 {
  beginExtensions(ply, inCheck());
  return pliesFor(move, ply);
}

/** Whether a search continues here although no depth is left: 1 if so. `isLong`: the line is longer than its depth. */
export function goesOnHere(isLong: i32): i32 {
  const last = lastMove();
  if (last != NO_MOVE) {
    unmakeMove();
    beginExtensions(0, inCheck());
    makeMove(last);
  }
  return extendsHorizon(1, isLong != 0 ? 0 : 1) ? 1 : 0;
}

/** The mate that a queen gives here next to a king at the edge, or `NO_MOVE`. */
export function touchMateHere(): i32 {
  return touchMate(MAX_MOVES);
}
