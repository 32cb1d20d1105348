/** Moves that win at once: by arriving on a goal, by giving the last check that is needed, or by exploding the other king. */

import { isAttacked } from "./attacks";
import { checksGiven, epSquare, hasKing, isOnGoal, kingSquare, pieceOn, sideToMove } from "./board";
import { moverOf } from "./drops";
import { isGoal } from "./ending";
import { explodesKing } from "./explosions";
import { givesCheck } from "./gives-check";
import { ALL, generate, isLegal, moves, NOISY } from "./legal";
import { CASTLE, isPromotion, kindOf, moveOf, NO_MOVE, NORMAL, promotionType, toOf } from "./move";
import { NEIGHBOURS, neighbourOf } from "./neighbours";
import { colourOf, KING, NO_PIECE, typeOf, WHITE } from "./piece";
import { NO_SQUARE } from "./square";
import { checkLimit, GOAL_TYPES, hasExplosions, hasGoals, hasSharedGoals, isGoalType, law } from "./variant";

/**
 * A legal move that wins at once, other than by mate, or `NO_MOVE`; of several, the one with the lowest number, since the two boards
 * generate moves in different orders. Overwrites `moves[at]` and after.
 */
export function winningMove(at: i32): i32 {
  if (!VARIANTS) return NO_MOVE;
  const races = hasGoals();
  const needsCheck = checkLimit() != 0 && checksGiven(sideToMove()) == checkLimit() - 1;
  const blasts = hasExplosions() && canReachKing();
  if (!races && !needsCheck && !blasts) return NO_MOVE;
  // Black may still follow White's king, and then only draws.
  if (hasSharedGoals() && (sideToMove() == WHITE || isOnGoal(WHITE))) return NO_MOVE;
  if (!needsCheck && !blasts && isKingsGoal()) return kingGoalMove();
  const end = generate(races || needsCheck ? ALL : NOISY, at);
  let lowest = NO_MOVE;
  for (let i = at; i < end; i++) {
    const move = unchecked(moves[i]);
    const wins =
      (races && isGoal(toOf(move)) && isArrival(move)) ||
      (needsCheck && givesCheck(move)) ||
      (blasts && explodesKing(move));
    if (wins && (lowest == NO_MOVE || move < lowest)) lowest = move;
  }
  return lowest;
}

/** Whether a move to a goal wins: castling does not end there, and the piece has to be of the right type. */
function isArrival(move: i32): bool {
  if (kindOf(move) == CASTLE) return false;
  return isGoalType(isPromotion(move) ? promotionType(move) : typeOf(moverOf(move)));
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

/** With explosions: whether the side to move attacks the other king or a piece beside it, or may capture en passant. */
function canReachKing(): bool {
  const us = sideToMove();
  if (!hasKing(us ^ 1)) return false;
  const king = kingSquare(us ^ 1);
  if (epSquare() != NO_SQUARE || isAttacked(king, us)) return true;
  for (let n = 0; n < NEIGHBOURS; n++) {
    const square = neighbourOf(king, n);
    if (square == NO_SQUARE || pieceOn(square) == NO_PIECE || colourOf(pieceOn(square)) == us) continue;
    if (isAttacked(square, us)) return true;
  }
  return false;
}
