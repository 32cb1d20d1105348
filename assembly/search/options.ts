/**
 * Search options for users: Slow Chess's extensions, each on or off, and one of three quiescence searches. By default all
 * extensions are off and quiescence is the modern one.
 */

// The options, as the host numbers them.

/** The extensions that are on, one bit each. */
export const EXTENSIONS: i32 = 0;
/** One of the three quiescence searches. */
export const QUIESCENCE: i32 = 1;
/** From this quiescence ply on `qsearch-zzzzzz.ts` captures only pieces that have themselves captured. */
export const QUIES_MAX: i32 = 2;
/** 1: `qsearch-zzzzzz.ts` ignores checks, promotions and the TT, like the original. */
export const PURE_FLAGS: i32 = 3;

// The extensions (`extensions-slow-chess.ts`).

export const CHECKS: i32 = 1;
export const SEVENTH_RANK: i32 = 1 << 1;
export const SIXTH_RANK: i32 = 1 << 2;
export const ONLY_REPLY: i32 = 1 << 3;
export const TWO_REPLIES: i32 = 1 << 4;
export const MATE_THREAT: i32 = 1 << 5;
export const RECAPTURE: i32 = 1 << 6;
export const CHECKING_RECAPTURE: i32 = 1 << 7;
export const PAWN_ENDING: i32 = 1 << 8;
export const KING_ATTACK: i32 = 1 << 9;
/** The main search continues at the horizon where the line is too forced to be evaluated. */
export const HORIZON: i32 = 1 << 10;
/** A queen's mate beside a king at the edge is looked for before quiescence. */
export const TOUCH_MATE: i32 = 1 << 11;

// The quiescence searches.

export const MODERN: i32 = 0;
export const FLAGS: i32 = 1;
export const STRATEGIC: i32 = 2;

let extensions: i32 = 0;
let style: i32 = MODERN;
let fullPlies: i32 = 2;
let isPure: bool = false;

/** Sets one option; TT and histories are kept. */
export function setSearchOption(option: i32, value: i32): void {
  if (option == EXTENSIONS) extensions = value;
  else if (option == QUIESCENCE) style = value;
  else if (option == QUIES_MAX) fullPlies = value;
  else if (option == PURE_FLAGS) isPure = value != 0;
}

/** Whether one of these extensions is on. */
export function isOn(bits: i32): bool {
  return (extensions & bits) != 0;
}

/** Whether any extension is on. */
export function hasExtensions(): bool {
  return extensions != 0;
}

export function qsearchStyle(): i32 {
  return style;
}

export function quiesMax(): i32 {
  return fullPlies;
}

export function isPureFlags(): bool {
  return isPure;
}
