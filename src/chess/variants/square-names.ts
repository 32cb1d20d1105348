/** Squares in algebraic notation. */

import { fileOf, NO_SQUARE, rankOf, squareAt } from "../../../assembly/rules/square";

const NAMES: readonly string[] = Array.from({ length: 64 }, (_, square) => {
  return "abcdefgh".charAt(fileOf(square)) + (rankOf(square) + 1);
});

/** `a1` for 0 to `h8` for 63. */
export function squareName(square: number): string {
  return NAMES[square];
}

/** The square of a name like `e4`; `NO_SQUARE` if it is invalid. */
export function squareOfName(name: string): number {
  return name.length === 2 ? squareInText(name, 0) : NO_SQUARE;
}

/** The square whose name is at an index of a text; `NO_SQUARE` if there is none. */
export function squareInText(text: string, index: number): number {
  const file = text.charCodeAt(index) - 97;
  const rank = text.charCodeAt(index + 1) - 49;
  // Not a number if the text is too short, which is not within the range either.
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? squareAt(file, rank) : NO_SQUARE;
}
