/** Squares in algebraic notation. */

import { fileOf, NO_SQUARE, rankOf, squareAt } from "../../../assembly/rules/square";

/** `a1` for 0 to `h8` for 63. */
export function squareName(square: number): string {
  return "abcdefgh".charAt(fileOf(square)) + (rankOf(square) + 1);
}

/** The square of a name like `e4`; `NO_SQUARE` if it is invalid. */
export function squareOfName(name: string): number {
  return /^[a-h][1-8]$/.test(name) ? squareAt(name.charCodeAt(0) - 97, name.charCodeAt(1) - 49) : NO_SQUARE;
}
