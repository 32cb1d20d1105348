/**
 * How soon the engine answers, in milliseconds: `uciok` after the process is started, `bestmove` to a `go depth 1` that was
 * sent at once, `readyok` during a search, `bestmove` after `stop`; and whether a thousand searches asked for at once during
 * another are answered in their order. `--cli` takes another build, to be compared with; `--start` measures the start alone;
 * `--threads` is how many threads search.
 *
 *     node bench/latency.mjs [--json] [--cli dist/cli.cjs] [--start] [--threads 1]
 *
 * Exit code 1 if the 99th of a hundred answers comes too late, or the order is not kept.
 */

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { formatUciMove, Game } from "../dist/internals.js";
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

/** Searches that are asked whether they are ready and then stopped, and searches asked for at once; of those with a clock. */
const ROUNDS = 1000;
const TIMED = 30;
/** What 99 of 100 answers may take, milliseconds. */
const BOUNDS = { readyok: 20, stop: 50 };

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const times = { node: [], uciok: [], first: [], readyok: [], stop: [] };

/** From the start of a Node process to its answer, milliseconds. */
async function timeTo(answer, line, args) {
  const start = performance.now();
  const engine = new UciProcess(process.execPath, args);
  await engine.ask(line, answer);
  const ms = performance.now() - start;
  await engine.quit();
  return ms;
}

// What Node itself takes, in turn with the engine: of that nobody can save anything.
const BARE = 'process.stdin.on("data", (text) => (/quit/.test(text) ? process.exit() : console.log("uciok")))';
for (let run = 0; run < 11; run++) {
  times.node.push(await timeTo("uciok", "uci", ["-e", BARE]));
  times.uciok.push(await timeTo("uciok", "uci", [CLI]));
  times.first.push(await timeTo("bestmove", "go depth 1", [CLI]));
}

const { inOrder, timed } = values.start ? { inOrder: ROUNDS, timed: TIMED } : await measureSearches();

/** Measures what a running engine takes; how many searches asked for at once were answered in their order. */
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

/** Asks for searches without waiting, each of a move of its own; how many answers came in their order. */
async function answersInOrder(engine, rounds, limit) {
  const game = Game.start();
  const moves = game.legalMoves().map((move) => formatUciMove(move, false, game.variant));
  const answers = [];
  engine.send("go infinite");
  for (let run = 0; run < rounds; run++) {
    engine.send("position startpos");
    engine.send(`go ${limit} searchmoves ${moves[run % moves.length]}`);
  }
  // What stands after them all in the queue.
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
      : [[name, { runs: all.length, median: quantile(all, 0.5), p99: quantile(all, 0.99), most: Math.max(...all) }]],
  ),
);
if (values.json) {
  process.stdout.write(`${JSON.stringify({ ...report, inOrder, timed }, null, 2)}\n`);
} else {
  const NAMES = {
    node: "start to uciok of nothing but Node",
    uciok: "start to uciok",
    first: "start to bestmove of go depth 1",
    readyok: "isready in a search to readyok",
    stop: "stop to bestmove",
  };
  const rows = Object.entries(report).map(([name, { runs, median, p99, most }]) => {
    return [NAMES[name], runs, ...[median, p99, most].map((ms) => ms.toFixed(1))];
  });
  process.stdout.write(`${table(["milliseconds", "runs", "median", "p99", "most"], rows)}\n`);
  if (!values.start)
    process.stdout.write(
      `\n${inOrder} of ${ROUNDS} searches asked for at once were answered in their order, ${timed} of ${TIMED} with a clock\n`,
    );
}

const areInOrder = inOrder === ROUNDS && timed === TIMED;
const isLate = Object.entries(BOUNDS).some(([name, most]) => report[name]?.p99 >= most);
if (isLate || !areInOrder) process.exitCode = 1;
