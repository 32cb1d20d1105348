/** The evaluation of a whole game: a search of every position, by one analyst. */

import type { UciLine } from "../chess/notation/line";
import { formatUciMove } from "../chess/position/uci-text";
import type { Game } from "../chess/rules/game";
import type { AnalysisLimits, Analyst } from "../players/analyst";

/** The search result of a position: plain data, as stored in the journal. */
export interface PositionEvaluation extends Omit<UciLine, "isBound"> {
  readonly nodes: number;
}

/** The maximum length of a shown line, plies. */
const MAX_SHOWN_PLIES = 12;

/**
 * Evaluates the positions of a game, including the first and the last; null where the game is over. It goes backwards from the end:
 * what searches of later positions leave in the transposition table helps those of earlier ones.
 *
 * @param onPosition called after each position, with how many are done and how many there are
 * @throws {WazabaError} if the analyst fails
 */
export async function evaluateGame(
  game: Game,
  analyst: Analyst,
  limits: AnalysisLimits,
  onPosition?: (done: number, total: number) => void,
): Promise<(PositionEvaluation | null)[]> {
  const current = game.copy();
  const found: (PositionEvaluation | null)[] = [];
  const total = game.plies + 1;
  await analyst.newGame();
  for (;;) {
    found.push(current.legalMoves().length === 0 ? null : await evaluate(current, analyst, limits));
    onPosition?.(found.length, total);
    if (current.plies === 0) return found.reverse();
    current.undo();
  }
}

async function evaluate(game: Game, analyst: Analyst, limits: AnalysisLimits): Promise<PositionEvaluation> {
  const { score, depth, nodes, pv } = await analyst.analyse(game, limits);
  const line = pv.slice(0, MAX_SHOWN_PLIES).map((move) => formatUciMove(move, false, game.variant));
  return { score, depth, nodes, pv: line };
}
