import { NO_PIECE } from "../../assembly/rules/piece";
import type { Game } from "../rules/game";
import { pieceLetter } from "../rules/names";

/** The position as a picture in letters, with its FEN and key; White below. */
export function formatBoard(game: Game, chess960: boolean): string[] {
  const rule = " +---+---+---+---+---+---+---+---+";
  const lines = ["", rule];
  for (let rank = 7; rank >= 0; rank--) {
    let row = "";
    for (let file = 0; file < 8; file++) {
      const piece = game.pieceAt(rank * 8 + file);
      row += ` | ${piece === NO_PIECE ? " " : pieceLetter(piece)}`;
    }
    lines.push(`${row} | ${rank + 1}`, rule);
  }
  return [...lines, "   a   b   c   d   e   f   g   h", "", `Fen: ${game.fen({ chess960 })}`, `Key: ${game.key}`];
}
