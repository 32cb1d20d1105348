/**
 * Search trace: prints the tree of a search, each node with its move, depth, window, TT entry, static evaluation, reductions, pruned
 * moves, and why the search left it. It builds its own twin with `TRACE` (`assembly/search/trace.ts`).
 *
 *     node bench/trace.mjs [FEN] [--depth 6] [--line e2e4,e7e5] [--plies 2] [--moves] [--qsearch] [--iterations all|last]
 *                          [--variant ID] [--net none]
 *
 * `--line`: only the tree below these moves. `--plies`: how deep below them. `--moves`: also the moves that were pruned.
 * `--qsearch`: also nodes of quiescence search. `-` in a line is a null move. Scores and windows are from the side to move.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { buildFor, builtIn, formatUciMove, Game, loadCore } from "#internals";
import { constants } from "../build/constants.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    depth: { type: "string", default: "6" },
    line: { type: "string", default: "" },
    plies: { type: "string", default: "2" },
    moves: { type: "boolean", default: false },
    qsearch: { type: "boolean", default: false },
    iterations: { type: "string", default: "last" },
    variant: { type: "string", default: "chess" },
    net: { type: "string" },
  },
});
const depth = Number(values.depth);
const plies = Number(values.plies);
const wantedLine = values.line.split(/[\s,]+/).filter((move) => move !== "");
if (!Number.isInteger(depth) || depth < 1 || !Number.isInteger(plies) || plies < 0) {
  console.error("trace: --depth must be a positive integer, --plies a non-negative one");
  process.exit(2);
}
const variant = builtIn(values.variant);
const game = positionals.length > 0 ? Game.fromFen(positionals.join(" "), variant) : Game.start(variant);
const textOf = (/** @type {number} */ move) => (move === 0 ? "-" : formatUciMove(move, false, variant));

/** @typedef {{ readonly reason: number, readonly move: number, readonly path?: undefined }} PrunedMove */

/**
 * A node: `ply` from the root, the `path` of moves to it, and its steps in order.
 *
 * @typedef {{
 *   readonly kind: number,
 *   readonly move: number,
 *   readonly alpha: number,
 *   readonly beta: number,
 *   readonly depthLeft: number,
 *   readonly ply: number,
 *   readonly excluded: number,
 *   readonly isAgain: boolean,
 *   readonly path: readonly string[],
 *   readonly steps: (TraceNode | PrunedMove)[],
 *   isShown: boolean,
 *   reduction: number,
 *   reduced: readonly number[] | null,
 *   tt: readonly number[] | null,
 *   evaluation: readonly number[] | null,
 *   reason: number,
 *   score: number,
 * }} TraceNode
 */

/**
 * The root, for each iteration and window, with all nodes on the way to those shown.
 *
 * @type {TraceNode[]}
 */
const roots = [];
/**
 * The nodes that have been entered but not left yet, from the root.
 *
 * @type {TraceNode[]}
 */
const stack = [];
let entered = 0;

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
process.once("exit", () => rmSync(folder, { recursive: true }));
const { trace, core } = await tracedCore(folder);
const reasons = namesFrom("SEARCHED", "IN_TABLES");
const kinds = namesFrom("PV_NODE", "QSEARCH");
core.setPosition(game.root, game.moves);
const best = core.search({ depth });

console.log(game.fen());
for (const root of roots) print(root, 0);
console.log(`bestmove ${textOf(best)}, ${entered} nodes traced, ${core.found().nodes} searched`);

/**
 * A twin whose search reports its steps, and the module with the numbers of the events.
 *
 * @param {string} outdir
 */
async function tracedCore(outdir) {
  const chosen = buildFor(variant);
  const name = chosen === "chess" ? "twin" : "twin-variants";
  const file = join(outdir, `${name}.js`);
  const root = fileURLToPath(new URL("..", import.meta.url));
  await build({
    stdin: {
      contents: 'export * from "./src/engine/core/twin-entry"; export * as trace from "./assembly/search/trace";',
      resolveDir: root,
    },
    bundle: true,
    format: "esm",
    outfile: file,
    define: constants({ variants: chosen !== "chess", trace: true }),
    resolveExtensions: [".twin.ts", ".ts"],
    inject: [join(root, "assembly/portable.ts")],
    logLevel: "warning",
  });
  const netFile = new URL(`../dist/web/${variant.id}.net`, import.meta.url);
  const net = values.net === "none" || !existsSync(netFile) ? null : readFileSync(netFile);
  const host = { shouldStop: () => 0, onIteration: () => {}, onTrace };
  const assets = pathToFileURL(`${outdir}/`);
  const core = await loadCore("ts", { build: chosen, variant, net, host, assets });
  /** @type {{ readonly trace: typeof import("../assembly/search/trace") }} */
  const { trace } = await import(pathToFileURL(file).href);
  return { core, trace };
}

/**
 * The names of the constants of `trace.ts` from `first` to `last`, in the order of the source, by their values.
 *
 * @param {string} first
 * @param {string} last
 */
function namesFrom(first, last) {
  const source = readFileSync(new URL("../assembly/search/trace.ts", import.meta.url), "utf8");
  const names = [...source.matchAll(/^export const (\w+): i32/gm)].map(([, name]) => name);
  const chosen = names.slice(names.indexOf(first), names.indexOf(last) + 1);
  const numbers = /** @type {Readonly<Record<string, unknown>>} */ (trace);
  return new Map(chosen.map((name) => [Number(numbers[name]), name.toLowerCase().replaceAll("_", " ")]));
}

/** @type {(event: number, ...numbers: number[]) => void} */
function onTrace(event, ...numbers) {
  if (event === trace.ENTER) return enter(numbers);
  const node = stack[stack.length - 1];
  switch (event) {
    case trace.TT:
      node.tt = numbers;
      break;
    case trace.EVAL:
      node.evaluation = numbers;
      break;
    case trace.PRUNED:
      node.steps.push({ reason: numbers[0], move: numbers[1] });
      break;
    case trace.REDUCED:
      node.reduced = numbers;
      break;
    case trace.LEAVE:
      leave(node, numbers);
      break;
  }
}

/** @param {readonly number[]} numbers */
function enter([kind, move, alpha, beta, depthLeft, ply, excluded]) {
  const parent = stack.at(-1) ?? null;
  // A search of the same position: singular, razoring, or the verification of a null move.
  const isAgain = parent !== null && parent.ply === ply;
  const path = ply === 0 || parent === null ? [] : isAgain ? parent.path : [...parent.path, textOf(move)];
  const reduction = parent?.reduced?.[0] === move && !isAgain ? parent.reduced[2] : 0;
  if (parent !== null && !isAgain) parent.reduced = null;
  if (ply > 0) entered++;
  /** @type {TraceNode} */
  const node = {
    ...{ kind, move, alpha, beta, depthLeft, ply, excluded, isAgain, path, reduction },
    ...{ steps: [], isShown: false, reduced: null, tt: null, evaluation: null, reason: 0, score: 0 },
  };
  stack.push(node);
  node.isShown = isWanted(node);
  if (!node.isShown) return;
  if (parent === null || ply === 0) roots.push(node);
  else parent.steps.push(node);
}

/** @type {(node: TraceNode, numbers: readonly number[]) => void} */
function leave(node, [reason, score]) {
  stack.pop();
  node.reason = reason;
  node.score = score;
  if (reason === trace.REFUSED && node.ply > 0) entered--;
}

/**
 * Whether the node on top of the stack is on the way to the requested line, or not too far below it.
 *
 * @param {TraceNode} node
 */
function isWanted({ kind, path, depthLeft, ply }) {
  if (kind === trace.QSEARCH && !values.qsearch) return false;
  if (ply === 0 && values.iterations === "last" && depthLeft < depth) return false;
  if (ply > 0 && !stack.slice(0, -1).every((above) => above.isShown)) return false;
  return path.length <= wantedLine.length + plies && path.every((move, i) => move === (wantedLine[i] ?? move));
}

/**
 * A bound of a window as text.
 *
 * @param {number} score
 */
function bound(score) {
  return Math.abs(score) > 32000 ? (score < 0 ? "-inf" : "inf") : String(score);
}

/** @type {(node: TraceNode, indent: number) => void} */
function print(node, indent) {
  const margin = "  ".repeat(indent);
  const { kind, move, alpha, beta, depthLeft, ply, excluded, isAgain, tt, evaluation, reduction, reason, score } = node;
  const words = [
    ply === 0 ? "root" : isAgain ? (excluded === 0 ? "again" : `without ${textOf(excluded)}`) : textOf(move),
    `${kinds.get(kind)}, depth ${depthLeft}, window ${bound(alpha)} ${bound(beta)}`,
  ];
  if (reduction > 0) words.push(`lmr ${reduction}`);
  if (tt !== null)
    words.push(`tt ${["none", "upper", "lower", "exact"][tt[0]]} ${tt[2]} depth ${tt[1]} ${textOf(tt[3])}`);
  if (evaluation !== null) {
    const [staticEval, estimate] = evaluation;
    words.push(`eval ${staticEval}${estimate === staticEval ? "" : `, by the TT ${estimate}`}`);
  }
  console.log(`${margin}${words.join("; ")} => ${score} (${reasons.get(reason)})`);
  // On the way to the line, moves beside it do not matter.
  const isPassing = node.path.length < wantedLine.length;
  for (const step of node.steps) {
    if (step.path !== undefined) print(step, indent + 1);
    else if (values.moves && !isPassing)
      console.log(`${margin}  ${textOf(step.move)} pruned (${reasons.get(step.reason)})`);
  }
}
