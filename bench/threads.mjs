/**
 * What threads bring (Lazy SMP), as ratios between searches of one machine in turn: nodes a second of N threads against N
 * processes of one thread each that search at the same time, and against one thread; and time to a depth against one thread.
 *
 *     node bench/threads.mjs [--threads 2] [--hash 64] [--nps 20] [--seconds 3] [--depth 0] [--positions 50] [--runs 3] [--json]
 *
 * `--nps` is the number of positions for nodes a second, 0 for none. `--depth` is where the time is taken, in plies; 0: each
 * position's own depth, that which one thread reaches in half a second.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { quantile, table, UciProcess } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    threads: { type: "string", default: "2" },
    hash: { type: "string", default: "64" },
    nps: { type: "string", default: "20" },
    seconds: { type: "string", default: "3" },
    depth: { type: "string", default: "0" },
    positions: { type: "string", default: "50" },
    runs: { type: "string", default: "3" },
    cli: { type: "string", default: fileURLToPath(new URL("../dist/cli.cjs", import.meta.url)) },
    json: { type: "boolean", default: false },
  },
});
const threads = Number(values.threads);

/** A position's own depth is what one thread completes in this time, milliseconds. */
const OWN_DEPTH_MS = 500;

/** Positions of games, spread over all of them. */
function positions(count) {
  const file = fileURLToPath(new URL("../tests/data/game-positions.epd", import.meta.url));
  const fens = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Array.from({ length: count }, (_, i) => fens[Math.floor(((i + 0.5) * fens.length) / count)]);
}

async function engineWith(count) {
  const engine = new UciProcess(process.execPath, [values.cli]);
  engine.send(`setoption name Hash value ${values.hash}`);
  engine.send(`setoption name Threads value ${count}`);
  // Its part of the time is one thread's.
  engine.send("setoption name MateSearch value false");
  await engine.ask("isready", "readyok");
  return engine;
}

/** Searches a position as in a new game: nodes, depth, and milliseconds until `bestmove`. */
async function search(engine, fen, go) {
  engine.send("ucinewgame");
  engine.send(`position fen ${fen}`);
  await engine.ask("isready", "readyok");
  const result = { nodes: 0, depth: 0, engineMs: 1 };
  const { ms } = await engine.ask(go, "bestmove", ({ line }) => {
    const found = / nodes (\d+) .*?time (\d+)/.exec(line);
    if (found !== null) Object.assign(result, { nodes: Number(found[1]), engineMs: Number(found[2]) });
    const depth = / depth (\d+) /.exec(line);
    if (depth !== null) result.depth = Number(depth[1]);
  });
  return { ...result, ms, nps: (result.nodes * 1000) / result.engineMs };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const geometricMean = (numbers) => Math.exp(sum(numbers.map(Math.log)) / numbers.length);

const alone = await engineWith(1);
const others = await Promise.all(Array.from({ length: threads - 1 }, () => engineWith(1)));
const together = await engineWith(threads);

const nps = { toProcesses: [], toOne: [] };
const go = `go movetime ${Number(values.seconds) * 1000}`;
for (const [i, fen] of positions(Number(values.nps)).entries()) {
  const runs = [
    async () => (await search(together, fen, go)).nps,
    async () =>
      sum((await Promise.all([alone, ...others].map((engine) => search(engine, fen, go)))).map(({ nps }) => nps)),
  ];
  const rates = [];
  for (const which of i % 2 ? [1, 0] : [0, 1]) rates[which] = await runs[which]();
  nps.toProcesses.push(rates[0] / rates[1]);
  nps.toOne.push(rates[0] / (await search(alone, fen, go)).nps);
}

const times = [];
const ownDepths = new Map();
for (let run = 0; run < Number(values.runs); run++) {
  const ratios = [];
  for (const [i, fen] of positions(Number(values.positions)).entries()) {
    if (!ownDepths.has(fen)) {
      const { depth } = await search(alone, fen, `go movetime ${OWN_DEPTH_MS}`);
      ownDepths.set(fen, Number(values.depth) || Math.max(1, depth));
    }
    const ms = [];
    const order = (run + i) % 2 ? [together, alone] : [alone, together];
    for (const engine of order) ms.push((await search(engine, fen, `go depth ${ownDepths.get(fen)}`)).ms);
    ratios.push(order[0] === together ? ms[0] / ms[1] : ms[1] / ms[0]);
  }
  times.push(geometricMean(ratios));
}
for (const engine of [alone, ...others, together]) await engine.quit();

const spread = (ratios) => [quantile(ratios, 0.5), quantile(ratios, 0.25), quantile(ratios, 0.75)];
if (values.json) {
  console.log(JSON.stringify({ threads, nps, times }));
} else {
  const row = (name, ratios) => [
    name,
    ...(ratios.length ? spread(ratios).map((ratio) => ratio.toFixed(3)) : ["", "", ""]),
  ];
  const rows = [
    row(`nodes a second, to ${threads} processes of one thread`, nps.toProcesses),
    row("nodes a second, to one thread", nps.toOne),
    row("time to depth, to one thread (geometric means of the runs)", times),
  ];
  console.log(table([`${threads} threads`, "median", "quartile", "quartile"], rows));
}
