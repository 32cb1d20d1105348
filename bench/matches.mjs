/**
 * Shared by the step table and the patch queue: the method of a match that tests a change, the match itself, which resumes
 * where it was interrupted, the signature of a program, and the file of results.
 *
 * The method: a fixed number of nodes, so that results do not depend on the load of the machine; no mate search, whose budget
 * would; unbalanced openings, which decide more pairs; decided games are adjudicated.
 */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { messageOf, UciProcess } from "./measure.mjs";

/**
 * The conditions of a match: nodes or milliseconds (`movetime`) per move, at most `games` games, `sprt` (`ELO0:ELO1` or `off`),
 * the `balance` of the openings, `options` of both sides, `variant`, `rules` of adjudication, and the `seed` of the openings
 * if it is not the default.
 *
 * @typedef {{
 *   readonly nodes?: number,
 *   readonly movetime?: number,
 *   readonly games: number,
 *   readonly sprt: string,
 *   readonly balance: string,
 *   readonly options: string,
 *   readonly variant: string,
 *   readonly rules: string,
 *   readonly seed?: number,
 * }} Conditions
 */

/**
 * Conditions as flags or a patch of the queue give them, still to be checked.
 *
 * @typedef {Partial<Record<Exclude<keyof Conditions, "rules" | "seed">, unknown>>} RawConditions
 */

/**
 * An engine of a match; the command null is the referee itself.
 *
 * @typedef {{ readonly command: string | null, readonly options: string, readonly name: string }} Side
 */

/**
 * The report of `wazaba match --json`.
 *
 * @typedef {{
 *   readonly wins: number,
 *   readonly draws: number,
 *   readonly losses: number,
 *   readonly elo: number | null,
 *   readonly error: number | null,
 *   readonly los: number,
 *   readonly llr: number | null,
 *   readonly pairs: readonly number[],
 *   readonly sprt: { readonly accepted: string | null } | null,
 *   readonly endings: readonly { readonly winner: string | null, readonly reason: string, readonly games: number }[],
 * }} MatchReport
 */

/** Flags of a command that plays such matches, with their defaults. */
export const MATCH_FLAGS = /** @type {const} */ ({
  nodes: { type: "string", default: "25000" },
  movetime: { type: "string" },
  balance: { type: "string", default: "90:120" },
  options: { type: "string", default: "MateSearch=false;Hash=16" },
  variant: { type: "string", default: "chess" },
  jobs: { type: "string", default: "1" },
});

/** Adjudicating decided games saves a third of the time. */
const RULES = "--resign 500:4 --draw 20:34:10 --max-moves 150";

/**
 * The conditions of a match from flags or from a patch of the queue.
 *
 * @param {RawConditions} raw
 * @returns {Conditions}
 * @throws {Error} naming the condition that is wrong
 */
export function conditionsFrom({ nodes, movetime, games, sprt, balance, options, variant }) {
  /** @type {(name: string, value: unknown) => number} */
  const whole = (name, value) => {
    if (!(/^\d{1,9}$/.test(String(value)) && Number(value) > 0))
      throw new Error(`${name}: "${value}" is not a positive integer`);
    return Number(value);
  };
  /** @type {(name: keyof typeof EXAMPLES, value: unknown, form: RegExp) => string} */
  const text = (name, value, form) => {
    if (typeof value !== "string") throw new Error(`${name}: ${JSON.stringify(value)} is not a string`);
    if (!form.test(value)) throw new Error(`${name}: "${value}" is not of the form ${EXAMPLES[name]}`);
    return value;
  };
  const limit = movetime === undefined ? { nodes: whole("nodes", nodes) } : { movetime: whole("movetime", movetime) };
  const maxGames = whole("games", games);
  if (maxGames % 2 === 1) throw new Error(`games: ${maxGames} is odd, but games are played in pairs`);
  return {
    ...limit,
    games: maxGames,
    sprt: text("sprt", sprt, /^(off|-?[\d.]+:-?[\d.]+)$/),
    balance: text("balance", balance, /^(\d+:)?\d+$/),
    options: text("options", options, OPTION_LIST),
    variant: text("variant", variant, /^\S+$/),
    rules: RULES,
  };
}

/** Names and values, as `setoption` takes them. */
export const OPTION_LIST = /^([^=;]+=[^=;]*(;|$))*$/;

const EXAMPLES = {
  sprt: "0:10, or off",
  balance: "100 or 90:120",
  options: "LmrBase=92;LmrDivisor=205",
  variant: "nightrider",
};

/**
 * The command of an engine for `wazaba match`. With `--tune` the numbers of the search are options.
 *
 * @param {string} program
 */
export function commandOf(program) {
  return `"${process.execPath}" "${program}" --tune`;
}

/**
 * The running child process, and whether a signal has arrived.
 *
 * @type {import("node:child_process").ChildProcess | null}
 */
let running = null;
let isInterrupted = false;

/** The first signal ends the child process – a match keeps its games – and with it this process. */
export function passSignals() {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, (/** @type {NodeJS.Signals} */ signal) => {
      isInterrupted = true;
      if (running === null) process.exit(130);
      running.kill(signal);
    });
  }
}

/**
 * Runs Node on a script until it exits.
 *
 * @param {readonly string[]} args
 * @param {{ readonly cwd?: string, readonly onLine?: (line: string) => void }} options `onLine` is called for each line of output
 * @returns its output, or null if a signal has ended it
 * @throws {Error} with the error it printed, if it failed
 */
export async function runNode(args, { cwd, onLine = () => {} } = {}) {
  // Where this is set, every Node process first reads a few hundred certificates.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  // A group of its own: signals reach it once, through here.
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  running = child;
  let [out, err, rest] = ["", "", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  running = null;
  if (isInterrupted) return null;
  if (code !== 0) throw new Error(reasonOf(err) ?? `${args[0]} failed with exit code ${code}`);
  return out;
}

/**
 * The most telling line of an error: the one that calls itself an error, otherwise the last.
 *
 * @param {string} err
 */
function reasonOf(err) {
  const lines = err.split("\n").filter((line) => line.trim() !== "");
  return (lines.find((line) => /^\w*Error: |\bERROR\b/.test(line)) ?? lines.at(-1))?.replace(/^wazaba: /, "").trim();
}

/**
 * Plays a match, or resumes it.
 *
 * @param {{
 *   readonly referee: string,
 *   readonly a: Side,
 *   readonly b: Side,
 *   readonly conditions: Conditions,
 *   readonly jobs: string,
 *   readonly file: string,
 *   readonly onStanding?: (standing: string) => void,
 * }} match `referee`: the program whose `wazaba match` plays it; `file`: where the games are kept; `onStanding`: called with the
 *   standing after each game
 * @returns {Promise<MatchReport | null>} null if a signal has ended it
 * @throws {Error} if an engine cannot be used
 */
export async function playMatch({ referee, a, b, conditions, jobs, file, onStanding = () => {} }) {
  const { nodes, movetime, games, sprt, balance, options, variant, rules, seed } = conditions;
  /** @type {(letter: string, side: Side) => string[]} */
  const side = (letter, { command, options: own, name }) => [
    ...(command === null ? [] : [`--${letter}`, command]),
    `--options-${letter}`,
    [options, own].filter((text) => text !== "").join(";"),
    `--name-${letter}`,
    name,
  ];
  const args = [
    ...[referee, "match", ...side("a", a), ...side("b", b)],
    // A late move on a busy machine must not lose the game.
    ...(movetime === undefined ? ["--nodes", nodes] : ["--movetime", movetime, "--margin", 1000]),
    ...["--pairs", games / 2, "--balance", balance, "--variant", variant, "--jobs", jobs, "--out", file],
    ...(seed === undefined ? [] : ["--seed", seed]),
    ...(sprt === "off" ? [] : [`--sprt=${sprt}`]),
    ...rules.split(" "),
  ].map(String);
  const onLine = (/** @type {string} */ line) => {
    if (/^\d+ (of \d+ )?games, /.test(line)) onStanding(line.split(": ")[0]);
  };
  if ((await runNode(args, { onLine })) === null) return null;
  // All games are played: run again, it only reports.
  const report = await runNode([...args, "--json"]);
  return report === null ? null : JSON.parse(report);
}

/** A bench that takes longer counts as a hang: a hundred times what it takes on an idle machine. */
const BENCH_TIMEOUT_MS = 600_000;

/**
 * Signatures by program, options and variant.
 *
 * @type {Map<string, number>}
 */
const signatures = new Map();

/**
 * The signature of a program with these options in this variant, measured once.
 *
 * @param {string} program
 * @param {string} options
 * @param {string} variant
 * @throws {Error} if the program does not know an option, exits or hangs
 */
export async function signatureOf(program, options, variant) {
  const key = JSON.stringify([program, options, variant]);
  const known = signatures.get(key);
  if (known !== undefined) return known;
  const signature = await bench(program, options, variant);
  signatures.set(key, signature);
  return signature;
}

/** @type {(program: string, options: string, variant: string) => Promise<number>} */
async function bench(program, options, variant) {
  const engine = new UciProcess(process.execPath, [program, "--tune"]);
  const timer = setTimeout(() => engine.kill(), BENCH_TIMEOUT_MS);
  try {
    const names = new Set();
    await engine.ask("uci", "uciok", ({ line }) => names.add(/^option name (.+?) type /.exec(line)?.[1]));
    if (variant !== "chess") engine.send(`setoption name UCI_Variant value ${variant}`);
    for (const option of options.split(";").filter((text) => text !== "")) {
      const [name, value] = option.split("=");
      if (!names.has(name)) throw new Error(`unknown option "${name}"`);
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

/**
 * A short digest of plain data, for the names of files that depend on it.
 *
 * @param {unknown} facts
 */
export function hashOf(facts) {
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 12);
}

/**
 * Results, one line of JSON each. A torn last line does not count; the next result overwrites it.
 *
 * @template T
 */
export class ResultFile {
  /** @type {T[]} */
  results;
  #name;
  /** @type {number | null} */
  #torn;

  /**
   * @param {string} name
   * @throws {Error} if a line is not JSON
   */
  constructor(name) {
    const text = existsSync(name) ? readFileSync(name, "utf8") : "";
    const lines = text.split("\n");
    const rest = lines.pop() ?? "";
    this.#name = name;
    this.#torn = rest === "" ? null : Buffer.byteLength(text) - Buffer.byteLength(rest);
    this.results = lines.map((line, i) => {
      try {
        return JSON.parse(line);
      } catch (error) {
        throw new Error(`${name}: line ${i + 1}: ${messageOf(error)}`);
      }
    });
  }

  /** @param {T} result */
  add(result) {
    if (this.#torn !== null) truncateSync(this.#name, this.#torn);
    this.#torn = null;
    appendFileSync(this.#name, `${JSON.stringify(result)}\n`);
    this.results.push(result);
  }
}

/**
 * An Elo difference with its 95 % interval; `?` where all games went one way.
 *
 * @param {{ readonly elo: number | null, readonly error: number | null }} strength
 */
export function formatStrength({ elo, error }) {
  if (elo === null) return "?";
  return `${elo < 0 ? "−" : "+"}${Math.abs(elo).toFixed(1)} ± ${error === null ? "?" : error.toFixed(1)}`;
}

/** @param {{ readonly nodes?: number, readonly movetime?: number }} limit */
export function formatLimit({ nodes, movetime }) {
  return movetime === undefined ? `${nodes} nodes` : `${movetime} ms`;
}

/**
 * Shows the standing of a match: on a terminal a line that is overwritten, elsewhere a line every hundred games.
 *
 * @param {string} name
 */
export function standingReporter(name) {
  let games = 0;
  return (/** @type {string} */ standing) => {
    games++;
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${name}: ${standing}`);
    else if (games % 100 === 0) process.stderr.write(`${name}: ${standing}\n`);
  };
}
