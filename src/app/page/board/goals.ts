/** Goal squares of a variant, where a piece wins on arrival. */

import { GOALS_HIGH, GOALS_LOW, SHARED_GOALS } from "../../../../assembly/rules/variant";
import { squareName } from "../../../chess/variants/square-names";
import type { Variant } from "../../../chess/variants/variant";

/** The goal squares of both sides. */
export function goalsOf({ laws }: Variant): string[] {
  const isGoal = (square: number) => (laws[square < 32 ? GOALS_LOW : GOALS_HIGH] >>> (square & 31)) & 1;
  return Array.from({ length: 64 }, (_, square) => square)
    .filter((square) => isGoal(square) || (!laws[SHARED_GOALS] && isGoal(square ^ 56)))
    .map(squareName);
}
