/** Moves that win at once, by arriving on a goal or by giving the last check that is needed. */

import { checksGiven, hasKing, isOnGoal, kingSquare, pieceOn, sideToMove } from "./board";
import { isGoal } from "./ending";
import { givesCheck } from "./gives-check";
import { ALL, generate, isLegal, moves } from "./legal";
import { CASTLE, fromOf, isPromotion, kindOf, moveOf, NO_MOVE, NORMAL, promotionType, toOf } from "./move";
import { KING, typeOf, WHITE } from "./piece";
import { checkLimit, GOAL_TYPES, hasGoals, hasSharedGoals, isGoalType, law } from "./variant";

/**
 * A legal move that wins at once, other than by mate, or `NO_MOVE`; of several, the one with the lowest number, since the two boards
 * generate moves in different orders. Overwrites `moves[at]` and after.
 */
export function winningMove(at: i32): i32 {
  if (!VARIANTS) return NO_MOVE;
  const races = hasGoals();
  const needsCheck = checkLimit() != 0 && checksGiven(sideToMove()) == checkLimit() - 1;
  if (!races && !needsCheck) return NO_MOVE;
  // Black may still follow White's king, and then only draws.
  if (hasSharedGoals() && (sideToMove() == WHITE || isOnGoal(WHITE))) return NO_MOVE;
  if (!needsCheck && isKingsGoal()) return kingGoalMove();
  const end = generate(ALL, at);
  let lowest = NO_MOVE;
  for (let i = at; i < end; i++) {
    const move = unchecked(moves[i]);
    const wins = (races && isGoal(toOf(move)) && isArrival(move)) || (needsCheck && givesCheck(move));
    if (wins && (lowest == NO_MOVE || move < lowest)) lowest = move;
  }
  return lowest;
}

/** Whether a move to a goal wins: castling does not end there, and the piece has to be of the right type. */
function isArrival(move: i32): bool {
  if (kindOf(move) == CASTLE) return false;
  return isGoalType(isPromotion(move) ? promotionType(move) : typeOf(pieceOn(fromOf(move))));
}

/** Whether only royal kings win on the goals: one piece to look at, and no need to generate the moves of all others. */
function isKingsGoal(): bool {
  return law(GOAL_TYPES) == 1 << KING && hasKing(sideToMove());
}

/** The legal step of the king onto the lowest goal, or `NO_MOVE`. */
function kingGoalMove(): i32 {
  const king = kingSquare(sideToMove());
  for (let square = 0; square < 64; square++) {
    if (!isGoal(square)) continue;
    const move = moveOf(king, square, NORMAL);
    if (isLegal(move)) return move;
  }
  return NO_MOVE;
}
