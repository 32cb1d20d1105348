/** A variation in SAN with move numbers. */

import { formatSanLine } from "../../chess/notation/san";
import type { Game } from "../../chess/rules/game";

/** A variation from the current position: `12... Nc6 13. Bb5`. */
export function numberedLine(game: Game, line: readonly number[]): string {
  const { side, fullmove } = game.position();
  return formatSanLine(game, line)
    .map((san, i) => {
      const ply = i + side;
      const number = fullmove + (ply >> 1);
      if (ply % 2 === 0) return `${number}. ${san}`;
      return i === 0 ? `${number}... ${san}` : san;
    })
    .join(" ");
}
