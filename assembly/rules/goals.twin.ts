/** The twin's goals: the squares on which White's pieces win, as a list. */

import { newI32 } from "../platform";
import { cellOf, mailbox } from "./attacks";
import { NO_PIECE, typeOf } from "./piece";
import { GOALS_HIGH, GOALS_LOW, hasSharedGoals, isGoalType, law } from "./variant";

const goals = newI32(VARIANTS ? 64 : 1);
let goalCount = 0;

/** Lists the goals of the current variant. */
export function fillGoals(): void {
  goalCount = 0;
  for (let square = 0; square < 64; square++) {
    if (((law(square < 32 ? GOALS_LOW : GOALS_HIGH) >> (square & 31)) & 1) !== 0) goals[goalCount++] = square;
  }
}

/** Whether a piece of `colour` stands on one of the squares that win the game for it. */
export function isOnGoal(colour: i32): bool {
  for (let i = 0; i < goalCount; i++) {
    const piece = mailbox[cellOf(goals[i] ^ (hasSharedGoals() ? 0 : 56 * colour))];
    if (piece !== NO_PIECE && (piece & 1) === colour && isGoalType(typeOf(piece))) return true;
  }
  return false;
}
