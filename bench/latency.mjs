/**
 * How soon the engine answers, in milliseconds: `uciok` after the process starts, `bestmove` to a `go depth 1` sent immediately,
 * `readyok` during a search, `bestmove` after `stop`; and whether a thousand searches queued during another one are answered in
 * order. `--cli` measures another build for comparison; `--start` measures only the start; `--threads` sets the number of threads.
 *
 *     node bench/latency.mjs [--json] [--cli dist/cli.cjs] [--start] [--threads 1]
 *
 * Exit code 1 if the 99th percentile is too high, or the order is not kept.
 */

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { formatUciMove, Game } from "#internals";
import { quantile, table, UciProcess } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    cli: { type: "string", default: fileURLToPath(new URL("../dist/cli.cjs", import.meta.url)) },
    start: { type: "boolean", default: false },
    threads: { type: "string", default: "1" },
  },
});
const CLI = values.cli;

/** Searches that are asked whether they are ready and then stopped, and searches that are queued; and those with a time limit. */
const ROUNDS = 1000;
const TIMED = 30;
/** The limit for the 99th percentile, milliseconds. */
const BOUNDS = { readyok: 20, stop: 50 };

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** @type {Record<"node" | "uciok" | "first" | "readyok" | "stop", number[]>} */
const times = { node: [], uciok: [], first: [], readyok: [], stop: [] };

/**
 * From the start of a Node process to its answer, milliseconds.
 *
 * @param {string} answer
 * @param {string} line
 * @param {readonly string[]} args
 */
async function timeTo(answer, line, args) {
  const start = performance.now();
  const engine = new UciProcess(process.execPath, args);
  await engine.ask(line, answer);
  const ms = performance.now() - start;
  await engine.quit();
  return ms;
}

// What Node alone takes, measured in turn with the engine: the lower bound.
const BARE = 'process.stdin.on("data", (text) => (/quit/.test(text) ? process.exit() : console.log("uciok")))';
for (let run = 0; run < 11; run++) {
  times.node.push(await timeTo("uciok", "uci", ["-e", BARE]));
  times.uciok.push(await timeTo("uciok", "uci", [CLI]));
  times.first.push(await timeTo("bestmove", "go depth 1", [CLI]));
}

const { inOrder, timed } = values.start ? { inOrder: ROUNDS, timed: TIMED } : await measureSearches();

/** Measures a running engine; returns how many queued searches were answered in order. */
async function measureSearches() {
  const engine = new UciProcess(process.execPath, [CLI]);
  engine.send(`setoption name Threads value ${values.threads}`);
  await engine.ask("isready", "readyok");
  engine.send("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  for (let run = 0; run < ROUNDS; run++) {
    engine.send("go infinite");
    await pause(5 + (run % 40));
    times.readyok.push((await engine.ask("isready", "readyok")).ms);
    times.stop.push((await engine.ask("stop", "bestmove")).ms);
  }
  const inOrder = await answersInOrder(engine, ROUNDS, "depth 1");
  const timed = await answersInOrder(engine, TIMED, "movetime 50");
  await engine.quit();
  return { inOrder, timed };
}

/**
 * Queues searches without waiting, each of a different move; returns how many answers came in order.
 *
 * @param {UciProcess} engine
 * @param {number} rounds
 * @param {string} limit
 */
async function answersInOrder(engine, rounds, limit) {
  const game = Game.start();
  const moves = game.legalMoves().map((move) => formatUciMove(move, false, game.variant));
  /** @type {string[]} */
  const answers = [];
  engine.send("go infinite");
  for (let run = 0; run < rounds; run++) {
    engine.send("position startpos");
    engine.send(`go ${limit} searchmoves ${moves[run % moves.length]}`);
  }
  // Queued behind all of them.
  await engine.ask("d", "Key: ", ({ line }) => {
    if (line.startsWith("bestmove ")) answers.push(line.split(" ")[1]);
  });
  const [, ...queued] = answers;
  return queued.length === rounds ? queued.filter((move, run) => move === moves[run % moves.length]).length : 0;
}

const report = Object.fromEntries(
  Object.entries(times).flatMap(([name, all]) =>
    all.length === 0
      ? []
      : [[name, { runs: all.length, median: quantile(all, 0.5), p99: quantile(all, 0.99), max: Math.max(...all) }]],
  ),
);
if (values.json) {
  process.stdout.write(`${JSON.stringify({ ...report, inOrder, timed }, null, 2)}\n`);
} else {
  /** @type {Readonly<Record<string, string>>} */
  const NAMES = {
    node: "start to uciok, Node alone",
    uciok: "start to uciok",
    first: "start to bestmove of go depth 1",
    readyok: "isready during a search to readyok",
    stop: "stop to bestmove",
  };
  const rows = Object.entries(report).map(([name, { runs, median, p99, max }]) => {
    return [NAMES[name], runs, ...[median, p99, max].map((ms) => ms.toFixed(1))];
  });
  process.stdout.write(`${table(["milliseconds", "runs", "median", "p99", "max"], rows)}\n`);
  if (!values.start)
    process.stdout.write(
      `\n${inOrder} of ${ROUNDS} queued searches were answered in order, ${timed} of ${TIMED} with a time limit\n`,
    );
}

const areInOrder = inOrder === ROUNDS && timed === TIMED;
const isLate = Object.entries(BOUNDS).some(([name, bound]) => report[name]?.p99 >= bound);
if (isLate || !areInOrder) process.exitCode = 1;
