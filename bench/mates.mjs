/**
 * How many mates are found in a given time, and how soon: Wazaba with and without its mate search, and Stockfish if it is
 * installed, in turn on each position of an EPD file. A mate counts as found if the engine still reports it at the end; its time is
 * that of the first report after which it was never withdrawn. The same for mates by checks alone, which Wazaba's mate search finds
 * first, given a generous budget.
 *
 *     node bench/mates.mjs FILE.epd [--movetime 1000] [--limit N] [--jobs 1] [--stockfish CMD] [--plenty 5000000]
 *         [--mate-search both|on|off] [--out RESULTS.jsonl] [--json]
 *
 * `--limit N`: N positions, spread evenly over the file. `--plenty`: that budget in nodes per position. `--mate-search`: Wazaba with
 * it, without it, or both. `--out`: each result is written to that file immediately, as a line of JSON, and results of the same
 * search found there are not measured again; so a run may be interrupted.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ResultFile, signatureOf } from "./matches.mjs";
import { findStockfish, median, table, UciProcess } from "./measure.mjs";

const CLI = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
/** For the search with the generous budget: a resource of two million. */
const SPEED_FACTOR = 20_000;

/**
 * An engine to measure.
 *
 * @typedef {{ readonly name: string, readonly command: readonly string[], readonly options: readonly string[] }} EngineSpec
 */

/**
 * A mate in that many moves and when it was first reported, milliseconds; null if none was found.
 *
 * @typedef {{ readonly ms: number, readonly mateIn: number } | null} FoundMate
 */

/**
 * What identifies a measurement; the signature identifies the search.
 *
 * @typedef {{
 *   readonly signature: number | null,
 *   readonly movetime: number,
 *   readonly engine: string,
 *   readonly fen: string,
 * }} MeasurementKey
 */

/**
 * A position of `wazaba mate --json`.
 *
 * @typedef {{ readonly fen: string, readonly kind: string, readonly mateIn: number | null }} MatePosition
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    movetime: { type: "string", default: "1000" },
    limit: { type: "string" },
    jobs: { type: "string", default: "1" },
    stockfish: { type: "string", default: findStockfish() ?? "" },
    plenty: { type: "string", default: "5000000" },
    "mate-search": { type: "string", default: "both" },
    out: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
if (positionals.length !== 1) throw new Error("usage: node bench/mates.mjs FILE.epd");
if (!["both", "on", "off"].includes(values["mate-search"])) throw new Error("--mate-search is both, on or off");
const movetime = Number(values.movetime);
const jobs = Number(values.jobs);

const mateSearch = values["mate-search"];
const WAZABA = [process.execPath, CLI];
const ENGINES = [
  { name: "Wazaba", isWanted: mateSearch !== "off", command: WAZABA, options: ["MateSearch value true"] },
  {
    name: "Wazaba without its mate search",
    isWanted: mateSearch !== "on",
    command: WAZABA,
    options: ["MateSearch value false"],
  },
  { name: "Stockfish", isWanted: values.stockfish !== "", command: values.stockfish.split(" "), options: [] },
].filter(({ isWanted }) => isWanted);

/**
 * At most `limit` of the lines, spread evenly.
 *
 * @param {readonly string[]} lines
 * @param {number} limit
 */
function spread(lines, limit) {
  return limit >= lines.length
    ? lines
    : Array.from({ length: limit }, (_, i) => lines[Math.floor((i * lines.length) / limit)]);
}

/**
 * What the mate search finds in the positions with the generous budget.
 *
 * @param {readonly string[]} lines
 * @returns {MatePosition[]}
 */
function searchChecks(lines) {
  const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
  try {
    const file = join(folder, "positions.epd");
    writeFileSync(file, lines.join("\n"));
    const budget = ["--nodes", values.plenty, "--speed-factor", String(SPEED_FACTOR)];
    const text = execFileSync(process.execPath, [CLI, "mate", file, ...budget, "--json"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      maxBuffer: 2 ** 30,
    });
    return JSON.parse(text).positions;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {EngineSpec} spec */
async function start({ command: [program, ...args], options }) {
  const engine = new UciProcess(program, args);
  await engine.ask("uci", "uciok");
  for (const option of options) engine.send(`setoption name ${option}`);
  await engine.ask("isready", "readyok");
  return engine;
}

/**
 * The file of results if one is named; it may have some of an earlier run.
 *
 * @type {ResultFile<MeasurementKey & { readonly mate: FoundMate }> | null}
 */
const out = values.out === undefined ? null : new ResultFile(values.out);
const signature = values.out === undefined ? null : await signatureOf(CLI, "", "chess");

/** @param {MeasurementKey} key */
function keyOf({ signature, movetime, engine, fen }) {
  return JSON.stringify([signature, movetime, engine, fen]);
}
const known = new Map(out?.results.map((result) => [keyOf(result), result.mate]));

/**
 * The mate that an engine finds in a position, or found in an earlier run.
 *
 * @param {UciProcess} engine
 * @param {string} name
 * @param {string} fen
 */
async function measure(engine, name, fen) {
  const facts = { signature, movetime, engine: name, fen };
  const before = known.get(keyOf(facts));
  if (before !== undefined) return before;
  const mate = await timeToMate(engine, fen);
  out?.add({ ...facts, mate });
  return mate;
}

/**
 * The mate that still stood at the end, and when it was first reported.
 *
 * @param {UciProcess} engine
 * @param {string} fen
 */
async function timeToMate(engine, fen) {
  engine.send("ucinewgame");
  await engine.ask("isready", "readyok");
  engine.send(`position fen ${fen}`);
  /** @type {FoundMate} */
  let found = null;
  /** @type {(line: import("./measure.mjs").TimedLine) => void} */
  const listen = ({ line, ms }) => {
    const [, kind, value, bound] = /^info .*\bscore (cp|mate) (-?\d+)( upperbound| lowerbound)?/.exec(line) ?? [];
    const isMate = kind === "mate" && Number(value) > 0 && bound !== " upperbound";
    if (isMate) found = { ms: found?.ms ?? ms, mateIn: Number(value) };
    else if (kind !== undefined && bound === undefined) found = null;
  };
  await engine.ask(`go movetime ${movetime}`, "bestmove", listen);
  return found;
}

const lines = readFileSync(positionals[0], "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "");
const positions = searchChecks(spread(lines, Number(values.limit ?? lines.length)));
const byChecks = positions.map(({ kind }) => kind === "mate");
/**
 * For each engine, what it found in each position.
 *
 * @type {FoundMate[][]}
 */
const found = ENGINES.map(() => new Array(positions.length).fill(null));

let next = 0;
async function work() {
  const engines = await Promise.all(ENGINES.map(start));
  while (next < positions.length) {
    const position = next++;
    for (const [i, engine] of engines.entries()) {
      found[i][position] = await measure(engine, ENGINES[i].name, positions[position].fen);
    }
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${position + 1} of ${positions.length}`);
  }
  await Promise.all(engines.map((engine) => engine.quit()));
}
await Promise.all(Array.from({ length: jobs }, work));
if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");

/**
 * The number of mates found, and their median time.
 *
 * @param {readonly FoundMate[]} mates
 */
function sum(mates) {
  const times = mates.flatMap((mate) => (mate === null ? [] : [mate.ms]));
  return { found: times.length, medianMs: times.length === 0 ? null : median(times) };
}

const engines = ENGINES.map(({ name }, i) => {
  return { name, ...sum(found[i]), byChecks: sum(found[i].filter((_, position) => byChecks[position])) };
});
const total = { positions: positions.length, byChecks: byChecks.filter(Boolean).length };
if (values.json) {
  const each = positions.map(({ fen, mateIn }, position) => {
    const mates = Object.fromEntries(ENGINES.map(({ name }, i) => [name, found[i][position]]));
    return { fen, mateByChecksIn: mateIn, ...mates };
  });
  process.stdout.write(`${JSON.stringify({ movetime, jobs, total, engines, positions: each }, null, 2)}\n`);
} else {
  const ms = (/** @type {number | null} */ value) => (value === null ? "–" : value.toFixed(0));
  const rows = engines.map(({ name, found, medianMs, byChecks }) => {
    return [name, found, ms(medianMs), byChecks.found, ms(byChecks.medianMs)];
  });
  const head = [
    `${movetime} ms`,
    `of ${total.positions} mates`,
    "median, ms",
    `of ${total.byChecks} by checks`,
    "median, ms",
  ];
  process.stdout.write(`${table(head, rows)}\n`);
}
