/** A list of moves as people write them: in UCI notation, or as the movetext of a PGN. */

import { movesOf } from "../chess/notation/movetext";
import { replay } from "../chess/notation/replay";
import { Position } from "./position";

/**
 * The position after moves.
 *
 * @param text in UCI notation or SAN, in English, German or Danish; numbers, comments and variations are left out
 * @throws {MoveError} with its `index` for the first move that cannot be played
 * @example playMoves(Position.start(), "1. e4 e5 2. Nf3").turn // "black"
 */
export function playMoves(start: Position, text: string): Position {
  const before = start.game();
  const words = movesOf(text);
  const { game, error } = replay(before.root, words, before.moves);
  if (error !== null) throw error.at(game.plies - before.plies);
  return Position.of(game);
}
