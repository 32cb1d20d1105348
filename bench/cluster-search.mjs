/**
 * The gain and the cost of a search on several machines, each simulated by a worker process: time to depth of an engine with a
 * worker against the engine alone; the latency of `bestmove` after `stop` and `ponderhit` with five workers, how soon all have
 * stopped, and whether the answer is in time when each of the five is killed in turn; and the network traffic.
 *
 *     node bench/cluster-search.mjs [--positions 30] [--seconds 2] [--runs 1] [--workers 1] [--hash 64] [--stops 200] [--members 5]
 *                                   [--parts depth,latency,kills] [--port 0] [--json]
 *
 * It requires Debian's redis-server and a quiet machine: for time to depth one processor for the engine and one for each of
 * `--workers`. The depth of a position is what the engine alone completes in `--seconds`. Times are those at which a line of that
 * depth is reported. Exit code 1 if an answer is missing, malformed or late: 99 of 100 must arrive within 50 ms.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gamePositions, geometricMean, quantile, sum, table, UciProcess } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    positions: { type: "string", default: "30" },
    seconds: { type: "string", default: "2" },
    runs: { type: "string", default: "1" },
    workers: { type: "string", default: "1" },
    hash: { type: "string", default: "64" },
    stops: { type: "string", default: "200" },
    members: { type: "string", default: "5" },
    parts: { type: "string", default: "depth,latency,kills" },
    port: { type: "string", default: "0" },
    cli: { type: "string", default: fileURLToPath(new URL("../dist/cli.cjs", import.meta.url)) },
    json: { type: "boolean", default: false },
  },
});
const parts = new Set(values.parts.split(","));

/** The limit for the 99th percentile, milliseconds. */
const BOUND = 50;
/** The length of the searches in which a worker is killed, and when that happens, milliseconds. */
const SEARCH = 2000;
const DEATH = 800;
/** How late their answers may be, milliseconds. */
const LATE = 250;
/** How long workers may take to join, milliseconds. */
const PATIENCE = 60_000;
/** A search is stopped after this many times `--seconds`, and counts as that long. */
const GIVE_UP = 10;

/** @typedef {import("./measure.mjs").TimedLine} TimedLine */
/** @typedef {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, null>} Child */
/** @typedef {{ readonly machines: number, readonly entries: number, readonly kilobytes: number }} Traffic per second */

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
const port = Number(values.port) || (await freePort());
const URL_OF_REDIS = `redis://127.0.0.1:${port}`;
const redis = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder], {
  stdio: ["ignore", "pipe", "inherit"],
});
/** @type {Child[]} */
const workers = [];
let faults = 0;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until the output of a process matches.
 *
 * @param {Child} child
 * @param {RegExp} pattern
 * @returns {Promise<void>}
 */
function outputMatches(child, pattern) {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (pattern.test(output)) resolve();
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${child.spawnfile} has exited: ${output}`)));
  });
}

/** @param {number} count */
async function startWorkers(count) {
  const started = Array.from({ length: count }, () => {
    const args = ["worker", "--cluster", URL_OF_REDIS, "--jobs", "0", "--threads", "1", "--hash", values.hash];
    return spawn(process.execPath, [values.cli, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  });
  await Promise.all(started.map((worker) => outputMatches(worker, /^worker of /m)));
  workers.push(...started);
}

/**
 * @param {Child} worker
 * @param {NodeJS.Signals} signal
 */
async function kill(worker, signal = "SIGKILL") {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const gone = once(worker, "exit");
  worker.kill(signal);
  await gone;
}

async function endWorkers() {
  await Promise.all(workers.splice(0).map((worker) => kill(worker, "SIGTERM")));
}

/** @param {readonly string[]} args */
async function startEngine(args = []) {
  const engine = new UciProcess(process.execPath, [values.cli, ...args]);
  engine.send("debug on");
  await engine.ask("uci", args.length === 0 ? "uciok" : "info string cluster: connected");
  engine.send(`setoption name Hash value ${values.hash}`);
  // The mate search uses one machine only.
  engine.send("setoption name MateSearch value false");
  await engine.ask("isready", "readyok");
  return engine;
}

/**
 * Starts an infinite search and waits until this many machines take part.
 *
 * @param {UciProcess} engine
 * @param {number} machines
 */
async function gather(engine, machines, go = "go infinite") {
  engine.send("position startpos moves e2e4 e7e5");
  engine.send(go);
  await untilMachines(engine, machines);
}

/** @type {(engine: UciProcess, machines: number) => Promise<void>} */
async function untilMachines(engine, machines) {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const { line } = await engine.ask(null, "info string cluster: ");
    if (line.startsWith(`info string cluster: ${machines} machines`)) return;
    if (performance.now() > deadline) throw new Error(`${machines} machines never joined; last report: ${line}`);
  }
}

/**
 * The traffic that a line of the engine reports, null if it reports none.
 *
 * @param {string} line
 * @returns {Traffic | null}
 */
function trafficOf(line) {
  const found = /cluster: (\d+) machines, (\d+) entries\/s, ([\d.]+) kB\/s/.exec(line);
  return found && { machines: Number(found[1]), entries: Number(found[2]), kilobytes: Number(found[3]) };
}

/**
 * Milliseconds until a line of that depth, at most `limit`; as in a new game.
 *
 * @param {UciProcess} engine
 * @param {string} fen
 * @param {number} depth
 * @param {number} limit
 * @param {(traffic: Traffic) => void} onTraffic
 */
async function timeToDepth(engine, fen, depth, limit, onTraffic) {
  engine.send("ucinewgame");
  engine.send(`position fen ${fen}`);
  await engine.ask("isready", "readyok");
  const start = performance.now();
  engine.send("go infinite");
  const timer = setTimeout(() => engine.send("stop"), limit);
  /** @type {number | null} */
  let at = null;
  await engine.ask(null, "bestmove", ({ line }) => {
    const traffic = trafficOf(line);
    if (traffic !== null) onTraffic(traffic);
    if (at !== null || Number(/^info depth (\d+) .* pv /.exec(line)?.[1] ?? 0) < depth) return;
    at = performance.now() - start;
    engine.send("stop");
  });
  clearTimeout(timer);
  return at ?? limit;
}

/**
 * The depth that an engine completes in that time.
 *
 * @param {UciProcess} engine
 * @param {string} fen
 * @param {number} ms
 */
async function depthIn(engine, fen, ms) {
  engine.send("ucinewgame");
  engine.send(`position fen ${fen}`);
  await engine.ask("isready", "readyok");
  let depth = 1;
  const timer = setTimeout(() => engine.send("stop"), ms);
  await engine.ask("go infinite", "bestmove", ({ line, ms: at }) => {
    if (at < ms) depth = Number(/^info depth (\d+) .* pv /.exec(line)?.[1] ?? depth);
  });
  clearTimeout(timer);
  return depth;
}

const mean = (/** @type {readonly number[]} */ numbers) => (numbers.length === 0 ? 0 : sum(numbers) / numbers.length);

/** Time to depth: an engine with workers and the engine alone, in turn. */
async function measureDepth() {
  await startWorkers(Number(values.workers));
  const alone = await startEngine();
  const together = await startEngine(["--cluster", URL_OF_REDIS]);
  const machines = Number(values.workers) + 1;
  await gather(together, machines);
  await together.ask("stop", "bestmove");
  const fens = gamePositions(Number(values.positions));
  const ms = Number(values.seconds) * 1000;
  /** @type {number[]} */
  const ratios = [];
  /** @type {Traffic[]} */
  const traffic = [];
  for (let run = 0; run < Number(values.runs); run++) {
    for (const [i, fen] of fens.entries()) {
      const depth = await depthIn(alone, fen, ms);
      const times = { alone: 0, together: 0 };
      const measureAlone = async () => {
        times.alone = await timeToDepth(alone, fen, depth, GIVE_UP * ms, () => {});
      };
      const measureTogether = async () => {
        times.together = await timeToDepth(together, fen, depth, GIVE_UP * ms, (sample) => traffic.push(sample));
      };
      const order = (run + i) % 2 ? [measureTogether, measureAlone] : [measureAlone, measureTogether];
      for (const measure of order) await measure();
      const ratio = times.together / times.alone;
      ratios.push(ratio);
      const text = `${times.alone.toFixed(0)} ms alone, ${times.together.toFixed(0)} ms together`;
      process.stderr.write(`${i + 1}/${fens.length} depth ${depth}: ${text}, ${ratio.toFixed(3)}\n`);
    }
  }
  await Promise.all([alone.quit(), together.quit()]);
  await endWorkers();
  const whole = traffic.filter((sample) => sample.machines === machines);
  return {
    machines,
    positions: ratios.length,
    ratio: geometricMean(ratios),
    median: quantile(ratios, 0.5),
    quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    // The error of the mean, from the deviation of the logarithms.
    error95: Math.exp((1.96 * deviation(ratios.map(Math.log))) / Math.sqrt(ratios.length)) - 1,
    entriesPerSecond: mean(whole.map(({ entries }) => entries)),
    kilobytesPerSecond: mean(whole.map(({ kilobytes }) => kilobytes)),
  };
}

/** @param {readonly number[]} numbers */
function deviation(numbers) {
  const middle = mean(numbers);
  return Math.sqrt(sum(numbers.map((number) => (number - middle) ** 2)) / Math.max(1, numbers.length - 1));
}

/** The latency of the answer after `stop` and after a `ponderhit` with no time left, and of the last machine to stop. */
async function measureLatency() {
  const members = Number(values.members);
  await startWorkers(members);
  const engine = await startEngine(["--cluster", URL_OF_REDIS]);
  await gather(engine, members + 1);
  await engine.ask("stop", "bestmove");
  /** @type {Record<"stop" | "ponderhit" | "all", number[]>} */
  const times = { stop: [], ponderhit: [], all: [] };
  /** @type {Traffic[]} */
  const traffic = [];
  /** @type {(line: TimedLine) => void} */
  const onLine = ({ line }) => {
    const sample = trafficOf(line);
    if (sample?.machines === members + 1) traffic.push(sample);
    const all = /cluster: all \d+ stopped after ([\d.]+) ms/.exec(line);
    if (all !== null) times.all.push(Number(all[1]));
  };
  for (let round = 0; round < Number(values.stops); round++) {
    const isPonder = round % 2 === 1;
    engine.send(`position startpos moves ${["e2e4", "d2d4", "c2c4", "g1f3"][round % 4]}`);
    // Pondering counts as time used, so after a search this long the hit is answered at once.
    engine.send(isPonder ? "go ponder wtime 20000 btime 20000" : "go infinite");
    // Some rounds last until traffic is reported.
    await pass(engine, isPonder ? 1300 : round % 8 === 0 ? 1300 : 400 + 7 * (round % 40), onLine);
    const { ms } = await engine.ask(isPonder ? "ponderhit" : "stop", "bestmove", onLine);
    times[isPonder ? "ponderhit" : "stop"].push(ms);
    await pass(engine, 60, onLine);
  }
  await engine.quit();
  await endWorkers();
  for (const ms of [times.stop, times.ponderhit]) if (quantile(ms, 0.99) > BOUND) faults++;
  const spread = (/** @type {readonly number[]} */ ms) => ({
    answers: ms.length,
    p50: quantile(ms, 0.5),
    p99: quantile(ms, 0.99),
    max: Math.max(...ms),
  });
  return {
    members,
    stop: spread(times.stop),
    ponderhit: spread(times.ponderhit),
    allStopped: spread(times.all.length > 0 ? times.all : [Number.NaN]),
    entriesPerSecond: mean(traffic.map(({ entries }) => entries)),
    kilobytesPerSecond: mean(traffic.map(({ kilobytes }) => kilobytes)),
  };
}

/**
 * Waits, while `onLine` receives the lines of the engine.
 *
 * @param {UciProcess} engine
 * @param {number} ms
 * @param {(line: TimedLine) => void} onLine
 */
async function pass(engine, ms, onLine) {
  const passed = engine.ask(null, "readyok", onLine);
  await wait(ms);
  engine.send("isready");
  await passed;
}

/** Kills each worker in turn during a search: how late the answers are. */
async function measureKills() {
  const members = Number(values.members);
  await startWorkers(members);
  const engine = await startEngine(["--cluster", URL_OF_REDIS]);
  const rows = [];
  for (const [killed, worker] of [...workers].entries()) {
    const machines = members + 1 - killed;
    await gather(engine, machines);
    await engine.ask("stop", "bestmove");
    const asked = engine.ask(`go movetime ${SEARCH}`, "bestmove");
    await wait(DEATH);
    await kill(worker);
    const { ms, line } = await asked;
    const isGood = /^bestmove [a-h][1-8][a-h][1-8]/.test(line) && ms < SEARCH + LATE;
    if (!isGood) faults++;
    rows.push({ machines, late: ms - SEARCH, answer: line, isGood });
  }
  workers.splice(0);
  await engine.quit();
  return rows;
}

/**
 * @typedef {{
 *   readonly depth?: Awaited<ReturnType<typeof measureDepth>>,
 *   readonly latency?: Awaited<ReturnType<typeof measureLatency>>,
 *   readonly kills?: Awaited<ReturnType<typeof measureKills>>,
 * }} Report
 */

/** @type {Report} */
let result;
try {
  await outputMatches(redis, /Ready to accept connections/);
  result = {
    ...(parts.has("depth") && { depth: await measureDepth() }),
    ...(parts.has("latency") && { latency: await measureLatency() }),
    ...(parts.has("kills") && { kills: await measureKills() }),
  };
} finally {
  for (const worker of workers) worker.kill("SIGKILL");
  redis.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

if (values.json) console.log(JSON.stringify(result));
else print(result);
process.exit(faults > 0 ? 1 : 0);

/** @param {Report} report */
function print({ depth, latency, kills }) {
  const number = (/** @type {number} */ value, digits = 1) => value.toFixed(digits);
  if (depth) {
    const ratio = `${number(depth.ratio, 3)} ± ${number(depth.ratio * depth.error95, 3)}`;
    const spread = [number(depth.median, 3), depth.quartiles.map((quartile) => number(quartile, 3)).join(" to ")];
    const traffic = [number(depth.entriesPerSecond, 0), number(depth.kilobytesPerSecond)];
    const head = [
      "time to depth, relative to one machine",
      "geometric mean",
      "median",
      "quartiles",
      "entries/s",
      "kB/s",
    ];
    console.log(
      table(head, [[`${depth.machines} machines, ${depth.positions} searches`, ratio, ...spread, ...traffic]]),
    );
    console.log("");
  }
  if (latency) {
    /** @type {(name: string, spread: NonNullable<Report["latency"]>["stop"]) => (string | number)[]} */
    const row = (name, { answers, p50, p99, max }) => [name, answers, number(p50), number(p99), number(max)];
    const rows = [
      row("stop to bestmove", latency.stop),
      row("ponderhit to bestmove", latency.ponderhit),
      row("stop until all have reported that they stopped", latency.allStopped),
    ];
    console.log(table([`${latency.members} workers, ms`, "answers", "median", "p99", "max"], rows));
    const { entriesPerSecond, kilobytesPerSecond } = latency;
    console.log(`\n${number(entriesPerSecond, 0)} entries/s, ${number(kilobytesPerSecond)} kB/s\n`);
  }
  if (kills) {
    const rows = kills.map(({ machines, late, answer, isGood }) => [
      machines,
      number(late),
      isGood ? answer : `BAD: ${answer}`,
    ]);
    console.log(table(["machines before the kill", "delay of the answer, ms", "answer"], rows));
  }
}
