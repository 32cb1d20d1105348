/** The end of a game by its laws: results other than mate, and draws by material. */

import {
  checksGiven,
  halfmoveClock,
  hasKing,
  isOnGoal,
  kingSquare,
  occurrences,
  pieceCount,
  sideToMove,
} from "./board";
import { givesForbiddenCheck } from "./gives-check";
import { moveOf, NORMAL } from "./move";
import { canMove } from "./movegen";
import { WHITE } from "./piece";
import { bareKings, isInsufficientMaterial } from "./remaining-material";
import {
  ALWAYS_SUFFICIENT,
  BARE_KING,
  checkLimit,
  DRAWN,
  EXTINCTION,
  FIDE_MATERIAL,
  GOALS_HIGH,
  GOALS_LOW,
  hasExplosions,
  hasGoals,
  hasOwnEnds,
  hasSharedGoals,
  INSUFFICIENT,
  LOST,
  law,
  moveLimit,
  ONGOING,
  STALEMATE,
  WON,
} from "./variant";

/** The result by a variant's laws (goals, checks, explosions, extinction, bare kings) for the side to move: `ONGOING`, `DRAWN`, `LOST` or `WON`. */
export function variantResult(): i32 {
  return VARIANTS && hasOwnEnds() ? decidedResult() : ONGOING;
}

function decidedResult(): i32 {
  const us = sideToMove();
  const them = us ^ 1;
  if (hasGoals()) {
    if (isOnGoal(them)) return hasSharedGoals() ? raceResult(us) : LOST;
    if (isOnGoal(us)) return WON;
  }
  if (checkLimit() != 0) {
    if (checksGiven(them) >= checkLimit()) return LOST;
    if (checksGiven(us) >= checkLimit()) return WON;
  }
  if (hasExplosions()) {
    if (!hasKing(us)) return LOST;
    if (!hasKing(them)) return WON;
  }
  if (law(EXTINCTION) != ONGOING) {
    if (pieceCount(us) == 0) return law(EXTINCTION);
    if (pieceCount(them) == 0) return LOST + WON - law(EXTINCTION);
  }
  if (law(BARE_KING) != 0) {
    // A bare king may still bare the other in return, which requires an enemy with exactly one piece besides its king.
    if (pieceCount(us) == 1 && pieceCount(them) >= 3) return LOST;
    if (pieceCount(them) == 1 && pieceCount(us) >= 2) return WON;
  }
  return ONGOING;
}

/** The same where the other side's king has arrived at a goal of both: Black may still arrive with its next move. */
function raceResult(us: i32): i32 {
  if (isOnGoal(us)) return DRAWN;
  if (us == WHITE) return LOST;
  const king = kingSquare(us);
  for (let square = 0; square < 64; square++) {
    if (!isGoal(square)) continue;
    const move = moveOf(king, square, NORMAL);
    if (canMove(move) && !givesForbiddenCheck(move)) return ONGOING;
  }
  return LOST;
}

/** Whether the side to move wins by arriving on `square` with a piece of the right type (`isGoalType`). */
export function isGoal(square: i32): bool {
  if (!VARIANTS) return false;
  const seen = sideToMove() == WHITE || hasSharedGoals() ? square : square ^ 56;
  return ((law(seen < 32 ? GOALS_LOW : GOALS_HIGH) >> (seen & 31)) & 1) != 0;
}

/** The result of stalemate, for the side that has no legal move and is not in check. */
export function stalemateResult(): i32 {
  return VARIANTS ? law(STALEMATE) : DRAWN;
}

/** Whether neither side can win: insufficient material. */
export function isDrawnMaterial(): bool {
  if (!VARIANTS || law(INSUFFICIENT) == FIDE_MATERIAL) return isInsufficientMaterial();
  return law(INSUFFICIENT) != ALWAYS_SUFFICIENT && bareKings();
}

/** Whether the game is over although there may be legal moves: by its laws, or drawn without a claim. */
export function isGameOver(): bool {
  return variantResult() != ONGOING || isDrawnMaterial() || occurrences() >= 3 || halfmoveClock() >= moveLimit();
}
