/** An engine of the public API as an analyst, for reviews: at full strength, whatever its options. */

import { parseUciMove } from "../chess/notation/uci-move";
import { formatFen } from "../chess/position/fen";
import { formatUciMove } from "../chess/position/uci-text";
import type { Game } from "../chess/rules/game";
import type { AnalysisTask, Analyst } from "../players/analyst";
import { NAME } from "../version";
import type { Engine } from "./engine";

/** @param signal aborts its searches; they are then rejected with the signal's reason */
export function analystOf(engine: Engine, signal: AbortSignal | undefined): Analyst {
  const search = ({ searchMoves, ...limits }: AnalysisTask, { variant }: Game) => {
    const moves = searchMoves?.map((move) => formatUciMove(move, false, variant));
    const choice = moves !== undefined && { searchMoves: moves };
    return engine.go({ ...limits, ...choice, elo: null, ...(signal !== undefined && { signal }) }).result;
  };
  return {
    name: NAME,
    open: async () => {},
    newGame: () => engine.newGame(),
    close: async () => {},
    async analyse(game, task) {
      const { root, moves } = game.searchable;
      engine.position(
        formatFen(root),
        moves.map((move) => formatUciMove(move, false, game.variant)),
      );
      let found = await search(task, game);
      // Few nodes are not enough for a score.
      if (found.depth === 0)
        found = await search({ depth: 1, ...(task.searchMoves && { searchMoves: task.searchMoves }) }, game);
      const { score, depth, nodes, timeMs } = found;
      const copy = game.copy();
      const pv = found.pv.map((text) => {
        const move = parseUciMove(copy, text);
        copy.play(move);
        return move;
      });
      return { move: pv[0], score, depth, nodes, timeMs, pv };
    },
  };
}
