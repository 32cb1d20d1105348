/**
 * Men. A *slot* is one of the six kinds a game has (a variant may give a slot other moves, never a seventh slot); a
 * *piece* is a slot and a colour: `slot << 1 | colour`, 0–11.
 */

export const WHITE: i32 = 0;
export const BLACK: i32 = 1;

export const PAWN: i32 = 0;
export const KNIGHT: i32 = 1;
export const BISHOP: i32 = 2;
export const ROOK: i32 = 3;
export const QUEEN: i32 = 4;
export const KING: i32 = 5;
export const SLOTS: i32 = 6;

export const NO_PIECE: i32 = 12;
export const PIECES: i32 = 12;

export function pieceOf(slot: i32, colour: i32): i32 {
  return (slot << 1) | colour;
}

export function slotOf(piece: i32): i32 {
  return piece >> 1;
}

export function colourOf(piece: i32): i32 {
  return piece & 1;
}
