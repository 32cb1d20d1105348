/** How a game ends, mate and stalemate apart, as its laws say. */

import { bareKings, isInsufficient, isOnGoal, menOf, sideToMove } from "./board";
import { WHITE } from "./piece";
import {
  ALWAYS_SUFFICIENT,
  BARE_KING,
  DRAWN,
  FIDE_MATERIAL,
  GOALS_HIGH,
  GOALS_LOW,
  INSUFFICIENT,
  LOST,
  law,
  NO_MEN,
  ONGOING,
  STALEMATE,
  WON,
} from "./variant";

/** What the men on the board have decided, for the side to move: `ONGOING`, `LOST` or `WON`. */
export function decision(): i32 {
  if (!VARIANTS) return ONGOING;
  const us = sideToMove();
  const them = us ^ 1;
  if ((law(GOALS_LOW) | law(GOALS_HIGH)) != 0) {
    if (isOnGoal(them)) return LOST;
    if (isOnGoal(us)) return WON;
  }
  if (law(NO_MEN) != ONGOING) {
    if (menOf(us) == 0) return law(NO_MEN);
    if (menOf(them) == 0) return LOST + WON - law(NO_MEN);
  }
  if (law(BARE_KING) != 0) {
    // A bare king may still bare the other one in return, which needs an enemy with just one man besides his king.
    if (menOf(us) == 1 && menOf(them) >= 3) return LOST;
    if (menOf(them) == 1 && menOf(us) >= 2) return WON;
  }
  return ONGOING;
}

/** Whether the side to move wins by arriving on `square`, with any man. */
export function isGoal(square: i32): bool {
  if (!VARIANTS) return false;
  const seen = sideToMove() == WHITE ? square : square ^ 56;
  return ((law(seen < 32 ? GOALS_LOW : GOALS_HIGH) >> (seen & 31)) & 1) != 0;
}

/** What a side that has no legal move and is not in check is. */
export function stalemate(): i32 {
  return VARIANTS ? law(STALEMATE) : DRAWN;
}

/** Whether nobody can win any more with the men on the board. */
export function isDrawnMaterial(): bool {
  if (!VARIANTS || law(INSUFFICIENT) == FIDE_MATERIAL) return isInsufficient();
  return law(INSUFFICIENT) != ALWAYS_SUFFICIENT && bareKings();
}
