/**
 * Generates an endgame table by retrograde analysis, for any laws.
 *
 * First each position is set up: it may be illegal, over by the laws, or without a move; and captures and promotions lead to tables
 * that were generated before. Then plies are counted up from 0. From each position that is lost in N, moves are taken back: where the
 * other side could come from, it wins in N + 1. Where it could come from a position that is won in N, it may have lost: if all its moves
 * lead to wins. What is never decided is a draw.
 *
 * Source: Ken Thompson, "Retrograde Analysis of Certain Endgames" (ICCA Journal, 1986).
 */

import { newI32 } from "../platform";
import { isAttacked, pieceAttacks } from "../rules/attacks";
import { bit } from "../rules/bitboard";
import {
  clearBoard,
  epSquare,
  hasKing,
  inCheck,
  kingSquare,
  makeMove,
  placePiece,
  setState,
  sideToMove,
  unmakeMove,
} from "../rules/board";
import { isDrawnMaterial, stalemateResult, variantResult } from "../rules/ending";
import { ALL, generate, isCapture, moves } from "../rules/legal";
import { DOUBLE_STEP, EN_PASSANT, isPromotion, kindOf } from "../rules/move";
import { BLACK, colourOf, PAWN, typeOf, WHITE } from "../rules/piece";
import { NO_SQUARE } from "../rules/square";
import { DRAWN, hasDoubleSteps, hasForcedCaptures, isBerolina, LOST, ONGOING, WON } from "../rules/variant";
import { findTable, indexOf, manOf, menOf, sizeOf, squaresOf, valueFound, valuesOf } from "./tables";
import {
  DONE,
  DRAW,
  ILLEGAL,
  isLoss,
  isWin,
  lossIn,
  MAX_MEN,
  MAX_PLIES,
  MISSING,
  pliesOf,
  TOO_LONG,
  TOO_MANY,
  winIn,
} from "./values";

/** The table that is being generated. */
let table: i32 = 0;
let count: i32 = 0;
/** The last ply for which a position has a value so far. */
let last: i32 = 0;
/** Whether a table that was needed is missing. */
let isMissing: bool = false;
/** Whether an end is further away than a byte can tell. */
let isTooLong: bool = false;
/** Whether both sides have pawns, so that a double step may be captured en passant. */
let hasEnPassant: bool = false;

const squares = newI32(MAX_MEN);
const before = newI32(MAX_MEN);

/** Generates a table, whose men and address are set; the tables that captures and promotions lead to have to be there. */
export function generateTable(which: i32): i32 {
  table = which;
  count = menOf(table);
  last = 0;
  isMissing = false;
  isTooLong = false;
  let pawns = 0;
  for (let man = 0; man < count; man++)
    if (typeOf(manOf(table, man)) == PAWN) pawns |= 1 << colourOf(manOf(table, man));
  hasEnPassant = pawns == 3 && hasDoubleSteps();
  doubleStepCount = 0;
  for (let side = WHITE; side <= BLACK; side++) setUpAll(side);
  if (isMissing) return MISSING;
  if (doubleStepCount > MAX_DOUBLE_STEPS) return TOO_MANY;
  for (let plies = 0; plies <= last; plies++) {
    for (let side = WHITE; side <= BLACK; side++) {
      takeBackFrom(side, lossIn(plies), plies);
      takeBackFrom(side, winIn(plies), plies);
    }
    if (hasEnPassant) decideDoubleSteps(plies);
  }
  return isTooLong ? TOO_LONG : DONE;
}

function setValue(side: i32, index: i32, value: i32): void {
  store<u8>(valuesOf(table, side) + <usize>index, <u8>value);
  const plies = pliesOf(value);
  if (plies > last) last = plies;
}

/** A value one ply further from the end, for the side that moves there. */
function lastMoveTo(value: i32): i32 {
  if (value == DRAW) return DRAW;
  const plies = pliesOf(value) + 1;
  if (plies > MAX_PLIES) {
    isTooLong = true;
    return DRAW;
  }
  return isLoss(value) ? winIn(plies) : lossIn(plies);
}

/** Whether one value is better than another for the side to move: an early win, a draw, a late loss. */
function isBetter(value: i32, than: i32): bool {
  if (isWin(value)) return !isWin(than) || pliesOf(value) < pliesOf(than);
  if (isLoss(value)) return isLoss(than) && pliesOf(value) > pliesOf(than);
  return isLoss(than);
}

// The first pass.

/** Gives each position with `side` to move what it has without moves within the table. */
function setUpAll(side: i32): void {
  const size = sizeOf(table);
  const values = valuesOf(table, side);
  for (let index = 0; index < size; index++) {
    squaresOf(table, index, squares);
    if (!setUp(side) || indexOf(table, squares) != index) store<u8>(values + <usize>index, <u8>ILLEGAL);
    else {
      const value = firstValue(side, index);
      if (value == DRAW) store<u8>(values + <usize>index, <u8>DRAW);
      else setValue(side, index, value);
    }
  }
}

/** Sets up the position of `squares`; whether it is legal. */
function setUp(side: i32): bool {
  let taken: u64 = 0;
  for (let man = 0; man < count; man++) {
    const square = unchecked(squares[man]);
    if (taken & bit(square)) return false;
    if (typeOf(manOf(table, man)) == PAWN && (square < 8 || square >= 56)) return false;
    taken |= bit(square);
  }
  clearBoard();
  for (let man = 0; man < count; man++) placePiece(unchecked(squares[man]), manOf(table, man));
  setState(side, NO_SQUARE, NO_SQUARE, 0);
  return !hasKing(side ^ 1) || !isAttacked(kingSquare(side ^ 1), side);
}

/** The result by the laws, or of captures and promotions if they decide; otherwise, with moves within the table, a draw. */
function firstValue(side: i32, index: i32): i32 {
  const result = variantResult();
  if (result == LOST) return lossIn(0);
  if (result == WON) return winIn(0);
  if (result == DRAWN || isDrawnMaterial()) return DRAW;
  const end = generate(ALL, 0);
  if (end == 0) return valueWithoutMoves();
  let stays = false;
  let best = lossIn(0);
  for (let i = 0; i < end; i++) {
    const move = unchecked(moves[i]);
    if (!isPromotion(move) && !isCapture(move)) {
      stays = true;
      if (hasEnPassant && kindOf(move) == DOUBLE_STEP && allowsEnPassant(move)) noteDoubleStep(side, index);
      continue;
    }
    const value = valueAfter(move);
    if (isBetter(value, best)) best = value;
  }
  return isWin(best) || (!stays && isLoss(best)) ? best : DRAW;
}

/** Whether a pawn may be captured en passant after a move. */
function allowsEnPassant(move: i32): bool {
  makeMove(move);
  const square = epSquare();
  unmakeMove();
  return square != NO_SQUARE;
}

/** Mate or stalemate. */
function valueWithoutMoves(): i32 {
  if (inCheck()) return lossIn(0);
  const result = stalemateResult();
  return result == LOST ? lossIn(0) : result == WON ? winIn(0) : DRAW;
}

/** The value of a move that leaves the table, for the side that makes it. */
function valueAfter(move: i32): i32 {
  makeMove(move);
  const value = lastMoveTo(valueElsewhere());
  unmakeMove();
  return value;
}

/** The value of the position on the board: by the laws, or from another table. */
function valueElsewhere(): i32 {
  const result = variantResult();
  if (result != ONGOING) return result == LOST ? lossIn(0) : result == WON ? winIn(0) : DRAW;
  if (isDrawnMaterial()) return DRAW;
  if (findTable()) return valueFound(sideToMove());
  isMissing = true;
  return DRAW;
}

// Counting up.

/** Takes back moves from all positions with `side` to move that have `value`, an end in `plies`. */
function takeBackFrom(side: i32, value: i32, plies: i32): void {
  const values = valuesOf(table, side);
  const size = <usize>sizeOf(table);
  const pattern = i8x16.splat(<i8>value);
  for (let at: usize = 0; at < size; at += 16) {
    let matches = i8x16.bitmask(i8x16.eq(v128.load(values + at), pattern));
    for (; matches; matches &= matches - 1) takeBack(side, <i32>at + ctz(matches), value, plies);
  }
}

/** Takes back all moves that lead to a position without capturing or promoting. */
function takeBack(side: i32, index: i32, value: i32, plies: i32): void {
  squaresOf(table, index, squares);
  let everyone: u64 = 0;
  for (let man = 0; man < count; man++) everyone |= bit(unchecked(squares[man]));
  for (let man = 0; man < count; man++) unchecked((before[man] = unchecked(squares[man])));
  for (let man = 0; man < count; man++) {
    const piece = manOf(table, man);
    if (colourOf(piece) == side) continue;
    const to = unchecked(before[man]);
    let origins =
      (typeOf(piece) == PAWN ? pawnOrigins(piece, to, everyone) : pieceAttacks(typeOf(piece), to, everyone)) &
      ~everyone;
    for (; origins; origins &= origins - 1) {
      unchecked((squares[man] = <i32>ctz(origins)));
      decide(side ^ 1, indexOf(table, squares), value, plies);
    }
    unchecked((squares[man] = to));
  }
}

/** The squares that a pawn can have come from without capturing. */
function pawnOrigins(piece: i32, to: i32, everyone: u64): u64 {
  const colour = colourOf(piece);
  const down = colour == WHITE ? -8 : 8;
  const rank = colour == WHITE ? to >> 3 : 7 - (to >> 3);
  if (rank < 2) return 0;
  let origins: u64 = 0;
  const first = isBerolina() ? -1 : 0;
  for (let aside = first; aside <= 1; aside += 2) {
    const step = isBerolina() ? aside : 0;
    const file = (to & 7) - step;
    if (file < 0 || file > 7) continue;
    const one = to + down - step;
    if (everyone & bit(one)) continue;
    origins |= bit(one);
    if (rank != 3 || !hasDoubleSteps() || file - step < 0 || file - step > 7) continue;
    origins |= bit(one + down - step);
  }
  return origins;
}

/** Decides a position, if a move that leads to `value`, an end in `plies`, is enough for that. */
function decide(side: i32, index: i32, value: i32, plies: i32): void {
  const known = <i32>load<u8>(valuesOf(table, side) + <usize>index);
  if (known == ILLEGAL || isLoss(known)) return;
  if (isLoss(value)) {
    // What is won already, by a capture say, may be won sooner.
    if (isWin(known) && pliesOf(known) <= plies + 1) return;
    if (plies == MAX_PLIES) isTooLong = true;
    else if (hasForcedCaptures() || hasEnPassant) decideByMoves(side, index, plies);
    else setValue(side, index, winIn(plies + 1));
  } else if (known == DRAW && mayHaveLost(side, plies)) decideByMoves(side, index, plies);
}

/** Whether no move of a piece within the table, from `squares`, leads to anything but a win of the other side within `plies`. */
function mayHaveLost(side: i32, plies: i32): bool {
  let everyone: u64 = 0;
  for (let man = 0; man < count; man++) everyone |= bit(unchecked(squares[man]));
  const values = valuesOf(table, side ^ 1);
  for (let man = 0; man < count; man++) {
    const piece = manOf(table, man);
    if (colourOf(piece) != side || typeOf(piece) == PAWN) continue;
    const from = unchecked(squares[man]);
    let targets = pieceAttacks(typeOf(piece), from, everyone) & ~everyone;
    for (; targets; targets &= targets - 1) {
      unchecked((squares[man] = <i32>ctz(targets)));
      const value = <i32>load<u8>(values + <usize>indexOf(table, squares));
      if (value != ILLEGAL && !(isWin(value) && pliesOf(value) <= plies)) {
        unchecked((squares[man] = from));
        // With forced captures this move may not be allowed.
        return hasForcedCaptures();
      }
    }
    unchecked((squares[man] = from));
  }
  return true;
}

/** Decides a position by all its moves, as far as ends within `plies` are known. */
function decideByMoves(side: i32, index: i32, plies: i32): void {
  squaresOf(table, index, held);
  for (let man = 0; man < count; man++) {
    unchecked((kept[man] = unchecked(squares[man])));
    unchecked((squares[man] = unchecked(held[man])));
  }
  setUp(side);
  const value = valueByMoves(plies);
  const old = <i32>load<u8>(valuesOf(table, side) + <usize>index);
  if (value != DRAW && (old == DRAW || isBetter(value, old))) setValue(side, index, value);
  for (let man = 0; man < count; man++) unchecked((squares[man] = unchecked(kept[man])));
}

const held = newI32(MAX_MEN);
const kept = newI32(MAX_MEN);

/** The value of the position on the board by its moves; `DRAW` if it is not decided by ends within `plies`. */
function valueByMoves(plies: i32): i32 {
  const end = generate(ALL, 0);
  let best = lossIn(0);
  for (let i = 0; i < end; i++) {
    const move = unchecked(moves[i]);
    const leaves = isPromotion(move) || isCapture(move);
    makeMove(move);
    let value = leaves ? valueElsewhere() : valueHere(end);
    unmakeMove();
    // Ends further away than this may still change.
    if (!leaves && value != DRAW && pliesOf(value) > plies) value = DRAW;
    value = lastMoveTo(value);
    if (isBetter(value, best)) best = value;
  }
  return best;
}

/** The value of the position on the board after a move within the table; moves from `at` on are overwritten. */
function valueHere(at: i32): i32 {
  findTable();
  const value = valueFound(sideToMove());
  return epSquare() == NO_SQUARE ? value : valueWithEnPassant(value, at);
}

/** The same where a pawn may be captured en passant, which the table does not know. */
function valueWithEnPassant(value: i32, at: i32): i32 {
  const end = generate(ALL, at);
  let best = lossIn(0);
  let isForced = true;
  for (let i = at; i < end; i++) {
    const move = unchecked(moves[i]);
    if (kindOf(move) != EN_PASSANT) {
      isForced = false;
      continue;
    }
    const other = valueAfter(move);
    if (isBetter(other, best)) best = other;
  }
  return isForced || isBetter(best, value) ? best : value;
}

/** The value of the position on the board; −1 if there is no table for it. Moves from `at` on are overwritten. */
export function valueOnBoard(at: i32): i32 {
  isMissing = false;
  const result = variantResult();
  if (result != ONGOING || isDrawnMaterial()) return valueElsewhere();
  if (!findTable()) return -1;
  const value = valueHere(at);
  return isMissing ? -1 : value;
}

// Double steps that can be captured en passant: what they lead to is not in the table, so nothing is taken back from there.

const MAX_DOUBLE_STEPS: i32 = 1 << 20;
/** Allocated at once: the memory behind the heap is the host's. */
const doubleSteps = newI32(MAX_DOUBLE_STEPS);
let doubleStepCount: i32 = 0;

/** Notes a position with such a move, the side in the lowest bit. */
function noteDoubleStep(side: i32, index: i32): void {
  if (doubleStepCount < MAX_DOUBLE_STEPS) unchecked((doubleSteps[doubleStepCount] = (index << 1) | side));
  doubleStepCount++;
}

/** Decides these positions as far as ends within `plies` are known. */
function decideDoubleSteps(plies: i32): void {
  for (let i = 0; i < doubleStepCount; i++) {
    const side = unchecked(doubleSteps[i]) & 1;
    const index = unchecked(doubleSteps[i]) >> 1;
    const known = <i32>load<u8>(valuesOf(table, side) + <usize>index);
    if (known == DRAW || (isWin(known) && pliesOf(known) > plies + 1)) decideByMoves(side, index, plies);
  }
}
