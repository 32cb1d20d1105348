/** The squares around a square: a king's steps, which lead the list of directions (`variant.ts`). */

import { fileOf, NO_SQUARE, rankOf, squareAt } from "./square";
import { fileStep, rankStep } from "./variant";

/** The maximum number of squares around one. */
export const NEIGHBOURS: i32 = 8;

/** The square next to `square` in direction `n`, 0 to 7; `NO_SQUARE` beyond the edge. */
export function neighbourOf(square: i32, n: i32): i32 {
  const file = fileOf(square) + fileStep(n);
  const rank = rankOf(square) + rankStep(n);
  return ((file | rank) & ~7) == 0 ? squareAt(file, rank) : NO_SQUARE;
}

/** Whether two squares touch, or are the same. */
export function isNear(a: i32, b: i32): bool {
  const files = fileOf(a) - fileOf(b);
  const ranks = rankOf(a) - rankOf(b);
  return files >= -1 && files <= 1 && ranks >= -1 && ranks <= 1;
}
