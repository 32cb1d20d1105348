/**
 * Piece values, piece-square tables (PSQT) and phases of the current variant, for the sums that moves update, for static
 * exchange evaluation, and for move ordering. `evaluation/material.ts` fills them.
 */

import { I32Table, newI32, Row } from "../platform";
import { BISHOP, BLACK, KING, KNIGHT, PAWN, PIECE_TYPES, PIECES, pieceOf, QUEEN, ROOK, WHITE } from "./piece";
import { hasDrops, isPromotionType } from "./variant";

/**
 * The PSQT by `piece * 64 + square`, White's view, middlegame and endgame packed: `(middlegame << 16) + endgame`. Sums of
 * entries are sums of both, as long as each stays within ±32,767.
 */
export const pieceSquare: I32Table = newI32(PIECES * 64);

/** The phase and the value of orthodox pieces by type; the king's value stands for the whole game. */
export const ORTHODOX_PHASES: Row = [0, 1, 1, 2, 4, 0];
export const ORTHODOX_VALUES: Row = [100, 320, 330, 500, 950, 20000];
/** How many pieces of each type a full board has, of both sides together. */
const FULL_COUNTS: Row = [0, 4, 4, 4, 2, 0];

// By piece type, where they are not orthodox.
const phases: I32Table = newI32(VARIANTS ? PIECE_TYPES : 1);
const values: I32Table = newI32(VARIANTS ? PIECE_TYPES : 1);
/** The piece types by rising value, pawns first; and each type's place among them. */
const order: I32Table = newI32(VARIANTS ? PIECE_TYPES : 1);
const places: I32Table = newI32(VARIANTS ? PIECE_TYPES : 1);
let full: i32 = 24;
let best: i32 = QUEEN;

/** What a piece adds to the phase. */
export function phaseOf(pieceType: i32): i32 {
  if (VARIANTS) return unchecked(phases[pieceType]);
  if (pieceType == KNIGHT || pieceType == BISHOP) return 1;
  if (pieceType == ROOK) return 2;
  return pieceType == QUEEN ? 4 : 0;
}

/** The phase with all pieces on the board; promotions can raise the sum above it, so clamp the sum to it. */
export function fullPhase(): i32 {
  return VARIANTS ? full : 24;
}

/** The value of a piece in exchanges (SEE) and move ordering, centipawns. */
export function pieceValue(pieceType: i32): i32 {
  return VARIANTS ? unchecked(values[pieceType]) : unchecked(ORTHODOX_VALUES[pieceType]);
}

/** The rank of a piece type by value, 0 to 5: pawns, the others by value, a royal king last. */
export function valueOrder(pieceType: i32): i32 {
  return VARIANTS ? unchecked(places[pieceType]) : pieceType;
}

/** The piece type of that rank. */
export function typeInOrder(place: i32): i32 {
  return VARIANTS ? unchecked(order[place]) : place;
}

/** The best piece type to promote to. */
export function bestPromotion(): i32 {
  return VARIANTS ? best : QUEEN;
}

/** Sets the PSQT numbers of White's piece on a square, and of Black's on the mirrored square. */
export function setPieceSquare(pieceType: i32, square: i32, middlegame: i32, endgame: i32): void {
  const packed = ((middlegame << 16) + endgame) | 0;
  unchecked((pieceSquare[pieceOf(pieceType, WHITE) * 64 + square] = packed));
  unchecked((pieceSquare[pieceOf(pieceType, BLACK) * 64 + (square ^ 56)] = -packed | 0));
}

/** Gives Black's pieces the PSQT numbers of White's on the same squares, in a race of both sides in one direction. */
export function sharePieceSquares(): void {
  for (let i = 0; i < 64 * PIECES; i += 128)
    for (let square = i; square < i + 64; square++)
      unchecked((pieceSquare[square + 64] = -unchecked(pieceSquare[square]) | 0));
}

/** Sets the value and the phase of a piece type. With drops a piece counts twice in exchanges: one side loses it, and the other has it. */
export function setPieceValue(pieceType: i32, value: i32, phase: i32): void {
  unchecked((values[pieceType] = hasDrops() ? 2 * value : value));
  unchecked((phases[pieceType] = phase));
}

/** Sorts the piece types by value, equal ones by type, after the pawns; updates everything that depends on the order. */
export function sortTypes(): void {
  unchecked((order[0] = PAWN));
  for (let pieceType = KNIGHT; pieceType <= KING; pieceType++) {
    let place = pieceType;
    while (place > 1 && pieceValue(unchecked(order[place - 1])) > pieceValue(pieceType)) {
      unchecked((order[place] = unchecked(order[place - 1])));
      place--;
    }
    unchecked((order[place] = pieceType));
  }
  full = 0;
  for (let place = 0; place < PIECE_TYPES; place++) {
    const pieceType = unchecked(order[place]);
    unchecked((places[pieceType] = place));
    full = full + unchecked(FULL_COUNTS[pieceType]) * phaseOf(pieceType);
    if (isPromotionType(pieceType)) best = pieceType;
  }
  if (full == 0) full = 1;
}
