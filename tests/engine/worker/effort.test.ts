/** Where a search's effort goes decides when it ends under a clock; here with a core that only says which root move it is at. */

import { expect, test } from "vitest";
import type { Line } from "../../../src/chess/notation/line";
import { Game } from "../../../src/chess/rules/game";
import type { Core } from "../../../src/engine/core/core";
import { STYLE } from "../../../src/engine/core/style";
import { now } from "../../../src/engine/time/time-management";
import { type RunHost, SearchRun } from "../../../src/engine/worker/run";

const BEST = 1;
const OTHER = 2;
const HOST: RunHost = {
  isStopped: () => false,
  hitAt: () => null,
  onMateSearch: () => {},
  onProgress: () => {},
  onCurrMove: () => {},
  allNodes: (own) => own,
  endHelpers: async () => [],
};

/** Whether a search whose core was at these root moves ends after twelve equal iterations, at eight tenths of its time. */
async function ends(rootMoves: readonly number[], others: readonly Line[]): Promise<boolean> {
  let isEnded = false;
  const found = { depth: 1, seldepth: 1, score: 0, nodes: 1, hashfull: 0, pv: [BEST], isBound: false, others };
  let at = 0;
  let nodes = 0;
  const exports = {
    legalMoves: () => 30,
    suggestRootMove: () => {},
    currentRootMove: () => at,
    currentRootCount: () => 1,
    nodesSearched: () => nodes,
    hashfull: () => 0,
  };
  const core = {
    exports,
    deadline: 0,
    found: () => found,
    search: () => {
      for (at of rootMoves) {
        nodes += 1024;
        run.shouldStop();
      }
      for (let iteration = 0; iteration < 12; iteration++) run.onIteration();
      isEnded = run.shouldStop();
      return BEST;
    },
  };
  const soft = 10_000;
  const { root } = Game.fromFen("8/8/8/8/8/k7/8/K6R w - - 0 1");
  const run: SearchRun = new SearchRun(
    core as unknown as Core,
    {
      type: "search",
      position: { root, moves: [] },
      limits: {},
      time: { start: now() - 0.8 * soft, target: soft, soft, hard: 3 * soft },
      tuning: new Map(),
      style: STYLE,
      mateSearch: null,
      strength: null,
      ponder: false,
      share: null,
      tablebases: null,
    },
    null,
    HOST,
  );
  await run.perform(null);
  return isEnded;
}

const SECOND: Line = { score: 0, pv: [OTHER], depth: 1, isBound: false };

test.each<[string, number, number, Line[], boolean]>([
  ["all on the best move: enough", 100, 0, [], true],
  ["most of it on others: not yet", 30, 70, [], false],
  ["others are wanted as well: the usual time", 30, 70, [SECOND], true],
  ["too little to tell: the usual time", 1, 8, [], true],
])("%s", async (_what, best, rest, others, isEnough) => {
  const rootMoves = [...Array<number>(best).fill(BEST), ...Array<number>(rest).fill(OTHER)];
  expect(await ends(rootMoves, others)).toBe(isEnough);
});
