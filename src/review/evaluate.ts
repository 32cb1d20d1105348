/** The evaluation of a whole game: a search of every position, by one analyst. */

import type { Score } from "../chess/notation/score";
import { formatUciMove } from "../chess/position/uci-text";
import type { Game } from "../chess/rules/game";
import type { AnalysisLimits, Analyst } from "../players/analyst";

/** What a search says of a position: plain data, as it stands in the journal. */
export interface Evaluation {
  /** For the side to move. */
  readonly score: Score;
  readonly depth: number;
  readonly nodes: number;
  /** The principal variation (PV) in UCI, as much of it as is shown. */
  readonly pv: readonly string[];
}

/** The longest line that is shown, plies. */
const SHOWN_PLIES = 12;

/**
 * Evaluates the positions of a game, the first and the last included; null where the game is over. It goes from the end to the
 * beginning: what the searches of later positions have left in the transposition table serves those of earlier ones.
 *
 * @param onPosition called after each position, with how many are done and how many there are
 * @throws {WazabaError} if the analyst fails
 */
export async function evaluateGame(
  game: Game,
  analyst: Analyst,
  limits: AnalysisLimits,
  onPosition?: (done: number, total: number) => void,
): Promise<(Evaluation | null)[]> {
  const present = game.copy();
  const found: (Evaluation | null)[] = [];
  const total = game.plies + 1;
  await analyst.newGame();
  for (;;) {
    found.push(present.legalMoves().length === 0 ? null : await evaluate(present, analyst, limits));
    onPosition?.(found.length, total);
    if (present.plies === 0) return found.reverse();
    present.undo();
  }
}

async function evaluate(game: Game, analyst: Analyst, limits: AnalysisLimits): Promise<Evaluation> {
  const { score, depth, nodes, pv } = await analyst.analyse(game, limits);
  const line = pv.slice(0, SHOWN_PLIES).map((move) => formatUciMove(move, false, game.variant));
  return { score, depth, nodes, pv: line };
}
