/** The command `wazaba bench`: the signature of the search, and the speed of search and perft on both cores. */

import { Game } from "../../chess/rules/game";
import { CORE_NAMES, type Core, type CoreName } from "../../engine/core/core";
import { loadCore } from "../../engine/core/load";
import type { GamePosition } from "../../engine/worker/messages";
import { WazabaError } from "../../errors";
import { benchOf } from "../../lab/bench/bench";
import { defineCommand } from "../flags/define-command";
import { COMMON_FLAGS, NET_FLAGS, SHARED } from "../flags/flags";
import { print } from "../output";
import { netFrom } from "../support/arguments";
import { warn } from "../support/faults";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { showProgress } from "../support/progress";

const PERFT_DEPTH = 5;

/** The result of one run of one core. */
interface Run {
  readonly nodes: number;
  /** Nodes a second in the search. */
  readonly nps: number;
  /** Leaves a second in perft. */
  readonly perftNps: number;
}

/** Exit code 1 if the cores do not search the same tree. */
export const bench = defineCommand(
  {
    name: "bench",
    summary: "the signature of the search, and the speed of both cores",
    about: `Searches a game's fixed positions to a fixed depth. The sum of the nodes is the signature of the search, equal on both
cores. The cores run in turn; speeds, also of perft (start position, ${PERFT_DEPTH} plies), are medians of R runs. Everything runs on
one thread.`,
    flags: {
      core: {
        ...COMMON_FLAGS.core,
        choices: ["both", ...CORE_NAMES],
        default: "both",
        about: "WebAssembly, its twin in TypeScript, or both, one after the other",
      },
      depth: { ...SHARED.depth, about: "plies to search each position to (default: depends on the game)" },
      runs: { type: "integer", argument: "R", min: 1, default: 3, about: "runs of each core" },
      ...NET_FLAGS,
      ...VARIANT_FLAGS,
      json: COMMON_FLAGS.json,
    },
  },
  async (values) => {
    const names = values.core === "both" ? CORE_NAMES : [values.core];
    const { variant } = variantFrom(values);
    const { runs } = values;
    const { positions, depth: defaultDepth } = benchOf(variant);
    const depth = values.depth ?? defaultDepth;
    const start: GamePosition = { root: Game.start(variant).root, moves: [] };

    const net = netFrom(values, [variant]);
    const cores = await Promise.all(names.map((name) => loadCore(name, { variant, net, onNoNet: warn })));
    const results = new Map<CoreName, Run[]>(names.map((name) => [name, []]));
    for (let run = 1; run <= runs; run++) {
      for (const core of cores) {
        const onProgress = (done: number) => {
          showProgress(`${core.name}, run ${run} of ${runs}: ${done}/${positions.length}`);
        };
        const search = measureSearch(core, positions, depth, onProgress);
        results.get(core.name)?.push({ ...search, perftNps: measurePerft(core, start) });
      }
    }
    showProgress("");

    const signatures = new Set([...results.values()].flat().map(({ nodes }) => nodes));
    const signature = signatures.size === 1 ? [...signatures][0] : null;
    const medians = Object.fromEntries(
      [...results].map(([name, all]) => [
        name,
        {
          nodes: all[0].nodes,
          nps: Math.round(median(all.map(({ nps }) => nps))),
          perftNps: Math.round(median(all.map(({ perftNps }) => perftNps))),
        },
      ]),
    ) as Partial<Record<CoreName, Run>>;
    const { wasm, ts } = medians;
    const ratio = wasm && ts ? { search: wasm.nps / ts.nps, perft: wasm.perftNps / ts.perftNps } : null;

    if (values.json) {
      print(`${JSON.stringify({ variant: variant.id, signature, depth, runs, cores: medians, ratio })}\n`);
    } else {
      for (const [name, { nodes, nps, perftNps }] of Object.entries(medians)) {
        const speeds = [`${(nps / 1000).toFixed(0)} kn/s in search`, `${(perftNps / 1e6).toFixed(1)} Mn/s in perft`];
        print(`${name.padEnd(5)} ${nodes} nodes, ${speeds.join(", ")}\n`);
      }
      if (ratio) print(`ratio ${ratio.search.toFixed(2)} in search, ${ratio.perft.toFixed(2)} in perft\n`);
      print(`bench: ${signature ?? "the signatures differ"}\n`);
    }
    if (signature === null) throw new WazabaError("signature", "the cores did not search the same tree");
    return 0;
  },
);

/** Searches all positions, each as in a new game. */
function measureSearch(
  core: Core,
  positions: readonly GamePosition[],
  depth: number,
  onProgress: (done: number) => void,
) {
  let nodes = 0;
  let searchMs = 0;
  positions.forEach(({ root, moves }, i) => {
    onProgress(i);
    core.newGame();
    core.setPosition(root, moves);
    searchMs += timed(() => core.search({ depth }));
    nodes += core.found().nodes;
  });
  return { nodes, nps: (nodes * 1000) / searchMs };
}

/** Leaves a second. */
function measurePerft(core: Core, { root, moves }: GamePosition): number {
  core.setPosition(root, moves);
  let leaves = 0;
  const perftMs = timed(() => {
    leaves = core.perft(PERFT_DEPTH);
  });
  return (leaves * 1000) / perftMs;
}

/** The time of a function, milliseconds. */
function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
