/** Squares are 0–63, a1 = 0, b1 = 1 … h8 = 63. `NO_SQUARE` means none. */

export const NO_SQUARE: i32 = -1;

export function fileOf(square: i32): i32 {
  return square & 7;
}

export function rankOf(square: i32): i32 {
  return square >> 3;
}

export function squareAt(file: i32, rank: i32): i32 {
  return (rank << 3) | file;
}

/** The rank from a colour's point of view: 0 is its back rank. */
export function relativeRank(colour: i32, square: i32): i32 {
  return (square >> 3) ^ (colour * 7);
}
