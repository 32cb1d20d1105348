/**
 * The gain from threads (Lazy SMP), as ratios between searches that alternate on one machine: nodes per second of N threads against
 * N processes of one thread each that search at the same time, and against one thread; and time to depth against one thread.
 *
 *     node bench/threads.mjs [--threads 2] [--hash 64] [--nps 20] [--seconds 3] [--depth 0] [--positions 50] [--runs 3] [--json]
 *
 * `--nps` is the number of positions for nodes per second, 0 for none. `--depth` is the depth for the times, in plies; 0: for each
 * position the depth that one thread reaches in half a second.
 */

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gamePositions, geometricMean, quantile, sum, table, UciProcess } from "./measure.mjs";

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

/** The default depth of a position is what one thread completes in this time, milliseconds. */
const OWN_DEPTH_MS = 500;

/** @param {number} count threads */
async function engineWith(count) {
  const engine = new UciProcess(process.execPath, [values.cli]);
  engine.send(`setoption name Hash value ${values.hash}`);
  engine.send(`setoption name Threads value ${count}`);
  // The mate search uses one thread only.
  engine.send("setoption name MateSearch value false");
  await engine.ask("isready", "readyok");
  return engine;
}

/**
 * Searches a position as in a new game: nodes, depth, and milliseconds until `bestmove`.
 *
 * @param {UciProcess} engine
 * @param {string} fen
 * @param {string} go
 */
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

const alone = await engineWith(1);
const others = await Promise.all(Array.from({ length: threads - 1 }, () => engineWith(1)));
const together = await engineWith(threads);

/** @type {Record<"toProcesses" | "toOne", number[]>} */
const nps = { toProcesses: [], toOne: [] };
const go = `go movetime ${Number(values.seconds) * 1000}`;
for (const [i, fen] of gamePositions(Number(values.nps)).entries()) {
  const runs = [
    async () => (await search(together, fen, go)).nps,
    async () =>
      sum((await Promise.all([alone, ...others].map((engine) => search(engine, fen, go)))).map(({ nps }) => nps)),
  ];
  /** @type {number[]} */
  const rates = [];
  for (const which of i % 2 ? [1, 0] : [0, 1]) rates[which] = await runs[which]();
  nps.toProcesses.push(rates[0] / rates[1]);
  nps.toOne.push(rates[0] / (await search(alone, fen, go)).nps);
}

const times = [];
const ownDepths = new Map();
for (let run = 0; run < Number(values.runs); run++) {
  const ratios = [];
  for (const [i, fen] of gamePositions(Number(values.positions)).entries()) {
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

const spread = (/** @type {readonly number[]} */ ratios) => [
  quantile(ratios, 0.5),
  quantile(ratios, 0.25),
  quantile(ratios, 0.75),
];
if (values.json) {
  console.log(JSON.stringify({ threads, nps, times }));
} else {
  /** @type {(name: string, ratios: readonly number[]) => string[]} */
  const row = (name, ratios) => [
    name,
    ...(ratios.length ? spread(ratios).map((ratio) => ratio.toFixed(3)) : ["", "", ""]),
  ];
  const rows = [
    row(`nodes per second, relative to ${threads} processes of one thread`, nps.toProcesses),
    row("nodes per second, relative to one thread", nps.toOne),
    row("time to depth, relative to one thread (geometric means of the runs)", times),
  ];
  console.log(table([`${threads} threads`, "median", "quartile", "quartile"], rows));
}
