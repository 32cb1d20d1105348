/**
 * Training games: positions per second, and milliseconds of processor time per position, separately for the teacher and for us;
 * with one game per teacher, several teachers per core, and many games in flight per teacher.
 *
 *     node bench/datagen.mjs [--teacher CMD] [--games 192] [--nodes 1000,500] [--in-flight 8,16,32,64] [--cores 2] [--json]
 *
 * Linux only. With --leaves P games have leaves; --profile FOLDER writes CPU profiles of our own process to that folder.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findStockfish, table } from "./measure.mjs";

const CLI = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const { values } = parseArgs({
  options: {
    teacher: { type: "string", default: findStockfish() ?? "stockfish" },
    games: { type: "string", default: "192" },
    nodes: { type: "string", default: "1000,500" },
    "in-flight": { type: "string", default: "8,16,32,64" },
    cores: { type: "string", default: String(availableParallelism()) },
    leaves: { type: "string", default: "0" },
    profile: { type: "string" },
    json: { type: "boolean", default: false },
  },
});

const numbers = (/** @type {string} */ text) => text.split(",").map(Number);
const cores = Number(values.cores);
/** The number of teachers, and of games in flight per teacher. */
const MODES = [
  ...[...new Set([cores, Math.ceil(1.5 * cores), 2 * cores])].map((jobs) => ({ jobs, inFlight: 1 })),
  ...numbers(values["in-flight"]).map((inFlight) => ({ jobs: cores, inFlight })),
];
/** A clock tick of /proc, milliseconds. */
const TICK = 10;

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
// When a process exits, its /proc entry has its own ticks and those of the children it has waited for.
const recordTicks = `data:text/javascript,import { readFileSync, writeFileSync } from "node:fs";
  process.on("exit", () => writeFileSync(${JSON.stringify(join(folder, "stat"))}, readFileSync("/proc/self/stat")));`;

/**
 * @param {number} nodes
 * @param {(typeof MODES)[number]} mode
 */
function measure(nodes, { jobs, inFlight }) {
  const out = join(folder, `${nodes}-${jobs}-${inFlight}.txt`);
  const play = ["--nodes", nodes, "--games", values.games, "--jobs", jobs, "--in-flight", inFlight];
  const teacher = ["--teacher", values.teacher, "--teacher-option", "Hash=16", "--leaves", values.leaves];
  const profile = values.profile === undefined ? [] : ["--cpu-prof", "--cpu-prof-dir", values.profile];
  const command = [
    ...profile,
    "--import",
    recordTicks,
    CLI,
    "datagen",
    ...teacher,
    ...play,
    "--out",
    out,
    "--json",
  ].map(String);
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const { positions, timeMs } = JSON.parse(stdout);
  const stat = readFileSync(join(folder, "stat"), "utf8");
  // The second field, the name of the program, may have spaces.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 1)
    .trim()
    .split(" ")
    .map(Number);
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15);
  const own = ((user + system) * TICK) / positions;
  const teachers = ((childrenUser + childrenSystem) * TICK) / positions;
  return { nodes, jobs, inFlight, positions, perSecond: (positions * 1000) / timeMs, teacherMs: teachers, ownMs: own };
}

const rows = [];
try {
  for (const nodes of numbers(values.nodes)) for (const mode of MODES) rows.push(measure(nodes, mode));
} finally {
  rmSync(folder, { recursive: true });
}

if (values.json) console.log(JSON.stringify(rows));
else {
  const head = ["nodes", "teachers", "games in flight", "positions/s", "teacher ms", "own ms", "own/teacher"];
  const lines = rows.map((row) => [
    row.nodes,
    row.jobs,
    row.inFlight,
    Math.round(row.perSecond),
    row.teacherMs.toFixed(2),
    row.ownMs.toFixed(3),
    `${((100 * row.ownMs) / row.teacherMs).toFixed(1)} %`,
  ]);
  console.log(
    `${values.games} games each, ${cores} cores, ${values.teacher}; milliseconds of processor time per position`,
  );
  console.log(table(head, lines));
}
