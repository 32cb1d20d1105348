/**
 * What the three quiescence searches take: nodes a call, the deepest ply, and the share of evaluations below the first
 * quiescence node, of which the author of Zzzzzz says that it is about 10 %.
 *
 *     node bench/quiescence.mjs [--positions 100000] [--nodes 1000] [--depth 8] [--core wasm] [--json]
 *
 * The share is that of searches of the fixed bench, `--depth` plies deep. How far calls go is seen on random positions and on
 * boards full of pieces: each is searched with `--nodes` nodes, then its quiescence alone with an open window, the largest call
 * there is.
 */

import { parseArgs } from "node:util";
import { benchOf, CHESS, crowdedBoard, loadCore, randomOpening, STYLE } from "../dist/internals.js";
import { table } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    positions: { type: "string", default: "100000" },
    nodes: { type: "string", default: "1000" },
    depth: { type: "string", default: "8" },
    core: { type: "string", default: "wasm" },
    json: { type: "boolean", default: false },
  },
});
const total = Number(values.positions);
const nodes = Number(values.nodes);
const depth = Number(values.depth);

const STYLES = {
  modern: STYLE,
  flags: { ...STYLE, quiescence: "flags" },
  "flags, pure": { ...STYLE, quiescence: "flags", pureFlags: true },
  strategic: { ...STYLE, quiescence: "strategic" },
};
/** Half of the positions come from games of random moves, of up to so many plies; half have 40 to 60 pieces. */
const LONGEST_GAME = 160;
const MIN_PIECES = 40;
const MAX_PIECES = 60;
const INFINITE = 32001;

// As `assembly/search/qsearch-shared.ts` numbers them.
const COUNTS = ["calls", "nodes", "mostNodes", "mostPlies", "firstEvaluations", "deeperEvaluations"];

function position(i) {
  if (i % 2 === 1) return crowdedBoard(MIN_PIECES + (i % (MAX_PIECES - MIN_PIECES + 1)), i);
  return randomOpening(i % LONGEST_GAME, i).position();
}

/** What the calls of a piece of work take, over all those positions. */
function count(core, roots, work) {
  core.newGame();
  core.exports.countQsearch(1);
  roots.forEach((root, i) => {
    core.setPosition(root, []);
    work();
    if (process.stderr.isTTY && i % 100 === 0) process.stderr.write(`\r\x1b[K${i} of ${roots.length}`);
  });
  const counts = Object.fromEntries(COUNTS.map((name, i) => [name, core.exports.qsearchCount(i)]));
  core.exports.countQsearch(0);
  const { calls, nodes, firstEvaluations, deeperEvaluations } = counts;
  return { ...counts, mean: nodes / calls, deeperShare: deeperEvaluations / (firstEvaluations + deeperEvaluations) };
}

const positions = Array.from({ length: total }, (_, i) => position(i));
const games = benchOf(CHESS).positions.map(({ root }) => root);
const core = await loadCore(values.core, { hash: 1 });
const styles = Object.entries(STYLES).map(([name, style]) => {
  core.setStyle(style);
  return {
    name,
    games: count(core, games, () => core.search({ depth })),
    random: count(core, positions, () => core.search({ nodes })),
    open: count(core, positions, () => core.exports.qsearchRoot(-INFINITE, INFINITE)),
  };
});
if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");

if (values.json) {
  process.stdout.write(`${JSON.stringify({ positions: total, nodes, depth, core: values.core, styles }, null, 2)}\n`);
} else {
  const head = ["", "evaluations below the first node", "nodes a call", "most", "deepest, plies"];
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const rows = styles.flatMap(({ name, games, random, open }) =>
    [
      [`${name}: fixed bench, depth ${depth}`, games],
      [`${name}: ${total} positions, ${nodes} nodes each`, random],
      [`${name}: the same, open window`, open],
    ].map(([what, { deeperShare, mean, mostNodes, mostPlies }]) => {
      return [what, percent(deeperShare), mean.toFixed(2), mostNodes, mostPlies];
    }),
  );
  process.stdout.write(`${table(head, [...rows, ["Zzzzzz", "about 10 %", "–", "–", "–"]])}\n`);
}
