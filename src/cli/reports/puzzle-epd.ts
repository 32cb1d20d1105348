/** Puzzles as EPD, which `wazaba epd` and other programs read. */

import type { AnnotatedGame } from "../../chess/notation/pgn";
import { formatSanLine } from "../../chess/notation/san";
import { parseUciMove } from "../../chess/notation/uci-move";
import { Game } from "../../chess/rules/game";
import { CHESS } from "../../chess/variants/games";
import type { Puzzle } from "../../review/puzzles";
import { numbered } from "./review-table";

/**
 * A puzzle as a line of EPD: the winning move, its score, and where the game has it.
 *
 * @param index of the game, from 0
 */
export function puzzleEpd(annotated: AnnotatedGame, index: number, { ply, line, score }: Puzzle): string {
  const { game } = annotated;
  const position = new Game(game.root);
  for (const move of game.moves.slice(0, ply)) position.play(move);
  const [san] = formatSanLine(position, [parseUciMove(position, line[0])]);
  const fields = position.fen().split(" ");
  const [half, full] = fields.splice(-2);
  const worth = "cp" in score ? `ce ${score.cp}` : `dm ${score.mate}`;
  const id = `game ${index + 1}, ${numbered(annotated, ply + 1, san)}`;
  const variant = game.variant.id === CHESS.id ? "" : ` variant "${game.variant.id}";`;
  return `${fields.join(" ")} bm ${san}; ${worth}; hmvc ${half}; fmvn ${full}; id "${id}";${variant}`;
}
