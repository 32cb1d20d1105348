/**
 * Attacks, for the twin: 0x88 with sentinels. The board is a table of 13 ranks of 16 *cells*, a1 is cell 48, and the cells
 * around the 64 squares hold `SENTINEL`: a walk off the board meets a piece that is neither friend nor enemy, so no walk
 * asks where it is. The difference of two cells shows how they lie to each other, whatever the square: a table of
 * differences gives for each piece type the step of the *line* that joins them, if it has one. A leap is a line of a single
 * step.
 */

import { moveOf, NORMAL } from "./move";
import { isNear } from "./neighbours";
import { colourOf, KING, KNIGHT, NO_PIECE, PAWN, PIECE_TYPES, pieceOf, typeOf, WHITE } from "./piece";
import { valueOrder } from "./piece-values";
import { fileOf, rankOf } from "./square";
import {
  atomOf,
  DIRECTIONS,
  fileStep,
  hasExplosions,
  hasRoyals,
  isBerolina,
  leapsOf,
  rankStep,
  ridesOf,
} from "./variant";

/** What stands on a cell outside the board. */
export const SENTINEL: i32 = 15;
export const CELLS: i32 = 208;
const A1: i32 = 48;

/** The table cell of a square. */
export function cellOf(square: i32): i32 {
  return A1 + square + (square & 56);
}

/** The square of a cell. */
export function squareOf(cell: i32): i32 {
  return (cell + (cell & 7) - A1) >> 1;
}

/** How far a pawn of this colour steps. */
export function forwardOf(colour: i32): i32 {
  return 16 - (colour << 5);
}

/** How many files to the side pawns capture: 1, or 0 for Berolina pawns. */
export function captureAside(): i32 {
  return VARIANTS && isBerolina() ? 0 : 1;
}

/**
 * A table of a few numbers. V8 keeps tables of up to 64 bytes in its heap, where they move; longer ones stay in place, and
 * compiled code addresses them directly. For the same reason hot functions alias the tables of their loops in local variables:
 * within a loop V8 does not see that they are constant.
 */
export function newSmall(): Int32Array {
  return new Int32Array(32);
}

/** What stands on each cell: a piece, `NO_PIECE` or `SENTINEL`. */
export const mailbox = new Int8Array(CELLS);
/** The groups of pieces, each by colour: `group | colour`. Kings that are not royal are among the non-pawns. */
export const PAWNS: i32 = 0;
export const NON_PAWNS: i32 = 2;
export const KINGS: i32 = 4;
/** The cells of the pieces of each group, `(group | colour) << 6` on in no particular order, and their numbers. */
export const pieceLists = new Int32Array(6 << 6);
export const pieceCounts = newSmall();

/** The group of a piece, its colour included. */
export function groupOf(piece: i32): i32 {
  const pieceType = typeOf(piece);
  return (pieceType === PAWN ? PAWNS : pieceType === KING && hasRoyals() ? KINGS : NON_PAWNS) | (piece & 1);
}

/** Whether a colour has a royal king. Without one, in an impossible position, it can still move. */
export function hasKing(colour: i32): boolean {
  return !VARIANTS || pieceCounts[KINGS | colour] !== 0;
}

/** Where the royal king of a colour stands. */
export function kingCell(colour: i32): i32 {
  return pieceLists[(KINGS | colour) << 6];
}

/** The step of the line along which a piece attacks at a difference of cells, 0 if it does not. Pawns have no entries. */
const lineSteps = new Int8Array(PIECE_TYPES << 8);

function lineIndex(piece: i32, from: i32, to: i32): i32 {
  return (typeOf(piece) << 8) + 128 + to - from;
}

/**
 * Where a piece type goes from a square, at `(pieceType << 6 | square) * DIRECTIONS` and on; directions that leave the board
 * at once are left out. A leap is the target's cell << 16 and the move; a ride is the step in cells << 16 and the step in squares
 * at the place of a move's target.
 */
export const leapMoves = new Int32Array(PIECE_TYPES * 64 * DIRECTIONS);
export const rideMoves = new Int32Array(PIECE_TYPES * 64 * DIRECTIONS);
/** Their numbers, by `pieceType << 6 | square`. */
export const leapCounts = new Uint8Array(PIECE_TYPES << 6);
export const rideCounts = new Uint8Array(PIECE_TYPES << 6);
/** Whether a piece type leaps to squares that it also rides to (W and D, F and A). */
export const leapsOntoRides = new Uint8Array(PIECE_TYPES);

/** Fills the tables from the laws of the current variant. */
export function fillAttackTables(): void {
  lineSteps.fill(0);
  leapCounts.fill(0);
  rideCounts.fill(0);
  leapsOntoRides.fill(0);
  for (let pieceType = KNIGHT; pieceType <= KING; pieceType++) {
    for (let d = 0; d < DIRECTIONS; d++) {
      if ((ridesOf(pieceType) & atomOf(d)) !== 0) fillRide(pieceType, d);
    }
    for (let d = 0; d < DIRECTIONS; d++) {
      if ((leapsOf(pieceType) & atomOf(d)) !== 0) fillLeap(pieceType, d);
    }
  }
}

function fillRide(pieceType: i32, d: i32): void {
  const step = 16 * rankStep(d) + fileStep(d);
  const stride = (8 * rankStep(d) + fileStep(d)) << 6;
  const length = Math.max(Math.abs(rankStep(d)), Math.abs(fileStep(d)));
  for (let n = 1; n * length <= 7; n++) lineSteps[lineIndex(pieceOf(pieceType, WHITE), 0, n * step)] = step;
  for (let square = 0; square < 64; square++) {
    if (!isInside(square, d)) continue;
    const i = (pieceType << 6) | square;
    rideMoves[i * DIRECTIONS + rideCounts[i]++] = (step << 16) | (stride & 0xffff);
  }
}

function fillLeap(pieceType: i32, d: i32): void {
  const step = 16 * rankStep(d) + fileStep(d);
  const line = lineIndex(pieceOf(pieceType, WHITE), 0, step);
  // Where a ride covers the same difference, the leap counts: nothing blocks it.
  if (lineSteps[line] !== 0) leapsOntoRides[pieceType] = 1;
  lineSteps[line] = step;
  for (let square = 0; square < 64; square++) {
    if (!isInside(square, d)) continue;
    const i = (pieceType << 6) | square;
    const target = cellOf(square) + step;
    leapMoves[i * DIRECTIONS + leapCounts[i]++] = (target << 16) | moveOf(square, squareOf(target), NORMAL);
  }
}

/** Whether one step in a direction stays on the board. */
function isInside(square: i32, d: i32): bool {
  return ((fileOf(square) + fileStep(d)) & ~7) === 0 && ((rankOf(square) + rankStep(d)) & ~7) === 0;
}

/** Whether a piece other than a pawn on one cell attacks another cell. */
export function reaches(piece: i32, from: i32, to: i32): bool {
  const step = lineSteps[lineIndex(piece, from, to)];
  if (step === 0) return false;
  let cell = from + step;
  while (cell !== to) {
    if (mailbox[cell] !== NO_PIECE) return false;
    cell += step;
  }
  return true;
}

/** `isAttacked`, for a cell. */
export function isCellAttacked(cell: i32, by: i32): bool {
  const board = mailbox;
  const cells = pieceLists;
  const lines = lineSteps;
  const pawn = pieceOf(PAWN, by);
  const behind = cell - forwardOf(by);
  const aside = captureAside();
  if (board[behind - aside] === pawn || board[behind + aside] === pawn) return true;
  const first = (NON_PAWNS | by) << 6;
  const end = first + pieceCounts[NON_PAWNS | by];
  for (let i = first; i < end; i++) {
    const from = cells[i];
    const step = lines[lineIndex(board[from], from, cell)];
    if (step === 0) continue;
    // Backwards from the target: the first piece met is the attacker, or is in the way.
    let between = cell - step;
    while (board[between] === NO_PIECE) between -= step;
    if (between === from) return true;
  }
  return hasKing(by) && reaches(pieceOf(KING, by), kingCell(by), cell);
}

/** Whether a king of `us` would be safe on a cell: with explosions it is where it touches the other king. */
export function isKingSafe(cell: i32, us: i32): boolean {
  return (VARIANTS && touchesKing(cell, us ^ 1)) || !isCellAttacked(cell, us ^ 1);
}

/** Whether explosions protect a king on a cell, because it touches the king of `colour`. */
export function touchesKing(cell: i32, colour: i32): boolean {
  return hasExplosions() && hasKing(colour) && isNear(squareOf(cell), squareOf(kingCell(colour)));
}

/** Whether a piece of the colour attacks the square. */
export function isAttacked(square: i32, byColour: i32): bool {
  return isCellAttacked(cellOf(square), byColour);
}

/** Maps all squares that pieces of `by` attack: bit `square & 31` of `map[at + (square >> 5)]`. */
export function mapAttacks(by: i32, map: Int32Array, at: i32): void {
  const aside = captureAside();
  const pawns = (PAWNS | by) << 6;
  const others = (NON_PAWNS | by) << 6;
  map[at] = 0;
  map[at + 1] = 0;
  for (let i = pawns; i < pawns + pieceCounts[PAWNS | by]; i++) {
    const ahead = pieceLists[i] + forwardOf(by);
    addToMap(ahead - aside, map, at);
    addToMap(ahead + aside, map, at);
  }
  for (let i = others; i < others + pieceCounts[NON_PAWNS | by]; i++) addPieceToMap(pieceLists[i], map, at);
  if (hasKing(by)) addPieceToMap(kingCell(by), map, at);
}

function addPieceToMap(from: i32, map: Int32Array, at: i32): void {
  const i = (typeOf(mailbox[from]) << 6) | squareOf(from);
  for (let n = 0; n < leapCounts[i]; n++) addToMap(leapMoves[i * DIRECTIONS + n] >> 16, map, at);
  for (let n = 0; n < rideCounts[i]; n++) {
    const step = rideMoves[i * DIRECTIONS + n] >> 16;
    let cell = from + step;
    for (; mailbox[cell] === NO_PIECE; cell += step) addToMap(cell, map, at);
    addToMap(cell, map, at);
  }
}

function addToMap(cell: i32, map: Int32Array, at: i32): void {
  if (mailbox[cell] === SENTINEL) return;
  const square = squareOf(cell);
  map[at + (square >> 5)] |= 1 << (square & 31);
}

/** Does nothing: `wouldAttack` first looks up whether two squares share a line. */
export function noteOrigins(_square: i32, _by: i32): void {}

/** Whether the square of `noteOrigins` might be attacked from here: always, in the twin. */
export function canAttackFrom(_square: i32): boolean {
  return true;
}

/** Whether `piece`, moved from `from` to `to`, attacks `square` from there. */
export function wouldAttack(piece: i32, from: i32, to: i32, square: i32): boolean {
  const start = cellOf(to);
  const end = cellOf(square);
  if (typeOf(piece) === PAWN) return Math.abs(end - start - forwardOf(colourOf(piece))) === captureAside();
  const step = lineSteps[lineIndex(piece, start, end)];
  if (step === 0) return false;
  const gone = cellOf(from);
  let cell = start + step;
  while (cell !== end && (mailbox[cell] === NO_PIECE || cell === gone)) cell += step;
  return cell === end;
}

/**
 * The lines on the king of the side to move: open ones, which give check, and those with one piece of its own in the way, which
 * is pinned. A move of any piece but the king is legal if and only if it ends on every line that is open or that pins the mover,
 * between king and attacker or on the attacker: so checks, pins and both at once are one rule.
 */
const lineFrom = new Int32Array(64);
const lineStep = new Int32Array(64);
const linePinned = new Int32Array(64);
/** Whether the piece on a cell is pinned; valid after the survey. */
export const pinned = new Uint8Array(CELLS);
/** In `linePinned`: the line is open and gives check. */
const OPEN: i32 = 0;
const survey = newSmall();
const LINES: i32 = 0;
const CHECKS: i32 = 1;
const KNOWN: i32 = 2;

/** Invalidates the lines; to be called whenever a piece or the side to move changes. */
export function forgetLines(): void {
  survey[KNOWN] = 0;
}

function addLine(from: i32, step: i32, pinnedCell: i32): void {
  const i = survey[LINES]++;
  lineFrom[i] = from;
  lineStep[i] = step;
  linePinned[i] = pinnedCell;
  pinned[pinnedCell] = 1;
  if (pinnedCell === OPEN) survey[CHECKS]++;
}

/** Finds the lines on the king of `colour`, the side to move; none without a royal king. */
function surveyKing(colour: i32): void {
  const board = mailbox;
  const cells = pieceLists;
  const lines = lineSteps;
  for (let i = survey[LINES] - 1; i >= 0; i--) pinned[linePinned[i]] = 0;
  survey[KNOWN] = 1;
  survey[LINES] = 0;
  survey[CHECKS] = 0;
  if (!hasKing(colour)) return;
  const king = kingCell(colour);
  const by = colour ^ 1;
  const pawn = pieceOf(PAWN, by);
  const behind = king - forwardOf(by);
  const aside = captureAside();
  for (let from = behind - aside; from <= behind + aside; from += 2) {
    if (board[from] === pawn) addLine(from, king - from, OPEN);
  }
  const first = (NON_PAWNS | by) << 6;
  let end = first + pieceCounts[NON_PAWNS | by];
  // A king gives no check, but one that rides can pin: here it counts as the last of the non-pawns.
  if (VARIANTS && hasKing(by)) cells[end++] = kingCell(by);
  for (let i = first; i < end; i++) {
    const from = cells[i];
    const step = lines[lineIndex(board[from], from, king)];
    if (step === 0) continue;
    let cell = king - step;
    while (board[cell] === NO_PIECE) cell -= step;
    if (cell === from) {
      addLine(from, step, OPEN);
    } else if ((board[cell] & 1) === colour) {
      const pinnedCell = cell;
      cell -= step;
      while (board[cell] === NO_PIECE) cell -= step;
      if (cell === from) addLine(from, step, pinnedCell);
    }
  }
  if (VARIANTS && touchesKing(king, by)) survey[CHECKS] = 0;
}

/** How many pieces check the king of the side to move. */
export function countChecks(colour: i32): i32 {
  if (survey[KNOWN] === 0) surveyKing(colour);
  return survey[CHECKS];
}

/** How many lines, open or pinning, lead to the king of the side to move. */
export function countLines(colour: i32): i32 {
  if (survey[KNOWN] === 0) surveyKing(colour);
  return survey[LINES];
}

/** Whether a move of a piece other than the king leaves no line on the king open; valid after the survey. */
export function keepsKingSafe(from: i32, to: i32): bool {
  for (let i = survey[LINES] - 1; i >= 0; i--) {
    const pinnedCell = linePinned[i];
    if ((pinnedCell === OPEN || pinnedCell === from) && !isOnLine(i, to)) return false;
  }
  return true;
}

function isOnLine(line: i32, to: i32): bool {
  const step = lineStep[line];
  let cell = lineFrom[line];
  // The walk ends at the king: squares behind it do not help.
  do {
    if (cell === to) return true;
    cell += step;
  } while (mailbox[cell] === NO_PIECE || cell === linePinned[line]);
  return false;
}

/** The target of a SEE and the number of pieces removed so far, which the next SEE restores. */
const see = newSmall();
const TARGET: i32 = 0;
const GONE: i32 = 1;
const gone = new Uint8Array(CELLS);
const goneCells = new Int32Array(CELLS);

/** Starts a SEE on `to`; the piece on `from` counts as removed. */
export function beginSee(from: i32, to: i32): void {
  for (let i = see[GONE] - 1; i >= 0; i--) gone[goneCells[i]] = 0;
  see[GONE] = 0;
  see[TARGET] = cellOf(to);
  takeOut(cellOf(from));
}

/** Removes one more piece. */
export function removeFromSee(square: i32): void {
  takeOut(cellOf(square));
}

function takeOut(cell: i32): void {
  gone[cell] = 1;
  goneCells[see[GONE]++] = cell;
}

/** Removes the least valuable attacker (LVA) of `colour`, the lowest square first among equals; returns its type, −1 for none. */
export function leastValuableAttacker(colour: i32): i32 {
  const target = see[TARGET];
  const pawn = pieceOf(PAWN, colour);
  const behind = target - forwardOf(colour);
  const aside = captureAside();
  for (let cell = behind - aside; cell <= behind + aside; cell += 2) {
    if (mailbox[cell] === pawn && gone[cell] === 0) {
      takeOut(cell);
      return PAWN;
    }
  }
  // One number orders the attackers: the rank of their type, then the cell.
  let lowest = PIECE_TYPES << 8;
  const first = (NON_PAWNS | colour) << 6;
  const end = first + pieceCounts[NON_PAWNS | colour];
  for (let i = first; i < end; i++) {
    const from = pieceLists[i];
    const step = lineSteps[lineIndex(mailbox[from], from, target)];
    const rank = (valueOrder(typeOf(mailbox[from])) << 8) + from;
    if (step !== 0 && rank < lowest && gone[from] === 0 && attacksInExchange(from, step)) lowest = rank;
  }
  if (lowest < PIECE_TYPES << 8) {
    takeOut(lowest & 255);
    return typeOf(mailbox[lowest & 255]);
  }
  if (!hasKing(colour)) return -1;
  const king = kingCell(colour);
  const step = lineSteps[lineIndex(pieceOf(KING, colour), king, target)];
  if (step === 0 || gone[king] !== 0 || !attacksInExchange(king, step)) return -1;
  takeOut(king);
  return KING;
}

/** Whether no remaining piece is on the line between a piece and the target. */
function attacksInExchange(from: i32, step: i32): bool {
  let cell = see[TARGET] - step;
  while (cell !== from && (mailbox[cell] === NO_PIECE || gone[cell] !== 0)) cell -= step;
  return cell === from;
}
