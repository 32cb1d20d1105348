/**
 * The position on the 0x88 board, for the twin: make and unmake. What cannot be recomputed (keys, rights, clocks …) is kept in a
 * row for each ply: making a move writes the next row, unmaking it goes back to the previous row and moves the pieces.
 */

import {
  cellOf,
  countChecks,
  forgetLines,
  groupOf,
  hasKing,
  KINGS,
  kingCell,
  mailbox,
  NON_PAWNS,
  newSmall,
  PAWNS,
  pieceCounts,
  pieceLists,
  SENTINEL,
  squareOf,
} from "./attacks";
import { canCaptureEnPassant } from "./en-passant.twin";
import { CHECKS_GIVEN, carryExtras, clearExtras, EXPLODED, EXPLODED_PLACES, extraAt, setExtraAt } from "./extras";
import { fillGoals } from "./goals.twin";
import { handsKey, takeFromHand, updateHands } from "./hands";
import {
  CASTLE,
  castleKingTo,
  castleRookTo,
  DOUBLE_STEP,
  EN_PASSANT,
  fromOf,
  isDrop,
  isPromotion,
  kindOf,
  NO_MOVE,
  promotionType,
  toOf,
} from "./move";
import { NEIGHBOURS, neighbourOf } from "./neighbours";
import { BLACK, NO_PIECE, PAWN, pieceOf, typeOf, WHITE } from "./piece";
import { castlePieces, movePiece, putPiece, removePiece, restorePiece } from "./piece-lists.twin";
import { phaseOf, pieceSquare } from "./piece-values";
import { computePhase } from "./remaining-material";
import { NO_SQUARE } from "./square";
import { checkLimit, hasDrops, hasExplosions, hasExtras } from "./variant";
import { BLACK_KEY, CASTLING_KEYS, checksKey, enPassantKey, keysHigh, keysLow } from "./zobrist";

export { isOnGoal } from "./goals.twin";
export { hasKing };

/** How many plies the undo stack holds: a whole game and a search on top of it. */
export const MAX_PLIES: i32 = 4096 + 256;

/** The columns of a row. The first four describe the move that led to the position. */
const ROW: i32 = 16;
const MOVE: i32 = 0;
const CAPTURED: i32 = 1;
const CAPTURED_INDEX: i32 = 2;
const PROMOTED_INDEX: i32 = 3;
const RIGHTS: i32 = 4;
const EP_SQUARE: i32 = 5;
const CLOCK: i32 = 6;
/** How many plies to look back for repetitions: those since the last capture, pawn move, null move or the set-up. */
const REVERSIBLE: i32 = 7;
const KEY_LOW: i32 = 8;
const KEY_HIGH: i32 = 9;
const SUM: i32 = 10;
const PHASE: i32 = 11;
/** 1 if the side to move is in check, 0 if not, `UNKNOWN` until it is needed. */
const CHECK: i32 = 12;
const UNKNOWN: i32 = -1;
/** The pawn that can be captured en passant; not needed for orthodox pawns, where `EP_SQUARE` determines it. */
const EP_VICTIM: i32 = 13;
/** The piece that moved, before a promotion. */
const MOVER: i32 = 14;
const rows = new Int32Array(MAX_PLIES * ROW);

/** The side to move, and where the current row begins. */
const state = newSmall();
const SIDE: i32 = 0;
const CURRENT: i32 = 1;

const castlingRooks = newSmall().fill(NO_SQUARE);
/** The castling rights that survive a move from or to a square. */
const keptRights = new Int32Array(64);

/** Sets the sentinels around the board, and the goals of the current variant; the board is empty afterwards. */
export function fillBoardTables(): void {
  mailbox.fill(SENTINEL);
  if (VARIANTS) fillGoals();
  clearBoard();
}

/** Removes all pieces, rights and history. */
export function clearBoard(): void {
  for (let square = 0; square < 64; square++) mailbox[cellOf(square)] = NO_PIECE;
  pieceCounts.fill(0);
  // The king of a side without one counts as on the file a, as in the empty set of the bitboards.
  if (VARIANTS) for (let colour = WHITE; colour <= BLACK; colour++) pieceLists[(KINGS | colour) << 6] = cellOf(0);
  castlingRooks.fill(NO_SQUARE);
  state[SIDE] = WHITE;
  state[CURRENT] = 0;
  rows.fill(0, 0, ROW);
  rows[EP_SQUARE] = NO_SQUARE;
  rows[EP_VICTIM] = NO_SQUARE;
  if (VARIANTS) clearExtras();
  forgetLines();
}

/** Sets how many checks each side has given; before `beginGame`. */
export function setChecks(white: i32, black: i32): void {
  setExtraAt(0, CHECKS_GIVEN, white | (black << 8));
}

/** Puts a piece on an empty square; before `beginGame`. */
export function placePiece(square: i32, piece: i32): void {
  putPiece(cellOf(square), piece);
}

/** Grants `colour` castling with the rook on `rookSquare`; wing 0 is the king's, 1 the queen's. The king must be on the board. */
export function grantCastling(colour: i32, wing: i32, rookSquare: i32): void {
  const index = (colour << 1) | wing;
  castlingRooks[index] = rookSquare;
  rows[RIGHTS] |= 1 << index;
}

/** Sets the state that the pieces do not determine (see `begin-game.ts`); keys follow. */
export function setState(side: i32, epSquare: i32, epVictim: i32, halfmoveClock: i32): void {
  state[SIDE] = side;
  keptRights.fill(15);
  for (let index = 0; index < 4; index++) {
    if (((rows[RIGHTS] >> index) & 1) !== 0) {
      keptRights[castlingRooks[index]] &= ~(1 << index);
      keptRights[kingSquare(index >> 1)] &= ~(1 << index);
    }
  }
  rows[MOVE] = NO_MOVE;
  const isCapturable = epSquare !== NO_SQUARE && canCaptureEnPassant(cellOf(epSquare), cellOf(epVictim), side);
  rows[EP_SQUARE] = isCapturable ? epSquare : NO_SQUARE;
  rows[EP_VICTIM] = isCapturable ? epVictim : NO_SQUARE;
  rows[CLOCK] = halfmoveClock;
  rows[REVERSIBLE] = 0;
  rows[PHASE] = computePhase();
  rows[CHECK] = UNKNOWN;
  forgetLines();
}

/** Sets the key and the piece-square sum of the position set up. */
export function setKeys(low: i32, high: i32, sum: i32): void {
  rows[KEY_LOW] = low;
  rows[KEY_HIGH] = high;
  rows[SUM] = sum;
}

/** The piece on a square, or `NO_PIECE`. */
export function pieceOn(square: i32): i32 {
  return mailbox[cellOf(square)];
}

export function sideToMove(): i32 {
  return state[SIDE];
}

export function kingSquare(colour: i32): i32 {
  return squareOf(kingCell(colour));
}

/** Bit 0: White's king side, bit 1: White's queen side, bits 2 and 3: Black's. */
export function castlingRights(): i32 {
  return rows[state[CURRENT] + RIGHTS];
}

/** The rook's square of a castling move, 0–3 in the order of the bits of the rights. */
export function castlingRook(index: i32): i32 {
  return castlingRooks[index];
}

/** The square that a pawn has just passed over, if it can be captured there; otherwise `NO_SQUARE`. */
export function epSquare(): i32 {
  return rows[state[CURRENT] + EP_SQUARE];
}

/** The square of the pawn that can be captured en passant; only meaningful if there is such a capture. */
export function epVictim(): i32 {
  return epVictimAt(state[CURRENT]);
}

/** The same for the position of a row. */
function epVictimAt(row: i32): i32 {
  return VARIANTS ? rows[row + EP_VICTIM] : rows[row + EP_SQUARE] ^ 8;
}

/** Plies since the last capture, pawn move or drop. */
export function halfmoveClock(): i32 {
  return rows[state[CURRENT] + CLOCK];
}

export function keyLow(): i32 {
  return rows[state[CURRENT] + KEY_LOW];
}

export function keyHigh(): i32 {
  return rows[state[CURRENT] + KEY_HIGH];
}

/** The sum of `pieceSquare` over all pieces. */
export function pieceSquareSum(): i32 {
  return rows[state[CURRENT] + SUM];
}

/** The sum of `phaseOf` over all pieces. */
export function phase(): i32 {
  return rows[state[CURRENT] + PHASE];
}

/** Whether a side has a piece besides pawns and royal king. */
export function hasNonPawnMaterial(colour: i32): bool {
  return pieceCounts[NON_PAWNS | colour] !== 0;
}

/** How many pieces a side has. */
export function pieceCount(colour: i32): i32 {
  return pieceCounts[PAWNS | colour] + pieceCounts[NON_PAWNS | colour] + pieceCounts[KINGS | colour];
}

/** How many checks a side has given; 0 where they do not count. */
export function checksGiven(colour: i32): i32 {
  return (extraAt(pliesPlayed(), CHECKS_GIVEN) >> (colour << 3)) & 0xff;
}

/** The move that led here, `NO_MOVE` at the set-up and after a null move. */
export function lastMove(): i32 {
  return rows[state[CURRENT] + MOVE];
}

// The line that led here: the position `plies` plies ago, and the move that led to it.

/** How many moves have been made since the set-up, including null moves. */
export function pliesPlayed(): i32 {
  return (state[CURRENT] / ROW) | 0;
}

export function keyLowBack(plies: i32): i32 {
  return rows[state[CURRENT] - plies * ROW + KEY_LOW];
}

export function keyHighBack(plies: i32): i32 {
  return rows[state[CURRENT] - plies * ROW + KEY_HIGH];
}

export function moveBack(plies: i32): i32 {
  return rows[state[CURRENT] - plies * ROW + MOVE];
}

/** The piece that made that move, before any promotion. */
export function moverBack(plies: i32): i32 {
  return rows[state[CURRENT] - plies * ROW + MOVER];
}

export function capturedBack(plies: i32): i32 {
  return rows[state[CURRENT] - plies * ROW + CAPTURED];
}

/** The square of the captured pawn, if that move was an en passant capture on `to`. */
export function epVictimBack(plies: i32, to: i32): i32 {
  return VARIANTS ? rows[state[CURRENT] - (plies + 1) * ROW + EP_VICTIM] : to ^ 8;
}

/** Whether the side to move is in check. */
export function inCheck(): bool {
  const check = state[CURRENT] + CHECK;
  if (rows[check] === UNKNOWN) rows[check] = countChecks(state[SIDE]) !== 0 ? 1 : 0;
  return rows[check] === 1;
}

/** Makes a legal move. */
export function makeMove(move: i32): void {
  if (isDrop(move)) {
    makeDrop(move);
    return;
  }
  const us = state[SIDE];
  const now = state[CURRENT];
  const next = now + ROW;
  const from = fromOf(move);
  const to = toOf(move);
  const kind = kindOf(move);
  const fromCell = cellOf(from);
  const toCell = cellOf(to);
  const piece = mailbox[fromCell];
  const rights = rows[now + RIGHTS];
  const rightsLeft = rights & keptRights[from] & keptRights[to];
  const oldEp = rows[now + EP_SQUARE];
  let low = rows[now + KEY_LOW] ^ keysLow[BLACK_KEY] ^ keysLow[(piece << 6) | from];
  let high = rows[now + KEY_HIGH] ^ keysHigh[BLACK_KEY] ^ keysHigh[(piece << 6) | from];
  let sum = rows[now + SUM] - pieceSquare[(piece << 6) | from];
  let total = rows[now + PHASE];
  let captured = NO_PIECE;
  let arrived = piece;
  let landing = to;

  if (kind === CASTLE) {
    const rook = mailbox[toCell];
    landing = castleKingTo(from, to);
    const rookTo = castleRookTo(from, to);
    castlePieces(fromCell, toCell, cellOf(landing), cellOf(rookTo));
    low ^= keysLow[(rook << 6) | to] ^ keysLow[(rook << 6) | rookTo];
    high ^= keysHigh[(rook << 6) | to] ^ keysHigh[(rook << 6) | rookTo];
    sum += pieceSquare[(rook << 6) | rookTo] - pieceSquare[(rook << 6) | to];
  } else {
    const victimCell = kind === EN_PASSANT ? cellOf(epVictimAt(now)) : toCell;
    captured = mailbox[victimCell];
    if (captured !== NO_PIECE) {
      const i = (captured << 6) | squareOf(victimCell);
      rows[next + CAPTURED_INDEX] = removePiece(victimCell, captured);
      low ^= keysLow[i];
      high ^= keysHigh[i];
      sum -= pieceSquare[i];
      total -= phaseOf(typeOf(captured));
    }
    if (isPromotion(move)) {
      arrived = pieceOf(promotionType(move), us);
      rows[next + PROMOTED_INDEX] = removePiece(fromCell, piece);
      putPiece(toCell, arrived);
      total += phaseOf(typeOf(arrived)) - phaseOf(PAWN);
    } else {
      movePiece(fromCell, toCell, piece);
    }
  }

  low ^= keysLow[(arrived << 6) | landing];
  high ^= keysHigh[(arrived << 6) | landing];
  sum += pieceSquare[(arrived << 6) | landing];
  if (rightsLeft !== rights) {
    low ^= keysLow[CASTLING_KEYS + rights] ^ keysLow[CASTLING_KEYS + rightsLeft];
    high ^= keysHigh[CASTLING_KEYS + rights] ^ keysHigh[CASTLING_KEYS + rightsLeft];
  }
  if (oldEp !== NO_SQUARE) {
    low ^= enPassantKey(keysLow, oldEp, epVictimAt(now));
    high ^= enPassantKey(keysHigh, oldEp, epVictimAt(now));
  }
  state[SIDE] = us ^ 1;
  let ep = NO_SQUARE;
  if (kind === DOUBLE_STEP && canCaptureEnPassant((fromCell + toCell) >> 1, toCell, us ^ 1)) {
    ep = (from + to) >> 1;
    low ^= enPassantKey(keysLow, ep, to);
    high ^= enPassantKey(keysHigh, ep, to);
  }

  const irreversible = captured !== NO_PIECE || typeOf(piece) === PAWN;
  rows[next + MOVE] = move;
  rows[next + CAPTURED] = captured;
  rows[next + MOVER] = piece;
  rows[next + RIGHTS] = rightsLeft;
  rows[next + EP_SQUARE] = ep;
  if (VARIANTS) rows[next + EP_VICTIM] = ep === NO_SQUARE ? NO_SQUARE : to;
  rows[next + CLOCK] = irreversible ? 0 : rows[now + CLOCK] + 1;
  rows[next + REVERSIBLE] = irreversible ? 0 : rows[now + REVERSIBLE] + 1;
  rows[next + KEY_LOW] = low;
  rows[next + KEY_HIGH] = high;
  rows[next + SUM] = sum;
  rows[next + PHASE] = total;
  rows[next + CHECK] = UNKNOWN;
  state[CURRENT] = next;
  forgetLines();
  if (VARIANTS && hasExtras()) updateExtras(us);
}

/** Completes a position of a variant with extras after a move of `us`. */
function updateExtras(us: i32): void {
  const ply = pliesPlayed();
  carryExtras(ply);
  if (hasExplosions() && rows[state[CURRENT] + CAPTURED] !== NO_PIECE) explode(ply);
  if (hasDrops() && updateHands(ply, us, lastMove(), rows[state[CURRENT] + CAPTURED])) changeHandsKey(ply);
  if (checkLimit() !== 0) countCheck(us);
}

/** Counts a check that the last move, of `us`, has given. */
function countCheck(us: i32): void {
  if (!inCheck()) return;
  const ply = pliesPlayed();
  const given = checksGiven(us);
  setExtraAt(ply, CHECKS_GIVEN, extraAt(ply, CHECKS_GIVEN) + (1 << (us << 3)));
  rows[state[CURRENT] + KEY_LOW] ^= checksKey(keysLow, us, given) ^ checksKey(keysLow, us, given + 1);
  rows[state[CURRENT] + KEY_HIGH] ^= checksKey(keysHigh, us, given) ^ checksKey(keysHigh, us, given + 1);
}

/** Drops a piece: a null move, and a piece arrives. No position before it can ever come back without a capture. */
function makeDrop(move: i32): void {
  const us = state[SIDE];
  const piece = pieceOf(fromOf(move), us);
  const i = (piece << 6) | toOf(move);
  makeNull();
  const now = state[CURRENT];
  putPiece(cellOf(toOf(move)), piece);
  takeFromHand(pliesPlayed(), us, fromOf(move));
  changeHandsKey(pliesPlayed());
  rows[now + KEY_LOW] ^= keysLow[i];
  rows[now + KEY_HIGH] ^= keysHigh[i];
  rows[now + SUM] += pieceSquare[i];
  rows[now + PHASE] += phaseOf(typeOf(piece));
  rows[now + CLOCK] = 0;
  rows[now + MOVE] = move;
  rows[now + MOVER] = piece;
  if (checkLimit() !== 0) countCheck(us);
}

/** Brings the key up to date after hands have changed. */
function changeHandsKey(ply: i32): void {
  rows[state[CURRENT] + KEY_LOW] ^= handsKey(ply - 1, 0) ^ handsKey(ply, 0);
  rows[state[CURRENT] + KEY_HIGH] ^= handsKey(ply - 1, 1) ^ handsKey(ply, 1);
}

/** After a capture: removes the piece that made it and all but pawns around it, and keeps the latter for `unmakeMove`. */
function explode(ply: i32): void {
  const to = toOf(rows[state[CURRENT] + MOVE]);
  let exploded = 0;
  places[0] = 0;
  places[1] = 0;
  keepPlace(NEIGHBOURS, vanish(to));
  for (let n = 0; n < NEIGHBOURS; n++) {
    const square = neighbourOf(to, n);
    const piece = square === NO_SQUARE ? NO_PIECE : pieceOn(square);
    const stays = piece === NO_PIECE || typeOf(piece) === PAWN;
    exploded |= (stays ? NO_PIECE : piece) << (n << 2);
    if (!stays) keepPlace(n, vanish(square));
  }
  setExtraAt(ply, EXPLODED, exploded);
  for (let half = 0; half < 2; half++) setExtraAt(ply, EXPLODED_PLACES + half, places[half]);
}

/** The places in the piece lists that pieces had, five in the first number, the others in the second. */
const places = newSmall();
const PLACES: i32 = 5;

/** @param index in the piece lists */
function keepPlace(n: i32, index: i32): void {
  places[(n / PLACES) | 0] |= (index & 63) << (6 * (n % PLACES));
}

/** Puts an exploded piece back to its place in the piece lists. */
function reappear(n: i32, square: i32, piece: i32): void {
  const place = (extraAt(pliesPlayed(), EXPLODED_PLACES + ((n / PLACES) | 0)) >>> (6 * (n % PLACES))) & 63;
  restorePiece(cellOf(square), piece, (groupOf(piece) << 6) | place);
}

/** Removes a piece of the position after a move, with its castling rights. Returns its index in the piece lists. */
function vanish(square: i32): i32 {
  const now = state[CURRENT];
  const piece = pieceOn(square);
  const i = (piece << 6) | square;
  const rights = rows[now + RIGHTS];
  const kept = rights & keptRights[square];
  const index = removePiece(cellOf(square), piece);
  // As in the empty set of the bitboards: see `clearBoard`.
  if (!hasKing(piece & 1)) pieceLists[(KINGS | (piece & 1)) << 6] = cellOf(0);
  rows[now + KEY_LOW] ^= keysLow[i] ^ keysLow[CASTLING_KEYS + rights] ^ keysLow[CASTLING_KEYS + kept];
  rows[now + KEY_HIGH] ^= keysHigh[i] ^ keysHigh[CASTLING_KEYS + rights] ^ keysHigh[CASTLING_KEYS + kept];
  rows[now + SUM] -= pieceSquare[i];
  rows[now + PHASE] -= phaseOf(typeOf(piece));
  rows[now + RIGHTS] = kept;
  return index;
}

/** Undoes `explode`, before the capture itself is unmade; `us` made it. */
function implode(us: i32): void {
  const move = rows[state[CURRENT] + MOVE];
  const exploded = extraAt(pliesPlayed(), EXPLODED);
  for (let n = NEIGHBOURS - 1; n >= 0; n--) {
    const piece = (exploded >>> (n << 2)) & 15;
    if (piece !== NO_PIECE) reappear(n, neighbourOf(toOf(move), n), piece);
  }
  const arrived = isPromotion(move) ? pieceOf(promotionType(move), us) : rows[state[CURRENT] + MOVER];
  reappear(NEIGHBOURS, toOf(move), arrived);
}

/** Unmakes the last move. */
export function unmakeMove(): void {
  const now = state[CURRENT];
  const move = rows[now + MOVE];
  const captured = rows[now + CAPTURED];
  const from = fromOf(move);
  const to = toOf(move);
  const kind = kindOf(move);
  const fromCell = cellOf(from);
  const toCell = cellOf(to);
  const us = state[SIDE] ^ 1;
  if (isDrop(move)) {
    removePiece(toCell, mailbox[toCell]);
    unmakeNull();
    return;
  }
  if (VARIANTS && hasExplosions() && captured !== NO_PIECE) implode(us);
  if (kind === CASTLE) {
    castlePieces(cellOf(castleKingTo(from, to)), cellOf(castleRookTo(from, to)), fromCell, toCell);
  } else {
    if (isPromotion(move)) {
      removePiece(toCell, mailbox[toCell]);
      restorePiece(fromCell, pieceOf(PAWN, us), rows[now + PROMOTED_INDEX]);
    } else {
      movePiece(toCell, fromCell, mailbox[toCell]);
    }
    if (captured !== NO_PIECE) {
      const victimCell = kind === EN_PASSANT ? cellOf(epVictimAt(now - ROW)) : toCell;
      restorePiece(victimCell, captured, rows[now + CAPTURED_INDEX]);
    }
  }
  state[SIDE] = us;
  state[CURRENT] = now - ROW;
  forgetLines();
}

/** Makes a null move; not when in check. */
export function makeNull(): void {
  const now = state[CURRENT];
  const next = now + ROW;
  const ep = rows[now + EP_SQUARE];
  for (let i = 0; i < ROW; i++) rows[next + i] = rows[now + i];
  rows[next + MOVE] = NO_MOVE;
  rows[next + EP_SQUARE] = NO_SQUARE;
  rows[next + EP_VICTIM] = NO_SQUARE;
  rows[next + CLOCK] = rows[now + CLOCK] + 1;
  rows[next + REVERSIBLE] = 0;
  rows[next + KEY_LOW] ^= keysLow[BLACK_KEY];
  rows[next + KEY_HIGH] ^= keysHigh[BLACK_KEY];
  if (ep !== NO_SQUARE) {
    rows[next + KEY_LOW] ^= enPassantKey(keysLow, ep, epVictimAt(now));
    rows[next + KEY_HIGH] ^= enPassantKey(keysHigh, ep, epVictimAt(now));
  }
  rows[next + CHECK] = UNKNOWN;
  state[SIDE] ^= 1;
  state[CURRENT] = next;
  forgetLines();
  if (VARIANTS && hasExtras()) carryExtras(pliesPlayed());
}

/** Unmakes a null move. */
export function unmakeNull(): void {
  state[SIDE] ^= 1;
  state[CURRENT] -= ROW;
  forgetLines();
}

/**
 * Whether the position has occurred before: once within the last `searchPly` plies, or twice in the game. Looks back no further
 * than the last capture, pawn move, null move or the set-up.
 */
export function isRepetition(searchPly: i32): bool {
  const now = state[CURRENT];
  const plies = rows[now + REVERSIBLE];
  const low = rows[now + KEY_LOW];
  const high = rows[now + KEY_HIGH];
  let seen = 0;
  for (let back = 4; back <= plies; back += 2) {
    const row = now - back * ROW;
    if (rows[row + KEY_LOW] === low && rows[row + KEY_HIGH] === high) {
      if (back <= searchPly || ++seen === 2) return true;
    }
  }
  return false;
}

/** How often the current position has occurred, including now. */
export function occurrences(): i32 {
  const now = state[CURRENT];
  const plies = rows[now + REVERSIBLE];
  let count = 1;
  for (let back = 4; back <= plies; back += 2) {
    const row = now - back * ROW;
    if (rows[row + KEY_LOW] === rows[now + KEY_LOW] && rows[row + KEY_HIGH] === rows[now + KEY_HIGH]) count++;
  }
  return count;
}
