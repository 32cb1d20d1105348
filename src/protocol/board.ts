/** The board as text, for the UCI command `d`. */

import { NO_PIECE } from "../../assembly/rules/piece";
import { pieceLetter } from "../chess/position/names";
import type { Game } from "../chess/rules/game";

/** The board in ASCII, White at the bottom, with variant, FEN and key. */
export function formatBoard(game: Game, chess960: boolean): string[] {
  const rule = " +---+---+---+---+---+---+---+---+";
  const lines = ["", rule];
  for (let rank = 7; rank >= 0; rank--) {
    let row = "";
    for (let file = 0; file < 8; file++) {
      const piece = game.pieceAt(rank * 8 + file);
      row += ` | ${piece === NO_PIECE ? " " : pieceLetter(piece, game.variant)}`;
    }
    lines.push(`${row} | ${rank + 1}`, rule);
  }
  const files = "   a   b   c   d   e   f   g   h";
  return [...lines, files, "", `Game: ${game.variant.id}`, `Fen: ${game.fen({ chess960 })}`, `Key: ${game.key}`];
}
