/** A position as a plain object (`Setup`), and the one place that decides whether it is legal. */

import { countIn } from "../../../assembly/rules/drops";
import { isNear } from "../../../assembly/rules/neighbours";
import {
  colourOf,
  KING,
  KNIGHT,
  NO_PIECE,
  PAWN,
  PIECE_TYPES,
  PIECES,
  pieceOf,
  ROOK,
  typeOf,
  WHITE,
} from "../../../assembly/rules/piece";
import { fileOf, NO_SQUARE, relativeRank } from "../../../assembly/rules/square";
import {
  BEROLINA,
  CHECK_LIMIT,
  DOUBLE_STEPS,
  DROPS,
  EXPLOSIONS,
  FIRST_RANK_STEPS,
  FORBIDDEN_CHECKS,
  KINGLESS,
  N,
  PROMOTIONS,
  RIDES_LAW,
  ROYAL,
} from "../../../assembly/rules/variant";
import { FenError } from "../../errors";
import { type Message, message, type Template, textOf } from "../../message";
import { squareName } from "../variants/square-names";
import type { Variant } from "../variants/variant";
import { attackersOf } from "./attackers";
import { COLOURS, colourName, countsAtStart, isPiece } from "./names";

/** A position: the contents of a FEN. */
export interface Setup {
  /** Its variant. */
  readonly variant: Variant;
  /** 64 pieces, a1 first, then b1; `NO_PIECE` on empty squares. */
  readonly board: readonly number[];
  /** The side to move. */
  readonly side: number;
  /** The squares of the rooks that may still castle: White's king's side, White's queen's side, the same for Black; −1 for none. */
  readonly castling: readonly [number, number, number, number];
  /** The en-passant square, if a legal move captures there, or −1. */
  readonly epSquare: number;
  /** The square of the pawn that it captures, or −1. */
  readonly epVictim: number;
  /** Plies since the last capture, pawn move or drop. */
  readonly halfmove: number;
  /** The move number, from 1; it rises after Black's move. */
  readonly fullmove: number;
  /** The checks that White and Black have given, in variants where they count. */
  readonly checks?: readonly [white: number, black: number];
  /** What White and Black have in hand, in variants with drops: numbers as in `assembly/rules/hands.ts`. */
  readonly hands?: readonly [white: number, black: number];
  /** The squares of promoted pieces there, a bit each: a1–h4, a5–h8. */
  readonly promoted?: readonly [low: number, high: number];
}

const NONE = Object.freeze([0, 0] as const);

/** Whether the piece on a square is promoted; only variants with drops know. */
export function isPromoted({ promoted = NONE }: Pick<Setup, "promoted">, square: number): boolean {
  return ((promoted[square >> 5] >> (square & 31)) & 1) !== 0;
}

/**
 * Validates a position. Returns it frozen, with en-passant squares only if such a capture is legal.
 *
 * @param setup must have 64 squares, pieces and squares in range, and integers as clocks
 * @throws {FenError} for the first fault
 */
export function validated(setup: Setup): Setup {
  checkPieces(setup);
  checkCastling(setup);
  return withCheckedPieces({ ...setup, board: [...setup.board], castling: [...setup.castling] });
}

/** The same where pieces (`checkPieces`) and castling rights have been checked and nobody else holds the lists. */
export function withCheckedPieces(setup: Setup): Setup {
  checkEnPassant(setup);
  if (setup.variant.laws[ROYAL]) checkChecks(setup);
  const isCapturable = canCaptureEnPassant(setup);
  Object.freeze(setup.board);
  Object.freeze(setup.castling);
  return Object.freeze({
    variant: setup.variant,
    board: setup.board,
    side: setup.side,
    castling: setup.castling,
    epSquare: isCapturable ? setup.epSquare : NO_SQUARE,
    epVictim: isCapturable ? setup.epVictim : NO_SQUARE,
    halfmove: setup.halfmove,
    fullmove: setup.fullmove,
    ...(setup.variant.laws[CHECK_LIMIT] > 0 && { checks: setup.checks ?? NONE }),
    ...(setup.variant.laws[DROPS] > 0 && { hands: setup.hands ?? NONE, promoted: setup.promoted ?? NONE }),
  });
}

/** Whether an en-passant capture is legal: a royal king must not be in check afterwards. */
function canCaptureEnPassant({ variant, board, side, epSquare, epVictim }: Setup): boolean {
  if (epSquare === NO_SQUARE) return false;
  const { laws } = variant;
  const attackers = attackersOf(board, epSquare, side, laws);
  const pawns = attackers.filter((square) => typeOf(board[square]) === PAWN);
  if (!hasRoyalKing(variant, side)) return pawns.length > 0;
  return pawns.some((from) => {
    const after = [...board];
    after[epSquare] = board[from];
    after[from] = NO_PIECE;
    after[epVictim] = NO_PIECE;
    if (laws[EXPLOSIONS]) explode(after, epSquare);
    const king = kingOf(after, side);
    if (king < 0) return false;
    // Nothing matters any more once the other king has exploded.
    if (laws[EXPLOSIONS] && kingOf(after, side ^ 1) < 0) return true;
    return checkersOf(after, king, side ^ 1, laws).length === 0;
  });
}

/** Removes the piece on a square, and all but pawns around it. */
function explode(board: number[], target: number): void {
  board.forEach((piece, square) => {
    if (square === target || (isNear(square, target) && typeOf(piece) !== PAWN)) board[square] = NO_PIECE;
  });
}

/** The squares of the pieces of `colour` that attack a king; where captures explode, it is not in check beside the other king. */
function checkersOf(board: readonly number[], king: number, colour: number, laws: readonly number[]): number[] {
  const other = kingOf(board, colour);
  // Nor does a check matter to a side that has exploded the other king.
  if (laws[EXPLOSIONS] && (other < 0 || isNear(king, other))) return [];
  return attackersOf(board, king, colour, laws);
}

/** Whether a side has a royal king. */
function hasRoyalKing({ laws }: Variant, colour: number): boolean {
  return laws[ROYAL] !== 0 && !((laws[KINGLESS] >> colour) & 1);
}

/** The maximum number of pieces of a side with a king, in any variant, or without royal kings. */
const MAX_PIECES = 16;

/**
 * Checks the number of pieces of each type, and the ranks of the pawns.
 *
 * @throws {FenError} for the first fault
 */
export function checkPieces({ board, variant, hands }: Pick<Setup, "board" | "variant" | "hands">): void {
  // One more for the empty squares.
  const count = new Array<number>(PIECES + 1).fill(0);
  for (let square = 0; square < 64; square++) count[board[square]]++;
  for (const colour of COLOURS) checkKings(count, board, variant, colour);
  if (variant.laws[DROPS]) checkAllCounts(count, variant, hands);
  else for (const colour of COLOURS) checkCounts(count, variant, colour);
  if (count[NO_PIECE] === 64) {
    throw new FenError("piece-count", "placement", "", message`the board is empty`);
  }
  for (const square of END_RANKS) {
    if (board[square] === NO_PIECE || typeOf(board[square]) !== PAWN) continue;
    const colour = colourOf(board[square]);
    if (relativeRank(colour, square) === 0 && (variant.laws[FIRST_RANK_STEPS] >> colour) & 1) continue;
    const name = squareName(square);
    throw new FenError("pawn-rank", "placement", name, message`a pawn cannot be on ${name}`);
  }
}

/** The squares where no pawn can be. */
const END_RANKS = Array.from({ length: 16 }, (_, i) => (i < 8 ? i : 48 + i));

type CountFault = "kings" | "piece-count" | "pawns" | "promoted";

function countError(code: CountFault, colour: number, what: Template): FenError {
  return new FenError(code, "placement", textOf(what), message`${colourName(colour)} has ${what}`);
}

/** @param count how many there are of each piece */
function checkKings(count: readonly number[], board: readonly number[], variant: Variant, colour: number): void {
  const { laws } = variant;
  const kings = count[pieceOf(KING, colour)];
  if (hasRoyalKing(variant, colour)) {
    // The game is over if it has exploded.
    const hasExploded = laws[EXPLOSIONS] && count[pieceOf(KING, colour ^ 1)] > 0;
    if (kings === 0 && !hasExploded) throw countError("kings", colour, message`no king`);
    if (kings > 1) throw countError("kings", colour, message`${kings} kings (${squaresOf(board, KING, colour)})`);
  }
}

/**
 * Checks that both sides together have no more pieces than at the start, on the board and in hand: with drops they change sides.
 *
 * @param count how many there are of each piece
 */
function checkAllCounts(count: readonly number[], variant: Variant, hands: Setup["hands"] = NONE): void {
  const atStart = countsAtStart(variant);
  const [pawns, ...others] = Array.from({ length: KING }, (_, pieceType) => {
    const pieces = COLOURS.map((colour) => pieceOf(pieceType, colour));
    const has = pieces.reduce((sum, piece, colour) => sum + count[piece] + countIn(hands[colour], pieceType), 0);
    return { has, had: atStart[pieces[0]] + atStart[pieces[1]] };
  });
  const all = [pawns, ...others].reduce((sum, { has }) => sum + has, COLOURS.length);
  const invalid = (code: CountFault, what: Template) => new FenError(code, "placement", textOf(what), what);
  if (all > 2 * MAX_PIECES) throw invalid("piece-count", message`${all} pieces, more than ${2 * MAX_PIECES}`);
  if (pawns.has > pawns.had) throw invalid("pawns", message`${pawns.has} pawns, more than ${pawns.had}`);
  const promoted = others.reduce((sum, { has, had }) => sum + Math.max(0, has - had), 0);
  if (promoted > pawns.had - pawns.has)
    throw invalid(
      "promoted",
      message`more promoted pieces (${promoted}) than missing pawns (${pawns.had - pawns.has})`,
    );
}

/**
 * Checks that a side has no more pieces than at the start, including promoted pawns.
 *
 * @param count how many there are of each piece
 */
function checkCounts(count: readonly number[], variant: Variant, colour: number): void {
  const { letters, laws } = variant;
  const atStart = countsAtStart(variant);
  const invalid = (code: CountFault, what: Template) => countError(code, colour, what);
  let [pieces, max] = [0, 0];
  for (let piece = colour; piece < PIECES; piece += 2) {
    pieces += count[piece];
    max += atStart[piece];
  }
  if (!((laws[KINGLESS] >> colour) & 1)) max = Math.min(max, MAX_PIECES);
  if (pieces > max) throw invalid("piece-count", message`${pieces} pieces, more than ${max}`);
  const missing = atStart[pieceOf(PAWN, colour)] - count[pieceOf(PAWN, colour)];
  if (missing < 0) {
    const [pawns, limit] = [count[pieceOf(PAWN, colour)], atStart[pieceOf(PAWN, colour)]];
    throw invalid("pawns", message`${pawns} pawns, more than ${limit}`);
  }
  let promoted = 0;
  for (let pieceType = KNIGHT; pieceType < PIECE_TYPES; pieceType++) {
    const piece = pieceOf(pieceType, colour);
    const extra = Math.max(0, count[piece] - atStart[piece]);
    if (extra > 0 && !((laws[PROMOTIONS] >> pieceType) & 1)) {
      const letter = letters[pieceType];
      throw invalid(
        "piece-count",
        message`${count[piece]} × ${letter}, more than ${atStart[piece]}; pawns do not promote to ${letter}`,
      );
    }
    promoted += extra;
  }
  if (promoted > missing)
    throw invalid("promoted", message`more promoted pieces (${promoted}) than missing pawns (${missing})`);
}

function checkCastling(setup: Setup): void {
  const { board, castling, variant } = setup;
  castling.forEach((rook, right) => {
    if (rook === NO_SQUARE) return;
    const colour = right >> 1;
    const name = squareName(rook);
    const invalid = (reason: Message) => {
      return new FenError(
        "castling",
        "castling",
        name,
        message`${colourName(colour)} cannot castle with ${name}: ${reason}`,
      );
    };
    if (!variant.castling) throw invalid(message`${variant.id} has no castling`);
    const king = kingOf(board, colour);
    if (relativeRank(colour, king) !== 0) throw invalid(message`the king is on ${squareName(king)}`);
    const isRook = isPiece(board[rook], ROOK, colour) && !isPromoted(setup, rook);
    if (!isRook || relativeRank(colour, rook) !== 0) throw invalid(message`no rook there`);
    if (rook > king !== ((right & 1) === 0)) throw invalid(message`the king is on the wrong side of it`);
  });
}

function checkEnPassant(setup: Setup): void {
  const { board, side, epSquare, epVictim } = setup;
  if (epSquare === NO_SQUARE) return;
  const name = squareName(epSquare);
  const invalid = (reason: Message) => {
    return new FenError("en-passant", "en-passant", name, message`en-passant square ${name}: ${reason}`);
  };
  if (!setup.variant.laws[DOUBLE_STEPS]) throw invalid(message`pawns make no double steps in ${setup.variant.id}`);
  if (relativeRank(side, epSquare) !== 5) {
    throw invalid(message`with ${colourName(side)} to move it must be on rank ${side === WHITE ? 6 : 3}`);
  }
  if (board[epSquare] !== NO_PIECE) throw invalid(message`it is occupied`);
  if (!stepTargets(setup).includes(epVictim) || !isPiece(board[epVictim], PAWN, side ^ 1)) {
    const where = epVictim === NO_SQUARE ? message`beyond it` : message`on ${squareName(epVictim)}`;
    throw invalid(message`no pawn ${where} has just moved two squares`);
  }
  const origin = originOf(epSquare, epVictim);
  if (board[origin] !== NO_PIECE) {
    throw invalid(message`the pawn cannot have come from ${squareName(origin)}, which is occupied`);
  }
}

/** The squares of the pawns that may just have passed the en-passant square: at most one if pawns are orthodox. */
export function passers(setup: Setup): number[] {
  const { board, side, epSquare } = setup;
  return stepTargets(setup).filter((square) => {
    return isPiece(board[square], PAWN, side ^ 1) && board[originOf(epSquare, square)] === NO_PIECE;
  });
}

/** The squares where double steps over the en-passant square end, on any rank. */
function stepTargets({ epSquare, variant }: Setup): number[] {
  const ahead = epSquare ^ 8;
  if (!variant.laws[BEROLINA]) return [ahead];
  const file = fileOf(epSquare);
  return file === 0 || file === 7 ? [] : [ahead - 1, ahead + 1];
}

/** The origin of a double step, by the square passed and the square reached. */
function originOf(epSquare: number, epVictim: number): number {
  return 2 * epSquare - epVictim;
}

function checkChecks({ variant, board, side }: Setup): void {
  const other = side ^ 1;
  const given = kingOf(board, other) >= 0 ? checkersOf(board, kingOf(board, other), side, variant.laws) : [];
  if (given.length > 0) {
    const name = squareName(kingOf(board, other));
    const reason = message`${colourName(other)}'s king on ${name} is in check, but ${colourName(side)} is to move`;
    throw new FenError("check", "placement", name, reason);
  }
  if (kingOf(board, side) < 0) return;
  const checkers = checkersOf(board, kingOf(board, side), other, variant.laws);
  if (checkers.length > 0 && variant.laws[FORBIDDEN_CHECKS]) {
    const name = squareName(kingOf(board, side));
    const reason = message`${colourName(side)}'s king on ${name} is in check, which no move can give in ${variant.id}`;
    throw new FenError("check", "placement", name, reason);
  }
  // The usual numbers first.
  const max = checkers.length < 2 ? 2 : maxCheckers(variant);
  if (checkers.length > max && !variant.laws[EXPLOSIONS]) {
    const names = checkers.map(squareName).join(", ");
    const number = max === 2 ? message`two` : message`three`;
    const reason = message`${colourName(side)} is in check by ${checkers.length} pieces (${names}); at most ${number} can give check at once`;
    throw new FenError("checkers", "placement", names, reason);
  }
}

/**
 * The maximum number of checkers: a move gives check with the moved piece and on one discovered line. En passant opens two lines, but
 * only one of them can give check besides the pawn, unless one is a nightrider's.
 */
function maxCheckers({ laws }: Variant): number {
  return laws.slice(RIDES_LAW, RIDES_LAW + PIECE_TYPES).some((rides) => (rides & N) !== 0) ? 3 : 2;
}

function kingOf(board: readonly number[], colour: number): number {
  return board.indexOf(pieceOf(KING, colour));
}

function squaresOf(board: readonly number[], pieceType: number, colour: number): string {
  const squares = board.flatMap((piece, square) => (isPiece(piece, pieceType, colour) ? [squareName(square)] : []));
  return squares.length <= 4 ? squares.join(", ") : `${squares.slice(0, 4).join(", ")} …`;
}

/** The squares of kings, by colour, and of rooks, by castling right, in orthodox chess. */
const KINGS = [4, 60];
const ROOKS = [7, 0, 63, 56];

/** Whether all castling kings and rooks are on their orthodox squares. */
export function hasOrthodoxCastling({ board, castling }: Setup): boolean {
  return castling.every((rook, right) => {
    const colour = right >> 1;
    return rook === NO_SQUARE || (rook === ROOKS[right] && isPiece(board[KINGS[colour]], KING, colour));
  });
}
