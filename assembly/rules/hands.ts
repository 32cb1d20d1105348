/**
 * Hands, the law of Crazyhouse: a captured piece goes to the hand of the side that captured it, which may drop it on an empty square
 * in place of a move. A promoted piece turns back into a pawn when it is captured. Hands and the squares of promoted pieces are extras
 * of a ply (`extras.ts`), kept and hashed here for both boards; `drops.ts` reads those of the current position.
 */

import { extraAt, HANDS, PROMOTED, setExtraAt } from "./extras";
import { fromOf, isPromotion, toOf } from "./move";
import { NO_PIECE, PAWN, typeOf } from "./piece";
import { scrambled } from "./zobrist";

/** A hand is a number: this many bits count the pieces of a type, pawns in the lowest. Kings are never in hand. */
export const HAND_BITS: i32 = 5;
export const MAX_IN_HAND: i32 = (1 << HAND_BITS) - 1;

/** Sets the hands of the position set up; before `beginGame`. */
export function setHands(white: i32, black: i32): void {
  setExtraAt(0, HANDS, white);
  setExtraAt(0, HANDS + 1, black);
}

/** Sets its promoted pieces, as `promotedSquares` returns them. */
export function setPromoted(low: i32, high: i32): void {
  setExtraAt(0, PROMOTED, low);
  setExtraAt(0, PROMOTED + 1, high);
}

/** Takes a piece of a type out of the hand of a colour at a ply. */
export function takeFromHand(ply: i32, colour: i32, pieceType: i32): void {
  setExtraAt(ply, HANDS + colour, extraAt(ply, HANDS + colour) - (1 << (HAND_BITS * pieceType)));
}

/** Updates the row of a ply after a move of `us` that is not a drop. Returns whether it has changed. */
export function updateHands(ply: i32, us: i32, move: i32, captured: i32): bool {
  const from = fromOf(move);
  const to = toOf(move);
  const wasPromoted = isPromoted(ply, to);
  if (captured != NO_PIECE) {
    const pieceType = wasPromoted ? PAWN : typeOf(captured);
    setExtraAt(ply, HANDS + us, extraAt(ply, HANDS + us) + (1 << (HAND_BITS * pieceType)));
  }
  const leaves = isPromoted(ply, from);
  if (leaves) togglePromoted(ply, from);
  if (wasPromoted != (leaves || isPromotion(move))) togglePromoted(ply, to);
  return captured != NO_PIECE || leaves || isPromotion(move);
}

function isPromoted(ply: i32, square: i32): bool {
  return ((extraAt(ply, PROMOTED + (square >> 5)) >> (square & 31)) & 1) != 0;
}

function togglePromoted(ply: i32, square: i32): void {
  const column = PROMOTED + (square >> 5);
  setExtraAt(ply, column, extraAt(ply, column) ^ (1 << (square & 31)));
}

/** What hands and promoted pieces of a ply add to its key: the low half (0) or the high one (1). */
export function handsKey(ply: i32, half: i32): i32 {
  let key = half << 31;
  for (let column = HANDS; column < PROMOTED + 2; column++) key = scrambled(key ^ extraAt(ply, column));
  return key;
}
