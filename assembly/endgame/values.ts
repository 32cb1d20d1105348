/** The values of positions in an endgame table, one byte each, and what generating a table comes to; for the host as well. */

/** The largest number of men of a table, both sides together. */
export const MAX_MEN: i32 = 4;

/** A draw, or not decided yet. */
export const DRAW: i32 = 0;
/** The values of losses: this, and the plies to the end of the game. */
export const LOSS: i32 = 1;
/** The values of wins, likewise. */
export const WIN: i32 = 128;
/** No legal position. */
export const ILLEGAL: i32 = 255;
/** The longest end that a value can tell, plies. */
export const MAX_PLIES: i32 = 126;

/** A table is generated, */
export const DONE: i32 = 0;
/** or a table that captures or promotions lead to is missing, */
export const MISSING: i32 = 1;
/** or an end is further away than a value can tell, */
export const TOO_LONG: i32 = 2;
/** or more positions have a double step that can be captured en passant than are remembered. */
export const TOO_MANY: i32 = 3;

export function lossIn(plies: i32): i32 {
  return LOSS + plies;
}

export function winIn(plies: i32): i32 {
  return WIN + plies;
}

export function isLoss(value: i32): bool {
  return value >= LOSS && value < WIN;
}

export function isWin(value: i32): bool {
  return value >= WIN && value < ILLEGAL;
}

/** The plies of a loss or win. */
export function pliesOf(value: i32): i32 {
  return value >= WIN ? value - WIN : value - LOSS;
}
