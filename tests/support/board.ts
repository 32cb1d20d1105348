/** Positions on the twin's own board, for tests that call the functions of the search one by one. */

import { parseUciMove } from "../../src/chess/notation/uci-move";
import { load } from "../../src/chess/rules/board";
import { Game } from "../../src/chess/rules/game";

/** Sets up a position of orthodox chess; returns a parser of its moves. */
export function setUp(fen: string): (text: string) => number {
  const game = Game.fromFen(fen);
  const moveOf = (text: string) => parseUciMove(game, text);
  // Parsing a move may load the game's own board, so the position is set up again each time.
  const read = (text: string) => {
    const move = moveOf(text);
    load(game.root);
    return move;
  };
  load(game.root);
  return read;
}
