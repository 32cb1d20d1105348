/** Lines of UCI moves, played on a core. */

import { parseUciMove } from "../../src/chess/notation/uci-move";
import { Game } from "../../src/chess/rules/game";
import type { Variant } from "../../src/chess/variants/variant";
import type { Core } from "../../src/engine/core/core";

/** Plays a line of UCI moves, separated by spaces, on a core; returns the game. */
export function setUpLine(core: Core, fen: string, line = "", variant?: Variant): Game {
  const game = Game.fromFen(fen, variant);
  for (const text of line.split(" ").filter((word) => word !== "")) game.play(parseUciMove(game, text));
  core.setPosition(game.root, game.moves);
  return game;
}

/** The code of a move that is legal at the end of a line; the core has that position afterwards. */
export function moveAfter(core: Core, fen: string, line: string, text: string, variant?: Variant): number {
  return parseUciMove(setUpLine(core, fen, line, variant), text);
}
