/** Perft by the host's rules, move by move as programs play: not the core's own. */

import type { Game } from "../../src/chess/rules/game";

/** How many games of `depth` moves there are from here. */
export function perftOf(game: Game, depth: number): number {
  const moves = game.knownMoves;
  if (depth === 1) return moves.length;
  let count = 0;
  for (const move of moves) {
    game.play(move);
    count += perftOf(game, depth - 1);
    game.undo();
  }
  return count;
}
