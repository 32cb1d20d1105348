/**
 * Formats moves in UCI notation: `e2e4`, `e7e8q`, a drop as `N@f3`, castling as the king's two squares or, in Chess960, king takes own
 * rook.
 */

import {
  CASTLE,
  castleKingTo,
  fromOf,
  isDrop,
  isPromotion,
  kindOf,
  NO_MOVE,
  promotionType,
  toOf,
} from "../../../assembly/rules/move";
import { KING } from "../../../assembly/rules/piece";
import { fileOf } from "../../../assembly/rules/square";
import { D, LEAPS_LAW, RIDES_LAW, W } from "../../../assembly/rules/variant";
import { squareName } from "../variants/square-names";
import type { Variant } from "../variants/variant";

/**
 * Writes a move; `NO_MOVE` is `0000`.
 *
 * @param chess960 write castling as king takes own rook. Otherwise that form is used only where the king's two squares could also be
 * an ordinary king move, so that the text is never ambiguous.
 * @param variant the variant, for its letters and its king
 * @example formatUciMove(castling, false, CHESS) // "e1g1", and "e1h1" in Chess960
 */
export function formatUciMove(move: number, chess960: boolean, variant: Variant): string {
  if (move === NO_MOVE) return "0000";
  const from = fromOf(move);
  if (isDrop(move)) return `${variant.letters.charAt(from)}@${squareName(toOf(move))}`;
  const slide = !chess960 && kindOf(move) === CASTLE && isLongStep(from, kingTarget(move), variant);
  const to = slide ? kingTarget(move) : toOf(move);
  const promotion = isPromotion(move) ? variant.letters.charAt(promotionType(move)).toLowerCase() : "";
  return squareName(from) + squareName(to) + promotion;
}

/** The target square of the king in castling. */
export function kingTarget(move: number): number {
  return castleKingTo(fromOf(move), toOf(move));
}

/** Whether the king has no ordinary move between two squares of a rank, on any board. */
export function isLongStep(from: number, to: number, { laws }: Variant): boolean {
  const files = Math.abs(fileOf(from) - fileOf(to));
  const leaps = laws[LEAPS_LAW + KING];
  if ((laws[RIDES_LAW + KING] & W) !== 0 || files === 0) return false;
  return !(files === 1 && (leaps & W) !== 0) && !(files === 2 && (leaps & D) !== 0);
}
