/**
 * Jobs on a cluster at scale: a real Redis, a real command (its pool), and fake workers, which check each job and answer it without an
 * engine. Commands, bytes, memory and processor time per job, and what limits jobs per second.
 *
 *     node bench/cluster-scale.mjs [--workers 1,10,100,1000] [--think 0] [--seconds 4] [--bytes 4000] [--waiting 5000]
 *                                  [--processes 1] [--json]
 *
 * It requires Debian's redis-server and redis-cli. Each fake worker has connections of its own; `--processes` share them. A worker
 * waits `--think` milliseconds before each answer of `--bytes`: with 0 the cluster is as fast as it can be, with 1000 and 1,000 workers
 * it is asked for 1,000 jobs per second. `--waiting` jobs, without any worker, show the memory of one. Processor time per job also holds
 * on a busy machine, jobs per second do not.
 */

import { execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildOf, Cluster, ClusterPool, checkJob, queueName, redisAddress, START_FEN } from "#internals";
import { sum, table } from "./measure.mjs";

/** @typedef {{ readonly url: string, readonly first: number, readonly count: number, readonly think: number, readonly bytes: number }} Orders */
/** @typedef {import("node:child_process").ChildProcess} Child */

const { values } = parseArgs({
  options: {
    workers: { type: "string", default: "1,10,100,1000" },
    think: { type: "string", default: "0" },
    seconds: { type: "string", default: "4" },
    bytes: { type: "string", default: "4000" },
    waiting: { type: "string", default: "5000" },
    processes: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    // Internal: what a process of fake workers does.
    orders: { type: "string" },
  },
});

/** How many workers connect at the same time. */
const BATCH = 50;
/** How often a worker looks for queues, milliseconds; as `wazaba worker` does. */
const POLL_MS = 2000;
/** How long the cluster runs before it is measured, milliseconds; and longer, until each worker has answered this many times. */
const WARM_UP = 1500;
const ANSWERS = 2;
/** When Redis has reduced the buffers of idle connections, milliseconds. */
const CALM = 3000;

const SETUP = {
  engines: [0, 1].map(() => ({ name: null, core: "wasm", options: [["Hash", "16"]], title: null, limit: null })),
  chess960: false,
  limit: { kind: "nodes", nodes: 20_000 },
  marginMs: 0,
  timeoutMs: 10_000,
  adjudication: { resign: { cp: 600, plies: 6 }, draw: null, maxMoves: 300 },
  variant: "chess",
  readyTimeoutMs: 10_000,
};
const OPENING = { fen: START_FEN, moves: "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6".split(" ") };

const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Fake workers, in a process of their own.
 *
 * @param {Orders} orders
 */
async function beWorkers({ url, first, count, think, bytes }) {
  const build = buildOf();
  const result = "x".repeat(bytes);
  const context = { build, engines: /** @type {Set<string>} */ (new Set()), commandOf: () => [] };
  const start = async (/** @type {number} */ pid) => {
    const options = { onNotice: (/** @type {string} */ notice) => console.error(notice), isPatient: true };
    const cluster = await Cluster.connect(redisAddress(url, "bench"), options, new AbortController().signal);
    const worker = cluster.worker(queueName(build, []), { host: "fake", pid, jobs: 1 }, 5, async (job) => {
      checkJob(job.data, context);
      if (think > 0) await wait(think);
      return { result };
    });
    await worker.waitUntilReady();
    setTimeout(() => setInterval(() => cluster.queues(), POLL_MS), Math.random() * POLL_MS);
  };
  for (let done = 0; done < count; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - done) }, (_, i) => start(first + done + i));
    await Promise.all(batch);
  }
  process.on("message", () => process.send?.(processorTime()));
  process.send?.("ready");
}

/** Processor time of this process, seconds. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** @param {Child} child */
async function answerOf(child) {
  const gone = once(child, "exit").then(() => Promise.reject(new Error("a process of fake workers has ended")));
  const [answer] = await Promise.race([once(child, "message"), gone]);
  return answer;
}

/**
 * @param {number} count
 * @returns {Promise<Child[]>}
 */
async function startWorkers(count) {
  const processes = Math.min(count, Number(values.processes));
  const children = Array.from({ length: processes }, (_, i) => {
    const first = Math.floor((count * i) / processes);
    const orders = { url, first, count: Math.floor((count * (i + 1)) / processes) - first, think, bytes };
    return fork(fileURLToPath(import.meta.url), ["--orders", JSON.stringify(orders)]);
  });
  await Promise.all(children.map(answerOf));
  return children;
}

/** Redis's numbers. */
function info() {
  const text = execFileSync("redis-cli", ["-p", String(port), "info", "all"], { encoding: "utf8" });
  const number = (/** @type {string} */ name) => Number(new RegExp(`^${name}:([\\d.]+)`, "m").exec(text)?.[1] ?? 0);
  const commands = [...text.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)].map(([, name, calls]) => ({
    name,
    calls: Number(calls),
  }));
  return {
    commands: sum(commands.map(({ calls }) => calls)),
    scripts: sum(commands.filter(({ name }) => /^eval/.test(name)).map(({ calls }) => calls)),
    seconds: number("used_cpu_user") + number("used_cpu_sys"),
    memory: number("used_memory"),
    keys: Number(/^db0:keys=(\d+)/m.exec(text)?.[1] ?? 0),
    clients: number("connected_clients"),
    received: number("total_net_input_bytes"),
    sent: number("total_net_output_bytes"),
  };
}

/** A run of `max` jobs, until it is stopped. @param {number} max @param {number} [inFlight] */
function startRun(max, inFlight) {
  const counts = { submitted: 0, done: 0 };
  const end = new AbortController();
  const queue = {
    kind: { name: "match", worker: () => expectNone() },
    setup: SETUP,
    size: max,
    next: async () => {
      if (counts.submitted === max) return null;
      return { index: counts.submitted++, params: { pairing: [0, 1], opening: OPENING } };
    },
    done: () => {
      counts.done++;
    },
  };
  const onNotice = (/** @type {string} */ notice) => {
    if (!notice.startsWith("waiting for a worker")) console.error(notice);
  };
  const pool = new ClusterPool({ address: redisAddress(url, "bench"), inFlight, games: [], onNotice });
  const over = pool.work(queue, end.signal);
  return {
    counts,
    stop: async () => {
      end.abort();
      await over;
    },
  };
}

/** @returns {never} */
function expectNone() {
  throw new Error("no job is done in this process");
}

/** Bytes of Redis's memory that a waiting job takes. */
async function measureWaiting() {
  const [few, many] = [Number(values.waiting) / 5, Number(values.waiting)].map(Math.ceil);
  const memory = { few: await memoryOf(few), many: await memoryOf(many) };
  return (memory.many - memory.few) / (many - few);
}

/** Redis's memory with so many waiting jobs. @param {number} jobs */
async function memoryOf(jobs) {
  const run = startRun(jobs, jobs);
  while (info().keys < jobs) await wait(100);
  // Until the buffers of connections are small again.
  await wait(CALM);
  const { memory } = info();
  await run.stop();
  flush();
  return memory;
}

function flush() {
  execFileSync("redis-cli", ["-p", String(port), "flushall"]);
}

/** @param {number} count of workers */
async function measureWorkers(count) {
  const empty = info();
  const workers = await startWorkers(count);
  const connected = info();
  const run = startRun(Number.MAX_SAFE_INTEGER);
  const snapshot = async () => {
    const answers = Promise.all(workers.map(answerOf));
    for (const worker of workers) worker.send("time");
    const time = sum(await answers);
    return { ...info(), time, own: processorTime(), done: run.counts.done, at: performance.now() };
  };
  await wait(WARM_UP + think);
  while (run.counts.done < ANSWERS * count) await wait(50);
  const before = await snapshot();
  await wait(Number(values.seconds) * 1000);
  const after = await snapshot();
  await run.stop();
  const gone = workers.map((worker) => once(worker, "exit"));
  for (const worker of workers) worker.kill("SIGKILL");
  await Promise.all(gone);
  const jobs = after.done - before.done;
  const seconds = (after.at - before.at) / 1000;
  /** @type {(name: "commands" | "scripts" | "seconds" | "received" | "sent" | "time" | "own") => number} */
  const perJob = (name) => (after[name] - before[name]) / jobs;
  return {
    workers: count,
    jobsPerSecond: jobs / seconds,
    commands: perJob("commands"),
    scripts: perJob("scripts"),
    received: perJob("received"),
    sent: perJob("sent"),
    redisSeconds: perJob("seconds"),
    commandSeconds: perJob("own"),
    workerSeconds: perJob("time"),
    connections: after.clients,
    memory: after.memory,
    memoryPerWorker: (connected.memory - empty.memory) / count,
  };
}

/** @typedef {Awaited<ReturnType<typeof measureWorkers>>} Row */

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

if (values.orders !== undefined) {
  process.once("disconnect", () => process.exit());
  await beWorkers(JSON.parse(values.orders));
  // Until it is killed.
  await new Promise(() => {});
}

const [think, bytes] = [Number(values.think), Number(values.bytes)];
const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
const port = await freePort();
const url = `redis://127.0.0.1:${port}`;
const redis = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  await once(redis.stdout, "data");
  for (let tries = 0; tries < 50 && !isUp(); tries++) await wait(100);
  const waiting = Number(values.waiting) > 0 ? await measureWaiting() : null;
  /** @type {Row[]} */
  const rows = [];
  for (const count of values.workers.split(",").map(Number)) {
    flush();
    rows.push(await measureWorkers(count));
  }
  const processor = { model: cpus()[0]?.model, count: cpus().length };
  if (values.json) console.log(JSON.stringify({ processor, think, bytes, waiting, rows }));
  else print(waiting, rows);
} finally {
  redis.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

function isUp() {
  try {
    return info().memory > 0;
  } catch {
    return false;
  }
}

/** @param {number | null} waiting @param {readonly Row[]} rows */
function print(waiting, rows) {
  const number = (/** @type {number} */ value, digits = 0) => value.toFixed(digits);
  const milliseconds = (/** @type {number} */ seconds) => number(1000 * seconds, 2);
  const head = ["workers", "jobs/s", "commands", "scripts", "kB in", "kB out", "Redis ms", "command ms", "worker ms"];
  const lines = rows.map((row) => [
    row.workers,
    number(row.jobsPerSecond),
    number(row.commands, 1),
    number(row.scripts, 1),
    number(row.received / 1000, 1),
    number(row.sent / 1000, 1),
    milliseconds(row.redisSeconds),
    milliseconds(row.commandSeconds),
    milliseconds(row.workerSeconds),
    number(1 / row.redisSeconds),
    number(1 / row.commandSeconds),
    row.connections,
    number(row.memory / 1e6, 1),
    number(row.memoryPerWorker / 1000),
  ]);
  console.log(table([...head, "Redis's max/s", "command's max/s", "connections", "Redis MB", "kB/worker"], lines));
  if (waiting !== null) console.log(`\na waiting job: ${number(waiting)} bytes of Redis's memory`);
}
