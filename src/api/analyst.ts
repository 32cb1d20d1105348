/** An engine of the public API as an analyst, for reviews: at full strength, whatever its options. */

import { parseUciMove } from "../chess/notation/uci-move";
import { formatFen } from "../chess/position/fen";
import { formatUciMove } from "../chess/position/uci-text";
import type { AnalysisLimits, Analyst } from "../players/analyst";
import { NAME } from "../version";
import type { Engine } from "./engine";

/** @param signal aborts its searches; they are then rejected with the signal's reason */
export function analystOf(engine: Engine, signal: AbortSignal | undefined): Analyst {
  const search = (limits: AnalysisLimits) => {
    return engine.go({ ...limits, elo: null, ...(signal !== undefined && { signal }) }).result;
  };
  return {
    name: NAME,
    open: async () => {},
    newGame: () => engine.newGame(),
    close: async () => {},
    async analyse(game, limits) {
      const { root, moves } = game.searchable;
      engine.position(
        formatFen(root),
        moves.map((move) => formatUciMove(move, false, game.variant)),
      );
      let found = await search(limits);
      // Few nodes are not enough for a score.
      if (found.depth === 0) found = await search({ depth: 1 });
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
