/**
 * Search trace: the tree of a search as text, each node with its move, depth, window, TT entry, static evaluation, reductions,
 * what was pruned, and why it was left. It builds a twin with `TRACE` (`assembly/search/trace.ts`) for itself.
 *
 *     node bench/trace.mjs [FEN] [--depth 6] [--line e2e4,e7e5] [--plies 2] [--moves] [--qsearch] [--iterations all|last]
 *                          [--variant ID] [--net none]
 *
 * `--line`: only what is below these moves. `--plies`: how deep below them. `--moves`: also the moves that were pruned.
 * `--qsearch`: also nodes of quiescence search. `-` in a line is a null move. Scores and windows are those of the side to move.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { constants } from "../build/constants.mjs";
import { buildFor, builtIn, formatUciMove, Game, loadCore } from "../dist/internals.js";

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
  console.error("trace: --depth is a whole number from 1, --plies one from 0");
  process.exit(2);
}
const variant = builtIn(values.variant);
const game = positionals.length > 0 ? Game.fromFen(positionals.join(" "), variant) : Game.start(variant);
const textOf = (move) => (move === 0 ? "-" : formatUciMove(move, false, variant));

/** The root, of each iteration and window, and all nodes on the way to those wanted. */
const roots = [];
/** The nodes that have been entered and not left yet, from the root. */
const stack = [];
let entered = 0;

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
process.once("exit", () => rmSync(folder, { recursive: true }));
const { trace, core } = await tracedCore(folder);
const reasons = namesFrom("SEARCHED", "STOPPED");
const kinds = namesFrom("PV_NODE", "QSEARCH");
core.setPosition(game.root, game.moves);
const best = core.search({ depth });

console.log(game.fen());
for (const root of roots) print(root, 0);
console.log(`bestmove ${textOf(best)}, ${entered} nodes traced, ${core.found().nodes} searched`);

/** A twin whose search tells what it does, and the numbers by which it tells it. */
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
  return { core, trace: (await import(pathToFileURL(file).href)).trace };
}

/** The names of the numbers of `trace.ts` from one to another, which stand there in order. */
function namesFrom(first, last) {
  const source = readFileSync(new URL("../assembly/search/trace.ts", import.meta.url), "utf8");
  const names = [...source.matchAll(/^export const (\w+): i32/gm)].map(([, name]) => name);
  const chosen = names.slice(names.indexOf(first), names.indexOf(last) + 1);
  return new Map(chosen.map((name) => [trace[name], name.toLowerCase().replaceAll("_", " ")]));
}

function onTrace(event, ...numbers) {
  const node = stack.at(-1);
  switch (event) {
    case trace.ENTER:
      return enter(...numbers);
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
      return leave(...numbers);
  }
}

function enter(kind, move, alpha, beta, depthLeft, ply, excluded) {
  const parent = stack.at(-1);
  // A search of the same position: singular, razoring, or a null move that is confirmed.
  const isAgain = parent !== undefined && parent.ply === ply;
  const path = ply === 0 ? [] : isAgain ? parent.path : [...parent.path, textOf(move)];
  const node = { kind, move, alpha, beta, depthLeft, ply, excluded, isAgain, path, steps: [] };
  if (parent?.reduced?.[0] === move && !isAgain) node.reduction = parent.reduced[2];
  if (parent?.reduced !== undefined && !isAgain) parent.reduced = undefined;
  if (ply > 0) entered++;
  stack.push(node);
  if (!isWanted(node)) return;
  if (ply === 0) roots.push(node);
  else parent.steps.push(node);
}

function leave(reason, score) {
  const node = stack.pop();
  node.reason = reason;
  node.score = score;
  if (reason === trace.REFUSED && node.ply > 0) entered--;
}

/** Whether a node is on the way to the wanted line, or not too far below it. */
function isWanted({ kind, path, depthLeft, ply }) {
  if (kind === trace.QSEARCH && !values.qsearch) return false;
  if (ply === 0 && values.iterations === "last" && depthLeft < depth) return false;
  if (ply > 0 && !stack.every((above) => above.isShown || above === stack.at(-1))) return false;
  const isShown = path.length <= wantedLine.length + plies && path.every((move, i) => move === (wantedLine[i] ?? move));
  stack.at(-1).isShown = isShown;
  return isShown;
}

/** A number, or an end of the widest window. */
function bound(score) {
  return Math.abs(score) > 32000 ? (score < 0 ? "-inf" : "inf") : String(score);
}

function print(node, indent) {
  const margin = "  ".repeat(indent);
  const { kind, move, alpha, beta, depthLeft, ply, excluded, isAgain, tt, evaluation, reduction, reason, score } = node;
  const words = [
    ply === 0 ? "root" : isAgain ? (excluded === 0 ? "again" : `without ${textOf(excluded)}`) : textOf(move),
    `${kinds.get(kind)}, depth ${depthLeft}, window ${bound(alpha)} ${bound(beta)}`,
  ];
  if (reduction > 0) words.push(`lmr ${reduction}`);
  if (tt !== undefined)
    words.push(`tt ${["none", "upper", "lower", "exact"][tt[0]]} ${tt[2]} depth ${tt[1]} ${textOf(tt[3])}`);
  if (evaluation !== undefined) {
    const [staticEval, estimate] = evaluation;
    words.push(`eval ${staticEval}${estimate === staticEval ? "" : `, by the TT ${estimate}`}`);
  }
  console.log(`${margin}${words.join("; ")} => ${score} (${reasons.get(reason)})`);
  // Where the line is still to be entered, the moves beside it do not matter.
  const isPassing = node.path.length < wantedLine.length;
  for (const step of node.steps) {
    if (step.path !== undefined) print(step, indent + 1);
    else if (values.moves && !isPassing)
      console.log(`${margin}  ${textOf(step.move)} pruned (${reasons.get(step.reason)})`);
  }
}
