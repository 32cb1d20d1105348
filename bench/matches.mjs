/**
 * What the step table and the queue of patches share: the method of a match that tries a change, the match itself, which goes
 * on where it was interrupted, the signature of a program, and the file of results.
 *
 * The method: a fixed number of nodes, so that results do not depend on the machine's load; no mate search, whose budget would;
 * unbalanced openings, which decide more pairs; games that are decided are not played to their ends.
 */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { UciProcess } from "./measure.mjs";

/** Flags of a command that plays such matches, with what is usual. */
export const MATCH_FLAGS = {
  nodes: { type: "string", default: "25000" },
  movetime: { type: "string" },
  balance: { type: "string", default: "90:120" },
  options: { type: "string", default: "MateSearch=false;Hash=16" },
  variant: { type: "string", default: "chess" },
  jobs: { type: "string", default: "1" },
};

/** Decided games need not be played to their ends: it saves a third of the time. */
const RULES = "--resign 500:4 --draw 20:34:10 --max-moves 150";

/**
 * The conditions of a match, as plain data, from flags or from a patch of the queue.
 *
 * @returns `nodes` or `movetime` (milliseconds) of each move, `games` it has at most, `sprt` (`ELO0:ELO1` or `off`), the
 *   openings' `balance`, `options` of both sides, `variant`, `rules` of adjudication
 * @throws {Error} naming what is wrong
 */
export function conditionsFrom({ nodes, movetime, games, sprt, balance, options, variant }) {
  const whole = (name, value) => {
    if (!(/^\d{1,9}$/.test(value) && Number(value) > 0))
      throw new Error(`${name}: "${value}" is not a whole number from 1`);
    return Number(value);
  };
  const text = (name, value, form) => {
    if (typeof value !== "string") throw new Error(`${name}: ${JSON.stringify(value)} is no text`);
    if (!form.test(value)) throw new Error(`${name}: "${value}" is not like ${EXAMPLES[name]}`);
    return value;
  };
  const limit = movetime === undefined ? { nodes: whole("nodes", nodes) } : { movetime: whole("movetime", movetime) };
  const most = whole("games", games);
  if (most % 2 === 1) throw new Error(`games: ${most} is odd, and games come in pairs`);
  return {
    ...limit,
    games: most,
    sprt: text("sprt", sprt, /^(off|-?[\d.]+:-?[\d.]+)$/),
    balance: text("balance", balance, /^(\d+:)?\d+$/),
    options: text("options", options, OPTION_LIST),
    variant: text("variant", variant, /^\S+$/),
    rules: RULES,
  };
}

/** Names and values, as after `setoption`. */
export const OPTION_LIST = /^([^=;]+=[^=;]*(;|$))*$/;

const EXAMPLES = {
  sprt: "0:10, or off",
  balance: "100 or 90:120",
  options: "LmrBase=92;LmrDivisor=205",
  variant: "nightrider",
};

/** A command of an engine for `wazaba match`. Numbers of the search are options with `--tune`. */
export function commandOf(program) {
  return `"${process.execPath}" "${program}" --tune`;
}

/** What runs beside this process, and whether a signal has come. */
let running = null;
let isInterrupted = false;

/** A first signal ends what runs beside this process – a match keeps its games –, and then this process by itself. */
export function passSignals() {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      isInterrupted = true;
      if (running === null) process.exit(130);
      running.kill(signal);
    });
  }
}

/**
 * Runs Node on a script, to its end: its output, which `onLine` hears of line by line; null if a signal has ended it.
 *
 * @throws {Error} with the last line of its errors, if it failed
 */
export async function runNode(args, { cwd, onLine = () => {} } = {}) {
  // Where this is set, every Node process first reads a few hundred certificates.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  // A group of its own: signals reach it once, through here.
  running = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let [out, err, rest] = ["", "", ""];
  running.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    lines.forEach(onLine);
  });
  running.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  const code = await new Promise((resolve) => running.once("close", resolve));
  running = null;
  if (isInterrupted) return null;
  if (code !== 0) throw new Error(reasonOf(err) ?? `${args[0]} has failed with exit code ${code}`);
  return out;
}

/** The line of an error that says most: the one that calls itself an error, otherwise the last. */
function reasonOf(err) {
  const lines = err.split("\n").filter((line) => line.trim() !== "");
  return (lines.find((line) => /^\w*Error: |\bERROR\b/.test(line)) ?? lines.at(-1))?.replace(/^wazaba: /, "").trim();
}

/**
 * Plays a match, or the rest of it: its report as of `wazaba match --json`, null if a signal has ended it.
 *
 * @param referee the program whose `wazaba match` it is
 * @param conditions those of `conditionsFrom`; with a `seed` other openings than usual
 * @param a, b the engines: a `command` (null: the referee), `options` of their own, a `name`
 * @param file where its games are kept
 * @param onStanding hears of the standing after each game, in words
 * @throws {Error} if an engine cannot be used
 */
export async function playMatch({ referee, a, b, conditions, jobs, file, onStanding = () => {} }) {
  const { nodes, movetime, games, sprt, balance, options, variant, rules, seed } = conditions;
  const side = (letter, { command, options: own, name }) => [
    ...(command === null ? [] : [`--${letter}`, command]),
    `--options-${letter}`,
    [options, own].filter((text) => text !== "").join(";"),
    `--name-${letter}`,
    name,
  ];
  const args = [
    ...[referee, "match", ...side("a", a), ...side("b", b)],
    // A move that comes late on a busy machine is no loss.
    ...(movetime === undefined ? ["--nodes", nodes] : ["--movetime", movetime, "--margin", 1000]),
    ...["--pairs", games / 2, "--balance", balance, "--variant", variant, "--jobs", jobs, "--out", file],
    ...(seed === undefined ? [] : ["--seed", seed]),
    ...(sprt === "off" ? [] : [`--sprt=${sprt}`]),
    ...rules.split(" "),
  ].map(String);
  const onLine = (line) => {
    if (/^\d+ (of \d+ )?games, /.test(line)) onStanding(line.split(": ")[0]);
  };
  if ((await runNode(args, { onLine })) === null) return null;
  // All is played: once more it only reports.
  const report = await runNode([...args, "--json"]);
  return report === null ? null : JSON.parse(report);
}

/** How long a bench may take before the engine is taken to hang: a hundred times what it takes on an idle machine. */
const BENCH_TIMEOUT_MS = 600_000;

/** Signatures by program, options and game. */
const signatures = new Map();

/**
 * The signature of a program with these options in that game, found out once.
 *
 * @throws {Error} if it has no such option, ends or hangs
 */
export async function signatureOf(program, options, variant) {
  const key = JSON.stringify([program, options, variant]);
  if (!signatures.has(key)) signatures.set(key, await bench(program, options, variant));
  return signatures.get(key);
}

async function bench(program, options, variant) {
  const engine = new UciProcess(process.execPath, [program, "--tune"]);
  const timer = setTimeout(() => engine.kill(), BENCH_TIMEOUT_MS);
  try {
    const names = new Set();
    await engine.ask("uci", "uciok", ({ line }) => names.add(/^option name (.+?) type /.exec(line)?.[1]));
    if (variant !== "chess") engine.send(`setoption name UCI_Variant value ${variant}`);
    for (const option of options.split(";").filter((text) => text !== "")) {
      const [name, value] = option.split("=");
      if (!names.has(name)) throw new Error(`there is no option "${name}"`);
      engine.send(`setoption name ${name} value ${value}`);
    }
    const { line } = await engine.ask("bench", "bench:");
    await engine.quit();
    return Number(line.split(" ")[1]);
  } finally {
    clearTimeout(timer);
    engine.kill();
  }
}

/** A short name for what facts tell apart: files that depend on them bear it. */
export function hashOf(facts) {
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 12);
}

/** Results, a line of JSON each. A last line that was torn is none, and makes way for the next result. */
export class ResultFile {
  results;
  #name;
  #torn;

  /** @throws {Error} if a line is no JSON */
  constructor(name) {
    const text = existsSync(name) ? readFileSync(name, "utf8") : "";
    const lines = text.split("\n");
    const rest = lines.pop();
    this.#name = name;
    this.#torn = rest === "" ? null : Buffer.byteLength(text) - Buffer.byteLength(rest);
    this.results = lines.map((line, i) => {
      try {
        return JSON.parse(line);
      } catch (error) {
        throw new Error(`${name}: line ${i + 1}: ${error.message}`);
      }
    });
  }

  add(result) {
    if (this.#torn !== null) truncateSync(this.#name, this.#torn);
    this.#torn = null;
    appendFileSync(this.#name, `${JSON.stringify(result)}\n`);
    this.results.push(result);
  }
}

/** A difference with its 95 % interval; where all games went one way there is none. */
export function formatStrength({ elo, error }) {
  if (elo === null) return "?";
  return `${elo < 0 ? "−" : "+"}${Math.abs(elo).toFixed(1)} ± ${error === null ? "?" : error.toFixed(1)}`;
}

export function formatLimit({ nodes, movetime }) {
  return movetime === undefined ? `${nodes} nodes` : `${movetime} ms`;
}

/** Shows where a match stands: on a terminal a line that is written over, elsewhere a line every hundred games. */
export function tellStanding(name) {
  let games = 0;
  return (standing) => {
    games++;
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${name}: ${standing}`);
    else if (games % 100 === 0) process.stderr.write(`${name}: ${standing}\n`);
  };
}
