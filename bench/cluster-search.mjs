/**
 * What a search on several machines brings and costs, each machine a worker process here: time to depth of an engine with a worker
 * against the engine alone; how soon `bestmove` comes after `stop` and `ponderhit` with five workers, how soon all have stopped,
 * and whether the answer comes in time when each of the five is killed in turn; and what travels.
 *
 *     node bench/cluster-search.mjs [--positions 30] [--seconds 2] [--runs 1] [--workers 1] [--hash 64] [--stops 200] [--members 5]
 *                                   [--parts depth,latency,kills] [--port 0] [--json]
 *
 * It takes Debian's redis-server and a quiet machine: for time to depth a processor for the engine and one for each of `--workers`.
 * The depth of a position is what the engine alone completes in `--seconds`. Times are those at which a line of that depth is told.
 * Exit code 1 if an answer is missing, illegal in form or late: 99 of 100 within 50 ms.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { quantile, table, UciProcess } from "./measure.mjs";

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

/** What 99 of 100 answers may take, milliseconds. */
const BOUND = 50;
/** How long a search of the kills lasts, and when somebody is killed in it, milliseconds. */
const SEARCH = 2000;
const DEATH = 800;
/** How late its answer may be, milliseconds. */
const LATE = 250;
/** How long workers may take to come together, milliseconds. */
const PATIENCE = 60_000;
/** A search that does not come to its depth in so many times the usual time is given up: it counts as that long. */
const GIVE_UP = 10;

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
const port = Number(values.port) || (await freePort());
const URL_OF_REDIS = `redis://127.0.0.1:${port}`;
const redis = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder], {
  stdio: ["ignore", "pipe", "inherit"],
});
const workers = [];
let faults = 0;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until a process has said that. */
function says(child, pattern) {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
      if (pattern.test(said)) resolve();
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${child.spawnfile} has ended: ${said}`)));
  });
}

async function startWorkers(count) {
  const started = Array.from({ length: count }, () => {
    const args = ["worker", "--cluster", URL_OF_REDIS, "--jobs", "0", "--threads", "1", "--hash", values.hash];
    return spawn(process.execPath, [values.cli, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  });
  await Promise.all(started.map((worker) => says(worker, /^worker of /m)));
  workers.push(...started);
}

async function kill(worker, signal = "SIGKILL") {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const gone = once(worker, "exit");
  worker.kill(signal);
  await gone;
}

async function endWorkers() {
  await Promise.all(workers.splice(0).map((worker) => kill(worker, "SIGTERM")));
}

async function startEngine(args = []) {
  const engine = new UciProcess(process.execPath, [values.cli, ...args]);
  engine.send("debug on");
  await engine.ask("uci", args.length === 0 ? "uciok" : "info string cluster: connected");
  engine.send(`setoption name Hash value ${values.hash}`);
  // Its part of the time is one machine's.
  engine.send("setoption name MateSearch value false");
  await engine.ask("isready", "readyok");
  return engine;
}

/** Begins an endless search, and waits until so many machines take part. */
async function gather(engine, machines, go = "go infinite") {
  engine.send("position startpos moves e2e4 e7e5");
  engine.send(go);
  await untilMachines(engine, machines);
}

async function untilMachines(engine, machines) {
  const last = performance.now() + PATIENCE;
  for (;;) {
    const { line } = await engine.ask(null, "info string cluster: ");
    if (line.startsWith(`info string cluster: ${machines} machines`)) return;
    if (performance.now() > last) throw new Error(`${machines} machines never came together, but ${line}`);
  }
}

/** Positions of games, spread over all of them. */
function positions(count) {
  const file = fileURLToPath(new URL("../tests/data/game-positions.epd", import.meta.url));
  const fens = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Array.from({ length: count }, (_, i) => fens[Math.floor(((i + 0.5) * fens.length) / count)]);
}

/** Traffic as the engine has told it: entries and kilobytes a second. */
function trafficOf(line) {
  const found = /cluster: (\d+) machines, (\d+) entries\/s, ([\d.]+) kB\/s/.exec(line);
  return found && { machines: Number(found[1]), entries: Number(found[2]), kilobytes: Number(found[3]) };
}

/** Milliseconds until a line of that depth; as in a new game. */
async function timeToDepth(engine, fen, depth, most, onTraffic = () => {}) {
  engine.send("ucinewgame");
  engine.send(`position fen ${fen}`);
  await engine.ask("isready", "readyok");
  const start = performance.now();
  engine.send("go infinite");
  const timer = setTimeout(() => engine.send("stop"), most);
  let at = null;
  await engine.ask(null, "bestmove", ({ line }) => {
    const traffic = trafficOf(line);
    if (traffic !== null) onTraffic(traffic);
    if (at !== null || Number(/^info depth (\d+) .* pv /.exec(line)?.[1] ?? 0) < depth) return;
    at = performance.now() - start;
    engine.send("stop");
  });
  clearTimeout(timer);
  return at ?? most;
}

/** The depth that an engine completes in that time, milliseconds, and when it did. */
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

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const geometricMean = (numbers) => Math.exp(sum(numbers.map(Math.log)) / numbers.length);
const mean = (numbers) => (numbers.length === 0 ? 0 : sum(numbers) / numbers.length);

/** Time to depth: an engine with workers against the engine alone, in turn. */
async function measureDepth() {
  await startWorkers(Number(values.workers));
  const alone = await startEngine();
  const together = await startEngine(["--cluster", URL_OF_REDIS]);
  const machines = Number(values.workers) + 1;
  await gather(together, machines);
  await together.ask("stop", "bestmove");
  const fens = positions(Number(values.positions));
  const ms = Number(values.seconds) * 1000;
  const ratios = [];
  const traffic = [];
  for (let run = 0; run < Number(values.runs); run++) {
    for (const [i, fen] of fens.entries()) {
      const depth = await depthIn(alone, fen, ms);
      const times = {};
      const order = (run + i) % 2 ? ["together", "alone"] : ["alone", "together"];
      for (const who of order) {
        const engine = who === "alone" ? alone : together;
        times[who] = await timeToDepth(engine, fen, depth, GIVE_UP * ms, (told) => traffic.push(told));
      }
      ratios.push(times.together / times.alone);
      const text = `${times.alone.toFixed(0)} ms alone, ${times.together.toFixed(0)} ms together`;
      process.stderr.write(`${i + 1}/${fens.length} depth ${depth}: ${text}, ${ratios.at(-1).toFixed(3)}\n`);
    }
  }
  await Promise.all([alone.quit(), together.quit()]);
  await endWorkers();
  const whole = traffic.filter((told) => told.machines === machines);
  return {
    machines,
    positions: ratios.length,
    ratio: geometricMean(ratios),
    median: quantile(ratios, 0.5),
    quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    // Of the mean, from the spread of the logarithms.
    error95: Math.exp((1.96 * deviation(ratios.map(Math.log))) / Math.sqrt(ratios.length)) - 1,
    entriesPerSecond: mean(whole.map(({ entries }) => entries)),
    kilobytesPerSecond: mean(whole.map(({ kilobytes }) => kilobytes)),
  };
}

function deviation(numbers) {
  const middle = mean(numbers);
  return Math.sqrt(sum(numbers.map((number) => (number - middle) ** 2)) / Math.max(1, numbers.length - 1));
}

/** How soon the answer comes after `stop` and after a `ponderhit` whose time is used up, and when all have stopped. */
async function measureLatency() {
  const members = Number(values.members);
  await startWorkers(members);
  const engine = await startEngine(["--cluster", URL_OF_REDIS]);
  await gather(engine, members + 1);
  await engine.ask("stop", "bestmove");
  const times = { stop: [], ponderhit: [], all: [] };
  const traffic = [];
  const onLine = ({ line }) => {
    const told = trafficOf(line);
    if (told?.machines === members + 1) traffic.push(told);
    const all = /cluster: all \d+ have stopped after ([\d.]+) ms/.exec(line);
    if (all !== null) times.all.push(Number(all[1]));
  };
  for (let round = 0; round < Number(values.stops); round++) {
    const isPonder = round % 2 === 1;
    engine.send(`position startpos moves ${["e2e4", "d2d4", "c2c4", "g1f3"][round % 4]}`);
    // So long a search that the hit is answered at once: what was pondered counts.
    engine.send(isPonder ? "go ponder wtime 20000 btime 20000" : "go infinite");
    // Some rounds last until traffic is told.
    await pass(engine, isPonder ? 1300 : round % 8 === 0 ? 1300 : 400 + 7 * (round % 40), onLine);
    const { ms } = await engine.ask(isPonder ? "ponderhit" : "stop", "bestmove", onLine);
    times[isPonder ? "ponderhit" : "stop"].push(ms);
    await pass(engine, 60, onLine);
  }
  await engine.quit();
  await endWorkers();
  for (const name of ["stop", "ponderhit"]) if (quantile(times[name], 0.99) > BOUND) faults++;
  const spread = (ms) => ({
    answers: ms.length,
    p50: quantile(ms, 0.5),
    p99: quantile(ms, 0.99),
    most: Math.max(...ms),
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

/** Lets some time pass, and hears what is said meanwhile. */
async function pass(engine, ms, onLine) {
  const passed = engine.ask(null, "readyok", onLine);
  await wait(ms);
  engine.send("isready");
  await passed;
}

/** Each worker is killed in turn, in the midst of a search: how late the answers are. */
async function measureKills() {
  const members = Number(values.members);
  await startWorkers(members);
  const engine = await startEngine(["--cluster", URL_OF_REDIS]);
  const rows = [];
  for (const worker of [...workers]) {
    const machines = members + 1 - rows.length;
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

let result;
try {
  await says(redis, /Ready to accept connections/);
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

function print({ depth, latency, kills }) {
  const number = (value, digits = 1) => value.toFixed(digits);
  if (depth) {
    const ratio = `${number(depth.ratio, 3)} ± ${number(depth.ratio * depth.error95, 3)}`;
    const spread = [number(depth.median, 3), depth.quartiles.map((quartile) => number(quartile, 3)).join(" to ")];
    const traffic = [number(depth.entriesPerSecond, 0), number(depth.kilobytesPerSecond)];
    const head = ["time to depth, to one machine", "geometric mean", "median", "quartiles", "entries/s", "kB/s"];
    console.log(
      table(head, [[`${depth.machines} machines, ${depth.positions} searches`, ratio, ...spread, ...traffic]]),
    );
    console.log("");
  }
  if (latency) {
    const row = (name, { answers, p50, p99, most }) => [name, answers, number(p50), number(p99), number(most)];
    const rows = [
      row("stop to bestmove", latency.stop),
      row("ponderhit to bestmove", latency.ponderhit),
      row("stop until all have stopped, and said so", latency.allStopped),
    ];
    console.log(table([`${latency.members} workers, ms`, "times", "median", "99 of 100", "most"], rows));
    const { entriesPerSecond, kilobytesPerSecond } = latency;
    console.log(`\n${number(entriesPerSecond, 0)} entries a second, ${number(kilobytesPerSecond)} kB a second\n`);
  }
  if (kills) {
    const rows = kills.map(({ machines, late, answer, isGood }) => [
      machines,
      number(late),
      isGood ? answer : `BAD: ${answer}`,
    ]);
    console.log(table(["machines before the kill", "answer late by, ms", "answer"], rows));
  }
}
