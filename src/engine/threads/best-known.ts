/** What is known when a worker is terminated in mid-search, since nothing else can stop it. */

import { NO_MOVE } from "../../../assembly/rules/move";
import { DRAW, MATE } from "../../../assembly/search/score";
import { Game, MAX_LINE_PLIES } from "../../chess/rules/game";
import { now } from "../time/time-management";
import type { MateReport } from "../worker/mate-search";
import type { Progress, SearchResult, SearchTask } from "../worker/messages";

/** The result of a search whose worker was terminated: the last one reported. It always has a move if there is a legal one. */
export function bestKnown(
  { position: { root, moves }, limits: { searchMoves = [] }, time: { start } }: SearchTask,
  best: Progress | null,
  mate: MateReport | null,
): SearchResult {
  if (best !== null) return { ...best, move: best.pv[0] ?? NO_MOVE, mate, isMateDisproved: false };
  const cost = { nodes: 0, hashfull: 0, timeMs: now() - start };
  const unknown = { ...cost, depth: 1, seldepth: 1, isBound: false, others: [], mate, isMateDisproved: false };
  if (mate?.kind === "mate") {
    const { pv } = mate;
    return { ...unknown, seldepth: pv.length, score: MATE - pv.length, pv, move: pv[0] };
  }
  const game = new Game(root);
  for (const move of moves) game.play(move, MAX_LINE_PLIES);
  const [move = NO_MOVE] = [...searchMoves, ...game.legalMoves()];
  return { ...unknown, score: DRAW, pv: move === NO_MOVE ? [] : [move], move };
}
