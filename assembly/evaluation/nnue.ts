/**
 * NNUE evaluation, trained on an engine's scores of millions of positions (`training/README.md`). Each colour has its
 * perspective, 768 inputs (own and enemy pieces by type and square) into an accumulator of `HIDDEN_SIZE` numbers; both
 * accumulators, clipped and squared, go into one number, with weights of their own for each number of pieces (after Yu Nasu's
 * "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018).
 *
 * Each game has its own network. What pieces do is not among the inputs: the weights of a piece type and square know it.
 *
 * The board is mirrored for a perspective whose king stands on the files e to h, so that both wings share their weights; not in
 * games without royal kings, nor where the wings differ (`isMirrored`).
 *
 * Accumulators are updated lazily, when a position is evaluated, not when a move is made: each position on the stack has a
 * pair of them, which is valid if it bears the position's key. So what was computed for a line is found again when another
 * search comes along it, and unmaking a move costs nothing.
 */

import { clear, I32Table, newI32 } from "../platform";
import {
  capturedBack,
  epVictimBack,
  keyHighBack,
  keyLowBack,
  kingSquare,
  moveBack,
  moverBack,
  pieceCount,
  pieceOn,
  pliesPlayed,
  sideToMove,
} from "../rules/board";
import {
  CASTLE,
  castleKingTo,
  castleRookTo,
  EN_PASSANT,
  fromOf,
  isDrop,
  isPromotion,
  kindOf,
  NO_MOVE,
  promotionType,
  toOf,
} from "../rules/move";
import { BLACK, colourOf, KING, NO_PIECE, PIECE_TYPES, pieceOf, ROOK, typeOf, WHITE } from "../rules/piece";
import { fileOf } from "../rules/square";
import { GOALS_HIGH, GOALS_LOW, hasExplosions, law, ROYAL } from "../rules/variant";
import {
  ACCUMULATOR_PAIRS,
  accumulatorsEqual,
  addSub,
  addSubSub,
  changeFeatures,
  copyAccumulator,
  FIRST_REFRESH,
  REFRESH_TABLES,
  resetRefreshTable,
} from "./nnue-accumulators";
import { prepareLayers, propagateLayers } from "./nnue-layers";
import { isMirrored, stackOf } from "./nnue-shape";
import { prepareSingle, propagateSingle } from "./nnue-single-layer";

/** The two halves of `features`. */
const GOING: i32 = 64;
/** The most moves an accumulator is updated by: beyond, a refresh is as cheap. */
const MAX_STEPS: i32 = 8;
/** Two words for each pair of accumulators: the key of the position that it belongs to. */
const keys: I32Table = newI32(2 * ACCUMULATOR_PAIRS);
/** `table * 64 + square`: the board that each refresh table stands for. The last table is for tests. */
const refreshedBoards: I32Table = newI32(REFRESH_TABLES * 64);
/** The features that come, and from `GOING` on those that go, during a refresh. */
const features: I32Table = newI32(2 * GOING);
const TEST_TABLE: i32 = REFRESH_TABLES - 1;
let isOn: bool = false;
/** Whether a perspective's board is mirrored by its king's place; always in orthodox chess. */
let mirrors: bool = true;

/** Evaluates with the network from now on (1), or with PSQT (0); to be called once its parameters and the laws are set. */
export function useNet(on: i32): void {
  isOn = on != 0;
  if (VARIANTS) mirrors = isMirrored(law(ROYAL), law(GOALS_LOW), law(GOALS_HIGH));
  if (NNUE_LAYER_1) prepareLayers();
  else prepareSingle();
  clear(keys);
  for (let table = 0; table < REFRESH_TABLES; table++) clearRefreshTable(table);
}

export function hasNet(): bool {
  return isOn;
}

/** The network's evaluation of the position for the side to move, centipawns. */
export function evaluateNnue(): i32 {
  return evaluateByStack(stackOf(pieceCount(WHITE) + pieceCount(BLACK)));
}

/** What one of its stacks says of the position, whatever the number of pieces. */
export function evaluateByStack(stack: i32): i32 {
  updateAccumulators();
  const side = sideToMove();
  const mover = accumulatorOf(0, side);
  const other = accumulatorOf(0, side ^ 1);
  return NNUE_LAYER_1 ? propagateLayers(mover, other, stack) : propagateSingle(mover, other, stack);
}

/** Whether the incrementally updated accumulators equal those of all pieces on the board, for tests. */
export function areAccumulatorsCurrent(): bool {
  updateAccumulators();
  for (let perspective = WHITE; perspective <= BLACK; perspective++) {
    clearRefreshTable(TEST_TABLE);
    refresh(FIRST_REFRESH + TEST_TABLE, perspective, TEST_TABLE);
    if (!accumulatorsEqual(accumulatorOf(0, perspective), FIRST_REFRESH + TEST_TABLE)) return false;
  }
  return true;
}

/** Brings the pair of accumulators of the current position up to date. */
function updateAccumulators(): void {
  let back = 0;
  let refreshed = 0;
  while (!isCurrent(back)) {
    if (back == pliesPlayed() || back == MAX_STEPS || changesMuch(back)) {
      refresh(accumulatorOf(0, WHITE), WHITE, refreshTableOf(WHITE));
      refresh(accumulatorOf(0, BLACK), BLACK, refreshTableOf(BLACK));
      markCurrent(0);
      return;
    }
    if (needsRefresh(back)) refreshed |= 1 << colourOf(moverBack(back));
    back++;
  }
  if (back == 0) return;
  if (refreshed == 0) {
    for (let to = back - 1; to >= 0; to--) {
      updateByMove(to, WHITE, accumulatorOf(to, WHITE), accumulatorOf(to + 1, WHITE));
      updateByMove(to, BLACK, accumulatorOf(to, BLACK), accumulatorOf(to + 1, BLACK));
      markCurrent(to);
    }
    return;
  }
  // Half of each pair in between would be missing, so those positions get none.
  for (let perspective = WHITE; perspective <= BLACK; perspective++) {
    const current = accumulatorOf(0, perspective);
    if (((refreshed >> perspective) & 1) != 0) refresh(current, perspective, refreshTableOf(perspective));
    else {
      updateByMove(back - 1, perspective, current, accumulatorOf(back, perspective));
      for (let to = back - 2; to >= 0; to--) updateByMove(to, perspective, current, current);
    }
  }
  markCurrent(0);
}

/** The accumulator of the position `back` plies ago. */
function accumulatorOf(back: i32, perspective: i32): i32 {
  return (((pliesPlayed() - back) & (ACCUMULATOR_PAIRS - 1)) << 1) | perspective;
}

/** Whether the pair of the position `back` plies ago is up to date. */
function isCurrent(back: i32): bool {
  const key = accumulatorOf(back, 0);
  return unchecked(keys[key]) == keyLowBack(back) && unchecked(keys[key + 1]) == keyHighBack(back);
}

function markCurrent(back: i32): void {
  const key = accumulatorOf(back, 0);
  unchecked((keys[key] = keyLowBack(back)));
  unchecked((keys[key + 1] = keyHighBack(back)));
}

/** Whether the move that led to the position `back` plies ago exploded or dropped pieces, which no update of an accumulator follows. */
function changesMuch(back: i32): bool {
  return (hasExplosions() && capturedBack(back) != NO_PIECE) || isDrop(moveBack(back));
}

/**
 * Whether the move that led to the position `back` plies ago took the mover's king across the middle: then all inputs of its
 * perspective have changed.
 */
function needsRefresh(back: i32): bool {
  if (VARIANTS && !mirrors) return false;
  const move = moveBack(back);
  if (move == NO_MOVE || typeOf(moverBack(back)) != KING) return false;
  const to = kindOf(move) == CASTLE ? castleKingTo(fromOf(move), toOf(move)) : toOf(move);
  return ((fromOf(move) ^ to) & 4) != 0;
}

/**
 * Refreshes an accumulator: computes it from the pieces on the board, as what has changed since the last such refresh (refresh
 * tables, also "Finny tables", first in Koivisto by Finn Eggers).
 */
function refresh(accumulator: i32, perspective: i32, table: i32): void {
  let coming = 0;
  let going = GOING;
  for (let square = 0; square < 64; square++) {
    const piece = pieceOn(square);
    const before = unchecked(refreshedBoards[64 * table + square]);
    if (piece == before) continue;
    unchecked((refreshedBoards[64 * table + square] = piece));
    if (piece != NO_PIECE) unchecked((features[coming++] = featureIndex(piece, square, perspective)));
    if (before != NO_PIECE) unchecked((features[going++] = featureIndex(before, square, perspective)));
  }
  changeFeatures(accumulator, table, features, coming, GOING, going);
}

function refreshTableOf(perspective: i32): i32 {
  return 2 * perspective + (isMirroredFor(perspective) ? 1 : 0);
}

/** Has the next refresh with a table begin with an empty board. */
function clearRefreshTable(table: i32): void {
  for (let square = 0; square < 64; square++) unchecked((refreshedBoards[64 * table + square] = NO_PIECE));
  resetRefreshTable(table);
}

/** Computes an accumulator of the position `back` plies ago from one of the position before. */
function updateByMove(back: i32, perspective: i32, accumulator: i32, before: i32): void {
  const move = moveBack(back);
  if (move == NO_MOVE) {
    copyAccumulator(accumulator, before);
    return;
  }
  const from = fromOf(move);
  const to = toOf(move);
  const kind = kindOf(move);
  const mover = moverBack(back);
  const going = featureIndex(mover, from, perspective);
  if (kind == CASTLE) {
    const rook = pieceOf(ROOK, colourOf(mover));
    addSub(accumulator, before, featureIndex(mover, castleKingTo(from, to), perspective), going);
    const rookTo = featureIndex(rook, castleRookTo(from, to), perspective);
    addSub(accumulator, accumulator, rookTo, featureIndex(rook, to, perspective));
    return;
  }
  const arrived = isPromotion(move) ? pieceOf(promotionType(move), colourOf(mover)) : mover;
  const coming = featureIndex(arrived, to, perspective);
  const captured = capturedBack(back);
  if (captured == NO_PIECE) addSub(accumulator, before, coming, going);
  else {
    const square = kind == EN_PASSANT ? epVictimBack(back, to) : to;
    addSubSub(accumulator, before, coming, going, featureIndex(captured, square, perspective));
  }
}

/** Whether the board is mirrored for a perspective now. */
function isMirroredFor(perspective: i32): bool {
  return (!VARIANTS || mirrors) && fileOf(kingSquare(perspective)) >= 4;
}

/** The input feature of a piece on a square, as a perspective sees it. */
function featureIndex(piece: i32, square: i32, perspective: i32): i32 {
  const mirror = isMirroredFor(perspective) ? 7 : 0;
  const place = square ^ mirror ^ (perspective == BLACK ? 56 : 0);
  const plane = colourOf(piece) == perspective ? typeOf(piece) : PIECE_TYPES + typeOf(piece);
  return (plane << 6) | place;
}
