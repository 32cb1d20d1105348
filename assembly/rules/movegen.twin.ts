/**
 * Move generation on the 0x88 board, for the twin. Pseudo-legal moves are generated; then those that leave the king in check
 * are dropped. The lines on the king (see `attacks.twin.ts`) show which, so no move is tried on the board except en passant, king
 * moves and castling. Sums in the loops end in `| 0`, so that V8 keeps them as plain integers without an overflow check.
 */

import { newI32 } from "../platform";
import {
  captureAside,
  cellOf,
  countChecks,
  countLines,
  forwardOf,
  isCellAttacked,
  isKingSafe,
  KINGS,
  keepsKingSafe,
  kingCell,
  leapCounts,
  leapMoves,
  leapsOntoRides,
  mailbox,
  NON_PAWNS,
  PAWNS,
  pieceCounts,
  pieceLists,
  pinned,
  reaches,
  rideCounts,
  rideMoves,
  squareOf,
  touchesKing,
} from "./attacks";
import { castlingRights, castlingRook, epSquare, epVictim, sideToMove } from "./board";
import { countIn, handOf, isDropSquare } from "./drops";
import { isEnPassantLegal } from "./en-passant.twin";
import { CASTLE, DOUBLE_STEP, DROP, EN_PASSANT, fromOf, isDrop, kindOf, moveOf, NORMAL, PROMOTION, toOf } from "./move";
import { KING, KNIGHT, NO_PIECE, PAWN, pieceOf, QUEEN, typeOf, WHITE } from "./piece";
import { isSafeExplosion } from "./safe-explosion.twin";
import { NO_SQUARE, relativeRank } from "./square";
import {
  DIRECTIONS,
  hasDoubleSteps,
  hasDrops,
  hasExplosions,
  hasFirstRankSteps,
  hasRoyals,
  isBerolina,
  isPromotionType,
} from "./variant";

/** No position has more moves. */
export const MAX_MOVES: i32 = VARIANTS ? 1024 : 256;
/** Room for the lists of all plies of a search. */
export const moves = newI32(MAX_MOVES * 140);
/** Where a list can be written without disturbing a search. */
export const SCRATCH: i32 = MAX_MOVES * 139;

/** Captures, en passant and all promotions. */
export const NOISY: i32 = 1;
/** All other moves, including castling and double steps. */
export const QUIET: i32 = 2;
export const ALL: i32 = NOISY | QUIET;

/** Writes the legal moves of a kind at `moves[at…]`, in no particular order; returns the index past the last. */
export function generateMoves(kind: i32, at: i32): i32 {
  const us = sideToMove();
  // Bit `piece`: such a piece can be captured. The bits of `SENTINEL` and of the side's own pieces are never set.
  const takes = (kind & NOISY) === 0 ? 0 : us === WHITE ? 0xaaa : 0x555;
  const checked = countChecks(us) !== 0;
  const start = at;
  at = VARIANTS && isBerolina() ? berolinaMoves(kind, takes, us, at) : pawnMoves(kind, takes, us, at);
  at = pieceMoves(NON_PAWNS | us, kind, takes, at);
  if (checked) at = dropIllegal(start, at);
  at = kingMoves(kind, takes, us, at);
  if ((kind & NOISY) !== 0 && epSquare() !== NO_SQUARE) at = enPassantMoves(us, at);
  if ((kind & QUIET) !== 0 && castlingRights() !== 0) at = castlingMoves(us, at);
  if (hasDrops() && (kind & QUIET) !== 0) at = drops(us, at);
  return VARIANTS && hasExplosions() ? keepSafe(start, at) : at;
}

/** Drops of all pieces in hand onto empty squares. */
function drops(us: i32, at: i32): i32 {
  const hand = handOf(us);
  if (hand === 0) return at;
  for (let square = 0; square < 64; square++) {
    if (!isOpenToDrops(square, us)) continue;
    for (let pieceType = PAWN; pieceType <= QUEEN; pieceType++) {
      if (countIn(hand, pieceType) > 0 && isDropSquare(pieceType, square))
        moves[at++] = moveOf(pieceType, square, DROP);
    }
  }
  return at;
}

/** Whether a square is empty, and stands between king and checker if there is a check. */
function isOpenToDrops(square: i32, us: i32): bool {
  const cell = cellOf(square);
  return mailbox[cell] === NO_PIECE && (countChecks(us) === 0 || keepsKingSafe(NO_SQUARE, cell));
}

/** With explosions: keeps the moves that leave the king safe. Until then all are written, since a capture anywhere may end a check. */
function keepSafe(start: i32, end: i32): i32 {
  let at = start;
  for (let i = start; i < end; i++) {
    const move = moves[i];
    if (isSafe(move)) moves[at++] = move;
  }
  return at;
}

/** With explosions: whether a move, otherwise legal, leaves the king on the board and safe, or wins by exploding the other one. */
function isSafe(move: i32): bool {
  const kind = kindOf(move);
  // Castling and en passant have been tested.
  if (kind === CASTLE || kind === EN_PASSANT) return true;
  const us = sideToMove();
  const from = cellOf(fromOf(move));
  const to = cellOf(toOf(move));
  if (mailbox[to] !== NO_PIECE) return isSafeExplosion(from, to, to, sideToMove());
  if (from === kingCell(us)) return isStepSafe(us, from, to);
  return touchesKing(kingCell(us), us ^ 1) || countLines(us) === 0 || keepsKingSafe(from, to);
}

/** The rank of cells from which pawns make double steps; if they have none, 0, where no pawn stands. */
function homeRankOf(colour: i32): i32 {
  return hasDoubleSteps() ? 4 + 5 * colour : 0;
}

/** The rank of cells from which pawns make two steps that cannot be captured en passant; 0 for none. */
function firstRankOf(colour: i32): i32 {
  return VARIANTS && hasFirstRankSteps(colour) ? 3 + 7 * colour : 0;
}

/** The rank of cells from which the next step promotes. */
function seventhRankOf(colour: i32): i32 {
  return 9 - 5 * colour;
}

/** The moves of orthodox pawns except en passant; pins are respected. */
function pawnMoves(kind: i32, takes: i32, us: i32, at: i32): i32 {
  const board = mailbox;
  const list = moves;
  const cells = pieceLists;
  const pins = pinned;
  const forward = forwardOf(us);
  const ahead = (forward >> 1) << 6;
  const homeRank = homeRankOf(us);
  const firstRank = firstRankOf(us);
  const seventhRank = seventhRankOf(us);
  const quiet = (kind & QUIET) !== 0;
  const first = (PAWNS | us) << 6;
  const end = first + pieceCounts[PAWNS | us];
  at |= 0;
  for (let i = first; i < end; i++) {
    const start = at;
    const cell = cells[i];
    const target = cell + forward;
    const rank = cell >> 4;
    // From and to in one number: the pawn's own square twice, with the step added to the second.
    const move = squareOf(cell) * 65 + ahead;
    if (rank === seventhRank) {
      if ((kind & NOISY) === 0) continue;
      if (board[target] === NO_PIECE) at = promotions(move, at);
      if (((takes >> board[target - 1]) & 1) !== 0) at = promotions(move - 64, at);
      if (((takes >> board[target + 1]) & 1) !== 0) at = promotions(move + 64, at);
    } else {
      if (quiet && board[target] === NO_PIECE) {
        list[at] = move;
        at = (at + 1) | 0;
        if (rank === homeRank && board[target + forward] === NO_PIECE) {
          list[at] = move + ahead + (DOUBLE_STEP << 12);
          at = (at + 1) | 0;
        }
        if (VARIANTS && rank === firstRank && board[target + forward] === NO_PIECE) {
          list[at] = move + ahead;
          at = (at + 1) | 0;
        }
      }
      list[at] = move - 64;
      at = (at + ((takes >> board[target - 1]) & 1)) | 0;
      list[at] = move + 64;
      at = (at + ((takes >> board[target + 1]) & 1)) | 0;
    }
    if (pins[cell] !== 0) at = dropIllegal(start, at) | 0;
  }
  return at;
}

function promotions(move: i32, at: i32): i32 {
  for (let pieceType = KNIGHT; pieceType <= KING; pieceType++) {
    if (isPromotionType(pieceType)) moves[at++] = move | ((PROMOTION | pieceType) << 12);
  }
  return at;
}

/** The same for Berolina pawns, which move diagonally forward and capture straight ahead. */
function berolinaMoves(kind: i32, takes: i32, us: i32, at: i32): i32 {
  const forward = forwardOf(us);
  const ahead = (forward >> 1) << 6;
  const homeRank = homeRankOf(us);
  const quiet = (kind & QUIET) !== 0;
  const first = (PAWNS | us) << 6;
  const end = first + pieceCounts[PAWNS | us];
  for (let i = first; i < end; i++) {
    const start = at;
    const cell = pieceLists[i];
    const rank = cell >> 4;
    const promotes = rank === seventhRankOf(us);
    if (promotes && (kind & NOISY) === 0) continue;
    const move = squareOf(cell) * 65 + ahead;
    if (((takes >> mailbox[cell + forward]) & 1) !== 0) {
      if (promotes) at = promotions(move, at);
      else moves[at++] = move;
    }
    for (let aside = -1; aside <= 1; aside += 2) {
      const target = cell + forward + aside;
      const step = move + (aside << 6);
      if (mailbox[target] !== NO_PIECE) continue;
      if (promotes) {
        at = promotions(step, at);
      } else if (quiet) {
        moves[at++] = step;
        if (rank === homeRank && mailbox[target + forward + aside] === NO_PIECE) {
          moves[at++] = step + ahead + (aside << 6) + (DOUBLE_STEP << 12);
        }
      }
    }
    if (pinned[cell] !== 0) at = dropIllegal(start, at);
  }
  return at;
}

/**
 * The moves of a group of pieces other than pawns, by leaps and rides; pins are respected, the king's own safety is not. A target
 * is written before it is known to be valid: an invalid one is overwritten by the next, which saves a branch that the processor
 * could not predict.
 */
function pieceMoves(group: i32, kind: i32, takes: i32, at: i32): i32 {
  const board = mailbox;
  const list = moves;
  const cells = pieceLists;
  const pins = pinned;
  const leapList = leapMoves;
  const rideList = rideMoves;
  const leapEnds = leapCounts;
  const rideEnds = rideCounts;
  const quiet = kind >> 1;
  const allowed = takes | (quiet << NO_PIECE);
  const first = group << 6;
  const end = first + pieceCounts[group];
  at |= 0;
  for (let i = first; i < end; i++) {
    const start = at;
    const cell = cells[i];
    const square = squareOf(cell);
    const entry = (typeOf(board[cell]) << 6) | square;
    const steps = entry * DIRECTIONS;
    const leapsEnd = steps + leapEnds[entry];
    const ridesEnd = steps + rideEnds[entry];
    for (let j = steps; j < leapsEnd; j++) {
      const leap = leapList[j];
      list[at] = leap & 0xffff;
      at = (at + ((allowed >> board[leap >> 16]) & 1)) | 0;
    }
    for (let j = steps; j < ridesEnd; j++) {
      const ride = rideList[j];
      const step = ride >> 16;
      const stride = (ride << 16) >> 16;
      let move = (square * 65 + stride) | 0;
      let target = (cell + step) | 0;
      while (board[target] === NO_PIECE) {
        list[at] = move;
        at = (at + quiet) | 0;
        move = (move + stride) | 0;
        target = (target + step) | 0;
      }
      list[at] = move;
      at = (at + ((takes >> board[target]) & 1)) | 0;
    }
    if (VARIANTS && leapsOntoRides[typeOf(board[cell])] !== 0) at = dropRepeated(start, at);
    if (pins[cell] !== 0) at = dropIllegal(start, at) | 0;
  }
  return at;
}

/** Removes duplicate moves of one piece. */
function dropRepeated(start: i32, end: i32): i32 {
  let at = start;
  for (let i = start; i < end; i++) {
    const move = moves[i];
    let before = start;
    while (before < at && moves[before] !== move) before++;
    if (before === at) moves[at++] = move;
  }
  return at;
}

/** Keeps the moves that leave no line on the king open. */
function dropIllegal(start: i32, end: i32): i32 {
  if (VARIANTS && hasExplosions()) return end;
  const list = moves;
  let at = start;
  for (let i = start; i < end; i++) {
    const move = list[i];
    if (keepsKingSafe(cellOf(fromOf(move)), cellOf(toOf(move)))) list[at++] = move;
  }
  return at;
}

/** The king's steps to squares that are not attacked once it has left its own square. */
function kingMoves(kind: i32, takes: i32, us: i32, start: i32): i32 {
  const end = pieceMoves(KINGS | us, kind, takes, start);
  if (end === start || (VARIANTS && hasExplosions())) return end;
  const list = moves;
  const king = kingCell(us);
  let at = start;
  mailbox[king] = NO_PIECE;
  for (let i = start; i < end; i++) {
    const move = list[i];
    if (!isCellAttacked(cellOf(toOf(move)), us ^ 1)) list[at++] = move;
  }
  mailbox[king] = pieceOf(KING, us);
  return at;
}

function enPassantMoves(us: i32, at: i32): i32 {
  const square = epSquare();
  const cell = cellOf(square);
  const behind = cell - forwardOf(us);
  const aside = captureAside();
  for (let from = behind - aside; from <= behind + aside; from += 2) {
    if (isEnPassantLegal(from, cell, cellOf(epVictim()), us)) moves[at++] = moveOf(squareOf(from), square, EN_PASSANT);
  }
  return at;
}

function castlingMoves(us: i32, at: i32): i32 {
  for (let index = us << 1; index <= (us << 1) + 1; index++) {
    if (canCastle(index)) moves[at++] = moveOf(squareOf(kingCell(us)), castlingRook(index), CASTLE);
  }
  return at;
}

/** Whether the castling of bit `index` of the rights is legal. */
function canCastle(index: i32): bool {
  const us = index >> 1;
  if (((castlingRights() >> index) & 1) === 0 || countChecks(us) !== 0) return false;
  const king = kingCell(us);
  const rook = cellOf(castlingRook(index));
  const backRank = king & ~7;
  const kingTo = backRank + ((index & 1) === 0 ? 6 : 2);
  const rookTo = backRank + ((index & 1) === 0 ? 5 : 3);
  // The paths of king and rook overlap or touch, so together they are one stretch of the rank.
  const left = Math.min(king, rook, kingTo, rookTo);
  const right = Math.max(king, rook, kingTo, rookTo);
  for (let cell = left; cell <= right; cell++) {
    if (mailbox[cell] !== NO_PIECE && cell !== king && cell !== rook) return false;
  }
  const step = kingTo > king ? 1 : -1;
  for (let cell = king; cell !== kingTo; cell += step) {
    if (!isKingSafe(cell + step, us)) return false;
  }
  // A rook from the edge has nothing behind it; one from further in (Chess960) may have shielded the king.
  if ((rook & 7) === 0 || (rook & 7) === 7) return true;
  const kingPiece = mailbox[king];
  const rookPiece = mailbox[rook];
  mailbox[king] = NO_PIECE;
  mailbox[rook] = NO_PIECE;
  mailbox[rookTo] = rookPiece;
  const safe = isKingSafe(kingTo, us);
  mailbox[rookTo] = NO_PIECE;
  mailbox[king] = kingPiece;
  mailbox[rook] = rookPiece;
  return safe;
}

/** Whether `generateMoves(ALL)` would write `move`, which may be any 16 bits. */
export function canMove(move: i32): bool {
  const us = sideToMove();
  const from = cellOf(fromOf(move));
  const to = cellOf(toOf(move));
  const kind = kindOf(move);
  const piece = mailbox[from];
  const target = mailbox[to];
  if (isDrop(move)) {
    const pieceType = fromOf(move);
    if (!hasDrops() || pieceType > QUEEN || countIn(handOf(us), pieceType) === 0) return false;
    return isDropSquare(pieceType, toOf(move)) && isOpenToDrops(toOf(move), us);
  }
  if (piece === NO_PIECE || (piece & 1) !== us) return false;
  if (kind === CASTLE) {
    if (from !== kingCell(us)) return false;
    const index = us << 1;
    if (toOf(move) === castlingRook(index)) return canCastle(index);
    return toOf(move) === castlingRook(index + 1) && canCastle(index + 1);
  }
  if (target !== NO_PIECE && (target & 1) === us) return false;
  const pieceType = typeOf(piece);
  if (pieceType === PAWN) {
    if (kind === EN_PASSANT) return isEnPassantStep(us, from, to) && isEnPassantLegal(from, to, cellOf(epVictim()), us);
    if (!isPawnMove(us, from, to, kind)) return false;
  } else {
    if (kind !== NORMAL || !reaches(piece, from, to)) return false;
    if (pieceType === KING && hasRoyals() && !hasExplosions()) return isStepSafe(us, from, to);
  }
  if (VARIANTS && hasExplosions()) return isSafe(move);
  return countLines(us) === 0 || keepsKingSafe(from, to);
}

function isEnPassantStep(us: i32, from: i32, to: i32): bool {
  return squareOf(to) === epSquare() && Math.abs(to - from - forwardOf(us)) === captureAside();
}

/** Whether a pawn can move like this, by a move of this kind; not en passant, and not onto a piece of its own side. */
function isPawnMove(us: i32, from: i32, to: i32, kind: i32): bool {
  const forward = forwardOf(us);
  const isFree = mailbox[to] === NO_PIECE;
  const captures = captureAside();
  const goes = 1 - captures;
  if (kind === DOUBLE_STEP) {
    const isHome = hasDoubleSteps() && relativeRank(us, squareOf(from)) === 1;
    const isDouble = Math.abs(to - from - 2 * forward) === 2 * goes;
    return isHome && isDouble && isFree && mailbox[(from + to) >> 1] === NO_PIECE;
  }
  if (kind === NORMAL && to - from === 2 * forward) {
    return from >> 4 === firstRankOf(us) && isFree && mailbox[from + forward] === NO_PIECE;
  }
  const promotes = relativeRank(us, squareOf(to)) === 7;
  if (promotes ? kind < PROMOTION || !isPromotionType(kind & 7) : kind !== NORMAL) return false;
  return Math.abs(to - from - forward) === (isFree ? goes : captures);
}

/** Whether the king is safe on a cell once it has left its own. */
function isStepSafe(us: i32, from: i32, to: i32): bool {
  const king = mailbox[from];
  mailbox[from] = NO_PIECE;
  const safe = isKingSafe(to, us);
  mailbox[from] = king;
  return safe;
}
