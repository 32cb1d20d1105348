/** The threat in a position: what the opponent would do if the side to move passed. */

import { Position } from "../../../api/position";
import { afterNull } from "../../../chess/notation/pgn-tree";

/** The position after a pass; null if there is none: in check, at the end of the game, or against the rules. */
export function passed(position: Position): Position | null {
  if (position.isCheck || position.isOver) return null;
  const game = afterNull(position.game());
  if (game === null) return null;
  const after = Position.of(game);
  return after.isOver ? null : after;
}
