/**
 * The cost of the three quiescence searches: nodes per call, the deepest ply, and the share of evaluations below the first
 * quiescence node, which is about 10 % according to the author of Zzzzzz.
 *
 *     node bench/quiescence.mjs [--positions 100000] [--nodes 1000] [--depth 8] [--core wasm] [--json]
 *
 * The share is that of searches of the fixed bench, `--depth` plies deep. How far calls reach is measured on random positions and on
 * crowded boards: each is searched with `--nodes` nodes, then quiescence is searched alone with an open window, the largest possible
 * call.
 */

import { parseArgs } from "node:util";
import { benchOf, CHESS, CORE_NAMES, crowdedBoard, loadCore, randomOpening, STYLE } from "#internals";
import { table } from "./measure.mjs";

/** @typedef {import("#internals").Core} Core */
/** @typedef {import("#internals").Setup} Setup */
/** @typedef {import("#internals").SearchStyle} SearchStyle */
/** @typedef {"calls" | "nodes" | "maxNodes" | "maxPlies" | "firstEvaluations" | "deeperEvaluations"} CountName */

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

/** @type {Readonly<Record<string, SearchStyle>>} */
const STYLES = {
  modern: STYLE,
  flags: { ...STYLE, quiescence: "flags" },
  "flags, pure": { ...STYLE, quiescence: "flags", pureFlags: true },
  strategic: { ...STYLE, quiescence: "strategic" },
};
/** Half of the positions come from games of random moves, of up to this many plies; half have 40 to 60 pieces. */
const LONGEST_GAME = 160;
const MIN_PIECES = 40;
const MAX_PIECES = 60;
const INFINITE = 32001;

/**
 * In the order of `assembly/search/qsearch-shared.ts`.
 *
 * @type {readonly CountName[]}
 */
const COUNTS = ["calls", "nodes", "maxNodes", "maxPlies", "firstEvaluations", "deeperEvaluations"];

/** @param {number} i */
function position(i) {
  const game = i % 2 === 0 ? randomOpening(i % LONGEST_GAME, i) : null;
  return game?.position() ?? crowdedBoard(MIN_PIECES + (i % (MAX_PIECES - MIN_PIECES + 1)), i);
}

/**
 * The quiescence calls of some work on each of the positions.
 *
 * @param {Core} core
 * @param {readonly Setup[]} roots
 * @param {() => void} work
 */
function count(core, roots, work) {
  core.newGame();
  core.exports.countQsearch(1);
  roots.forEach((root, i) => {
    core.setPosition(root, []);
    work();
    if (process.stderr.isTTY && i % 100 === 0) process.stderr.write(`\r\x1b[K${i} of ${roots.length}`);
  });
  const counts = /** @type {Record<CountName, number>} */ (
    Object.fromEntries(COUNTS.map((name, i) => [name, core.exports.qsearchCount(i)]))
  );
  core.exports.countQsearch(0);
  const { calls, nodes, firstEvaluations, deeperEvaluations } = counts;
  return { ...counts, mean: nodes / calls, deeperShare: deeperEvaluations / (firstEvaluations + deeperEvaluations) };
}

const positions = Array.from({ length: total }, (_, i) => position(i));
const games = benchOf(CHESS).positions.map(({ root }) => root);
const coreName = CORE_NAMES.find((name) => name === values.core);
if (coreName === undefined)
  throw new Error(`--core: unknown core "${values.core}", expected ${CORE_NAMES.join(" or ")}`);
const core = await loadCore(coreName, { hash: 1 });
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
  const head = ["", "evaluations below the first node", "nodes per call", "max", "deepest, plies"];
  const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
  /** @type {(what: string, counts: ReturnType<typeof count>) => (string | number)[]} */
  const row = (what, { deeperShare, mean, maxNodes, maxPlies }) => {
    return [what, percent(deeperShare), mean.toFixed(2), maxNodes, maxPlies];
  };
  const rows = styles.flatMap(({ name, games, random, open }) => [
    row(`${name}: fixed bench, depth ${depth}`, games),
    row(`${name}: ${total} positions, ${nodes} nodes each`, random),
    row(`${name}: the same, open window`, open),
  ]);
  process.stdout.write(`${table(head, [...rows, ["Zzzzzz", "about 10 %", "–", "–", "–"]])}\n`);
}
