/**
 * The speed of the cores as ratios between runs that alternate on the same machine: perft of the start position on both cores (and
 * on Debian's Stockfish if it is installed), and the fixed bench search on both. Medians of several runs.
 *
 *     node bench/speed.mjs [--runs 5] [--depth 6] [--json]
 */

import { parseArgs } from "node:util";
import { benchOf, CHESS, Game, loadCore } from "#internals";
import { findStockfish, median, table, UciProcess } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    depth: { type: "string", default: "6" },
    json: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const perftDepth = Number(values.depth);

const start = Game.start().root;
const { positions, depth } = benchOf(CHESS);
const cores = [await loadCore("wasm"), await loadCore("ts")];
const stockfishPath = findStockfish();
const stockfish = stockfishPath === null ? null : new UciProcess(stockfishPath);
if (stockfish !== null) {
  await stockfish.ask("uci", "uciok");
  await stockfish.ask("isready", "readyok");
  stockfish.send("position startpos");
}

/** @typedef {import("#internals").Core} Core */

/**
 * Leaves per second.
 *
 * @param {Core} core
 */
function perft(core) {
  core.setPosition(start, []);
  const begun = performance.now();
  return (core.perft(perftDepth) * 1000) / (performance.now() - begun);
}

/** @param {UciProcess} stockfish */
async function stockfishPerft(stockfish) {
  const { line, ms } = await stockfish.ask(`go perft ${perftDepth}`, "Nodes searched");
  return (Number(line.split(":")[1]) * 1000) / ms;
}

const signatures = new Set();

/**
 * Nodes per second over the bench positions.
 *
 * @param {Core} core
 */
function search(core) {
  let nodes = 0;
  let ms = 0;
  for (const { root, moves } of positions) {
    core.newGame();
    core.setPosition(root, moves);
    const begun = performance.now();
    core.search({ depth });
    ms += performance.now() - begun;
    nodes += core.found().nodes;
  }
  signatures.add(nodes);
  return (nodes * 1000) / ms;
}

/** @type {Record<"wasmPerft" | "tsPerft" | "stockfishPerft" | "wasmSearch" | "tsSearch", number[]>} */
const measured = { wasmPerft: [], tsPerft: [], stockfishPerft: [], wasmSearch: [], tsSearch: [] };
for (const core of cores) perft(core);
for (let run = 0; run < runs; run++) {
  measured.wasmPerft.push(perft(cores[0]));
  if (stockfish !== null) measured.stockfishPerft.push(await stockfishPerft(stockfish));
  measured.tsPerft.push(perft(cores[1]));
  measured.wasmSearch.push(search(cores[0]));
  measured.tsSearch.push(search(cores[1]));
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[Krun ${run + 1} of ${runs}`);
}
if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
await stockfish?.quit();
if (signatures.size !== 1) throw new Error(`the cores differ: ${[...signatures].join(", ")}`);

/**
 * The median of the ratios run by run, so that drifts of the machine's speed cancel out.
 *
 * @type {(a: readonly number[], b: readonly number[]) => number | null}
 */
const ratio = (a, b) => (b.length === 0 ? null : median(a.map((value, i) => value / b[i])));
const report = {
  runs,
  perftDepth,
  signature: [...signatures][0],
  perSecond: /** @type {Record<keyof typeof measured, number | null>} */ (
    Object.fromEntries(
      Object.entries(measured).map(([name, all]) => [name, all.length === 0 ? null : Math.round(median(all))]),
    )
  ),
  ratios: {
    wasmToStockfishPerft: ratio(measured.wasmPerft, measured.stockfishPerft),
    tsToStockfishPerft: ratio(measured.tsPerft, measured.stockfishPerft),
    wasmToTsPerft: ratio(measured.wasmPerft, measured.tsPerft),
    wasmToTsSearch: ratio(measured.wasmSearch, measured.tsSearch),
  },
};

if (values.json) {
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
} else {
  const { perSecond, ratios } = report;
  const millions = (/** @type {number | null} */ value) => (value === null ? "–" : `${(value / 1e6).toFixed(1)} M/s`);
  const times = (/** @type {number | null} */ value) => (value === null ? "–" : value.toFixed(2));
  const rows = [
    ["WebAssembly", millions(perSecond.wasmPerft), times(ratios.wasmToStockfishPerft), millions(perSecond.wasmSearch)],
    ["TypeScript twin", millions(perSecond.tsPerft), times(ratios.tsToStockfishPerft), millions(perSecond.tsSearch)],
    ["WebAssembly / twin", times(ratios.wasmToTsPerft), "", times(ratios.wasmToTsSearch)],
    ["Stockfish 15.1 (Debian)", millions(perSecond.stockfishPerft), "1.00", "–"],
  ];
  const text = table(["", `perft ${perftDepth}`, "of Stockfish's", `search (${report.signature} nodes)`], rows);
  process.stdout.write(`${text}\n`);
}
