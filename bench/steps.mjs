/**
 * What each step of the search, each extension and each quiescence search is worth: Wazaba with it against Wazaba without,
 * one match after another, and a table of the results. What no option switches off is built once more without it.
 *
 *     node bench/steps.mjs [--out FILE] [--only NAME]… [--games 2000] [--nodes 5000 | --movetime MS] [--jobs 1]
 *                          [--options LIST]
 *     node bench/steps.mjs --table > bench/steps.md
 *
 * Each result is a line of JSON in FILE (bench/steps.jsonl). What stands there for these very trees – both sides are known
 * by their bench signatures –, with these games and this limit, is not played again, so the same command goes on where it
 * was interrupted. `--options` are for both sides; without the mate search, whose budget follows from the machine's speed,
 * all games of so many nodes a move are the same in every run. `--only` names a step, any number of times. `--table` plays
 * nothing: it shows the last result of each step by nodes, then by time, of whatever trees.
 */

import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { table, UciProcess } from "./measure.mjs";

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const ROOT = pathOf("..");
const CLI = pathOf("../dist/cli.cjs");
const { values } = parseArgs({
  options: {
    out: { type: "string", default: pathOf("steps.jsonl") },
    only: { type: "string", multiple: true },
    games: { type: "string", default: "2000" },
    nodes: { type: "string", default: "5000" },
    movetime: { type: "string" },
    jobs: { type: "string", default: "1" },
    options: { type: "string", default: "MateSearch=false;Hash=4" },
    table: { type: "boolean", default: false },
  },
});
const games = Number(values.games);
/** Of each move: nodes, or milliseconds. */
const limit = values.movetime === undefined ? { nodes: Number(values.nodes) } : { movetime: Number(values.movetime) };
if (!(games >= 2 && games % 2 === 0)) throw new Error("--games: they come in pairs");
if (!(Object.values(limit)[0] > 0)) throw new Error("--nodes, --movetime: a positive number, please");

/** Decided games need not be played to their ends: it saves a third of the time. */
const RULES = ["--resign", "500:4", "--draw", "20:34:10", "--max-moves", "150"];

/** The steps that a number of the search switches off, mostly by a depth that is never reached. */
const STEPS = [
  ["razoring", "RazorDepth=0"],
  ["reverse futility", "RfpDepth=0"],
  ["null move", "NullMoveDepth=127"],
  ["null-move verification", "NullMoveVerifyDepth=127;NullMoveVerifyPhase=0"],
  ["ProbCut", "ProbcutDepth=127"],
  ["internal iterative reductions", "IirDepth=127"],
  ["singular extensions", "SingularDepth=127"],
  ["late-move pruning", "LmpDepth=0"],
  ["futility", "FutilityDepth=-1"],
  ["history pruning", "HistoryPruneDepth=0"],
  ["SEE pruning", "SeePruneDepth=0"],
  ["late-move reductions", "LmrDepth=127"],
  ["reductions by history", "LmrHistory=32767"],
  ["correction history", "CorrectionLimit=0"],
  ["aspiration windows", "AspirationDepth=127"],
  ["delta pruning", "DeltaMargin=32767"],
  // Each of them alone gains nothing: do they stand in for one another?
  ["razoring, reductions by no TT move and by history", "RazorDepth=0;IirDepth=127;LmrHistory=32767"],
  [
    "null move, ProbCut, history and delta pruning",
    "NullMoveDepth=127;ProbcutDepth=127;HistoryPruneDepth=0;DeltaMargin=32767",
  ],
].map(([name, off]) => ({ name, on: "", off }));

/** The steps that are part of the code: what stands there instead where they are off. */
const CHANGES = [
  ["improving", "search/search.ts", "improving = earlier == NO_EVAL || staticEval > earlier", "improving = true"],
  ["multi-cut", "search/search.ts", "else if (bar >= beta) return bar;", ""],
  [
    "continuation history",
    "search/history.ts",
    "return earlier == NO_PIECE_TO ? -1 : earlier * PIECE_TO_COUNT + pieceTo",
    "return -1",
  ],
  ["capture history", "search/history.ts", "return unchecked(captureHistory[captureIndex(move)])", "return 0"],
  ["TT in quiescence", "search/qsearch.ts", "const ttHit = ttProbe(ply)", "const ttHit = false"],
].map(([name, file, from, to]) => ({ name, on: "", off: "", change: { file, from, to } }));

const QUIESCENCE = [
  ["quiescence: flags", "Quiescence=flags"],
  ["quiescence: flags, pure", "Quiescence=flags;PureFlags=true"],
  ["quiescence: strategic", "Quiescence=strategic"],
].map(([name, on]) => ({ name, on, off: "Quiescence=modern" }));

/** Alone a quarter seldom makes a ply. Do extensions gain that add up? */
const FRACTIONS = {
  name: "extensions of less than a ply",
  on: ["OnlyReply", "Recapture", "MateThreat", "KingAttack", "TwoReplies", "CheckingRecapture"]
    .map((name) => `Extend${name}=true`)
    .join(";"),
  off: "",
};

/** Whatever the engine declares an option for. */
async function stepsOf() {
  const engine = new UciProcess(process.execPath, [CLI, "--tune"]);
  const options = [];
  await engine.ask("uci", "uciok", ({ line }) => {
    const name = /^option name (.+?) type /.exec(line)?.[1];
    if (name !== undefined) options.push(name);
  });
  await engine.quit();
  const extensions = options
    .filter((option) => option.startsWith("Extend"))
    .map((option) => ({ name: `extension: ${option.slice(6)}`, on: `${option}=true`, off: `${option}=false` }));
  const isThere = ({ on, off }) =>
    [...on.split(";"), ...off.split(";")].every((text) => text === "" || options.includes(text.split("=")[0]));
  return [...STEPS, ...CHANGES, ...extensions, FRACTIONS, ...QUIESCENCE].filter(isThere);
}

/** Builds Wazaba with a change of its code, once: the program. */
function programWith({ file, from, to }) {
  const key = file + from;
  if (!programs.has(key)) {
    const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
    process.on("exit", () => rmSync(folder, { recursive: true }));
    cpSync(ROOT, folder, {
      recursive: true,
      filter: (path) => !["node_modules", ".git", "dist"].includes(basename(path)),
    });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const path = join(folder, "assembly", file);
    const parts = readFileSync(path, "utf8").split(from);
    if (parts.length !== 2) throw new Error(`${file}: "${from}" is there ${parts.length - 1} times`);
    writeFileSync(path, parts.join(to));
    execFileSync(process.execPath, ["build.mjs"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    programs.set(key, join(folder, "dist/cli.cjs"));
  }
  return programs.get(key);
}

/** The signature of Wazaba with these options, as `setoption` takes them. */
async function signatureOf(options, program = CLI) {
  const key = `${program} ${options}`;
  if (!signatures.has(key)) {
    const engine = new UciProcess(process.execPath, [program, "--tune"]);
    for (const option of options.split(";").filter((text) => text !== "")) {
      const [name, value] = option.split("=");
      engine.send(`setoption name ${name} value ${value}`);
    }
    const { line } = await engine.ask("bench", "bench:");
    await engine.quit();
    signatures.set(key, Number(line.split(" ")[1]));
  }
  return signatures.get(key);
}

/** Plays a step's match: its report, null if it was interrupted. */
async function play({ on, off, change }) {
  const both = (own) => [values.options, own].filter((text) => text !== "").join(";");
  const other = change === undefined ? [] : ["--b", `"${process.execPath}" "${programWith(change)}"`];
  const args = [
    "match",
    "--options-a",
    both(on),
    "--options-b",
    both(off),
    "--name-a",
    "on",
    "--name-b",
    "off",
    ...other,
  ];
  const limits = [
    // A move that comes late on a busy machine is no loss.
    ...(limit.nodes === undefined ? ["--movetime", values.movetime, "--margin", "1000"] : ["--nodes", values.nodes]),
    "--pairs",
    String(games / 2),
    "--jobs",
    values.jobs,
    ...RULES,
  ];
  // Where this is set, every Node process first reads a few hundred certificates.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  // A group of its own: signals reach it once, through here.
  const stdio = ["ignore", "pipe", "inherit"];
  match = spawn(process.execPath, [CLI, ...args, ...limits, "--json"], { stdio, env, detached: true });
  let text = "";
  match.stdout.on("data", (part) => {
    text += part;
  });
  const code = await new Promise((resolve) => match.once("close", resolve));
  match = null;
  if (code > 128) return null;
  if (code !== 0) throw new Error(`wazaba match has failed with exit code ${code}`);
  return JSON.parse(text);
}

/** What tells a result from another one. */
function keyOf({ on, off, change, signatures, nodes, movetime, games, options, rules }) {
  return JSON.stringify([on, off, change, signatures, nodes, movetime, games, options, rules]);
}

function formatResult({ name, on, off, change, signatures, nodes, movetime, games, wins, draws, losses, elo, error }) {
  const sign = elo < 0 ? "−" : "+";
  const strength =
    elo === null ? "?" : `${sign}${Math.abs(elo).toFixed(1)} ± ${error === null ? "?" : error.toFixed(1)}`;
  const other = change === undefined ? off : `\`${change.to || "–"}\` in the code`;
  const move = movetime === undefined ? `${nodes} nodes` : `${movetime} ms`;
  return [name, on, other, signatures.on, signatures.off, move, games, `${wins} ${draws} ${losses}`, strength];
}

/** The match under way. It ends by itself when it is interrupted; without one there are only folders to remove. */
let match = null;
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => (match === null ? process.exit(130) : match.kill(signal)));

/** Programs by the change of their code, signatures by program and options. */
const programs = new Map();
const signatures = new Map();
const steps = await stepsOf();
for (const name of values.only ?? []) {
  const known = steps.map((step) => step.name);
  if (!known.includes(name)) throw new Error(`--only: "${name}" is not one of ${known.join(", ")}`);
}
const wanted = steps.filter(({ name }) => values.only?.includes(name) ?? true);
const lines = existsSync(values.out) ? readFileSync(values.out, "utf8").split("\n").slice(0, -1) : [];
const results = new Map(lines.map((line) => JSON.parse(line)).map((result) => [keyOf(result), result]));
const rules = RULES.join(" ");
const planned = [];
for (const step of values.table ? [] : wanted) {
  const other = step.change === undefined ? CLI : programWith(step.change);
  const ofBoth = { on: await signatureOf(step.on), off: await signatureOf(step.off, other) };
  planned.push({ ...step, signatures: ofBoth, ...limit, games, options: values.options, rules });
}

for (const [i, step] of planned.entries()) {
  if (results.has(keyOf(step))) continue;
  if (process.stderr.isTTY) process.stderr.write(`${step.name} (${i + 1} of ${planned.length})\n`);
  const report = await play(step);
  if (report === null) {
    process.exitCode = 130;
    break;
  }
  const { wins, draws, losses, elo, error, los, pairs } = report;
  const result = { ...step, wins, draws, losses, elo, error, los, pairs };
  appendFileSync(values.out, `${JSON.stringify(result)}\n`);
  results.set(keyOf(result), result);
}

/** The last result of each step, either by nodes or by time. */
function latest(isTimed) {
  const those = [...results.values()].filter(({ movetime }) => (movetime !== undefined) === isTimed);
  const byName = new Map(those.map((result) => [result.name, result]));
  return steps.flatMap(({ name }) => byName.get(name) ?? []);
}

const measured = values.table
  ? [...latest(false), ...latest(true)]
  : planned.flatMap((step) => results.get(keyOf(step)) ?? []);
const head = ["step", "on", "off", "bench, on", "off", "a move", "games", "+ = −", "Elo, on against off"];
process.stdout.write(`${table(head, measured.map(formatResult))}\n`);
