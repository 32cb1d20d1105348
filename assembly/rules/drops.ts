/** Drops: what the side to move has in hand, and where it may drop it. */

import { pieceOn, pliesPlayed, sideToMove } from "./board";
import { extraAt, HANDS, PROMOTED } from "./extras";
import { HAND_BITS, MAX_IN_HAND } from "./hands";
import { fromOf, isDrop } from "./move";
import { PAWN, pieceOf } from "./piece";
import { rankOf } from "./square";

/** The hand of a colour, as a number (`HAND_BITS`); 0 if it is empty. */
export function handOf(colour: i32): i32 {
  return extraAt(pliesPlayed(), HANDS + colour);
}

/** How many pieces of a type are in a hand. */
export function countIn(hand: i32, pieceType: i32): i32 {
  return (hand >> (HAND_BITS * pieceType)) & MAX_IN_HAND;
}

/** Half of the squares of promoted pieces, a bit each: 0 for a1–h4, 1 for a5–h8. */
export function promotedSquares(half: i32): i32 {
  return extraAt(pliesPlayed(), PROMOTED + half);
}

/** The piece that a move of this position moves or drops. */
export function moverOf(move: i32): i32 {
  return isDrop(move) ? pieceOf(fromOf(move), sideToMove()) : pieceOn(fromOf(move));
}

/** Whether a piece of this type may be dropped on a square, if that is empty. */
export function isDropSquare(pieceType: i32, square: i32): bool {
  return pieceType != PAWN || (rankOf(square) != 0 && rankOf(square) != 7);
}
