/**
 * Plays games of Wazaba to their ends in Debian's xboard, which checks every move and every claim by itself. Requires Linux with
 * xboard, xvfb, fairymax, polyglot and pgn-extract:
 *
 *     node tests/xboard/games.mjs [--games 1] [--kinds normal,shatranj,…] [--clock 0:04] [--increment 0.03] [--keep FOLDER]
 *
 * Fails if xboard fails, if a game has no result, or if an engine was accused of an illegal move, made a false claim, ran out of
 * time or crashed. `--games 0` plays as many of each kind as the acceptance test of the protocol requires.
 */

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    games: { type: "string", default: "1" },
    kinds: { type: "string" },
    clock: { type: "string", default: "0:04" },
    increment: { type: "string", default: "0.03" },
    keep: { type: "string" },
  },
});

// Where Debian installs them.
process.env.PATH += ":/usr/games";

const CLI = fileURLToPath(new URL("../../dist/cli.cjs", import.meta.url));
const ENGINE = `${process.execPath} ${CLI}`;
const FAIRYMAX = "fairymax";
const SELF = ["-scp", `${ENGINE} xboard`];

/**
 * What is played: the number of games that the acceptance test requires, and the arguments besides those of the first engine.
 *
 * @typedef {{
 *   readonly games: number,
 *   readonly args: readonly string[],
 *   readonly variant?: string,
 *   readonly protocol?: string,
 *   readonly readable?: boolean,
 * }} Kind
 */

/** @type {Readonly<Record<string, Kind>>} */
const KINDS = {
  normal: { games: 10, args: ["-scp", FAIRYMAX], readable: true },
  knightmate: { games: 4, args: ["-scp", FAIRYMAX] },
  shatranj: { games: 4, args: ["-scp", FAIRYMAX] },
  nightrider: { games: 4, args: SELF },
  polyglot: { games: 2, args: ["-scp", FAIRYMAX, "-fUCI"], variant: "normal", protocol: "", readable: true },
  ...Object.fromEntries(
    ["fischerandom", "giveaway", "berolina", "stationary", "dabbaba", "alfil", "ferz", "wazir", "rooksquare"].map(
      (name) => [name, { games: 1, args: SELF }],
    ),
  ),
};
/** The default of --kinds. */
const DEFAULT_KINDS = ["normal", "knightmate", "shatranj", "nightrider", "polyglot"];

/** A game with two seconds per side takes hardly longer with its increments; on a busy machine a few times that. */
const SECONDS_PER_GAME = 90;
/** How often xboard is started at most if fairymax crashes. */
const MAX_RUNS = 4;
/** What xboard reports if the second program, Fairy-Max, has crashed: that game is played again. */
const GONE = /second chess program/;
const MATCH = ["-noGUI", "-mode", "TwoMachines", "-matchMode", "true", "-popupExitMessage", "false"];
const ACCUSATION = /illegal|false .*claim|forfeit|time|exited|crash|disconnect|no response|stalled/i;

const folder = values.keep ?? mkdtempSync(join(tmpdir(), "wazaba-xboard-"));
mkdirSync(folder, { recursive: true });
const screen = await startScreen();
try {
  for (const kind of values.kinds?.split(",") ?? DEFAULT_KINDS) await play(kind);
} finally {
  screen.stop();
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

/** Starts an X server on a free display. */
async function startScreen() {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1024x768x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const numbers = /** @type {import("node:stream").Readable} */ (server.stdio[3]);
  /** @type {Promise<string>} */
  const started = new Promise((resolve, reject) => {
    let text = "";
    numbers.setEncoding("utf8").on("data", (piece) => {
      text += piece;
      if (text.endsWith("\n")) resolve(`:${text.trim()}`);
    });
    server.on("error", reject);
    server.on("exit", () => reject(new Error("Xvfb has exited")));
  });
  return { display: await started, stop: () => server.kill() };
}

/** @param {string} kind */
async function play(kind) {
  const { games: wanted, args, variant = kind, protocol = " xboard", readable = false } = KINDS[kind];
  const games = Number(values.games) || wanted;
  const [pgn, log] = [join(folder, `${kind}.pgn`), join(folder, `${kind}.log`)];
  const clock = ["-tc", values.clock, "-inc", values.increment];
  const files = ["-sgf", pgn, "-debug", "-nameOfDebugFile", log, "-soundProgram", ""];
  const engines = ["-variant", variant, "-fcp", ENGINE + protocol, ...args];
  const ends = [];
  const complaints = [];
  for (let run = 1; ends.length < games && complaints.length === 0; run++) {
    const left = games - ends.length;
    for (const file of [pgn, log]) rmSync(file, { force: true });
    const { code, output, isRefusal } = await xboard(
      [...MATCH, "-mg", String(left), ...clock, ...files, ...engines],
      left,
      log,
    );
    const text = existsSync(pgn) ? readFileSync(pgn, "utf8") : "";
    const isGone = args.includes(FAIRYMAX) && GONE.test(output);
    const found = [...text.matchAll(/\{([^{}]*)\}\s+(1-0|0-1|1\/2-1\/2)\s*$/gm)]
      .map(([, why, result]) => ({ why, result }))
      .filter(({ why }) => !(isGone && GONE.test(why)));
    ends.push(...found);
    for (const { why } of found) if (ACCUSATION.test(why)) complaints.push(why);
    if (/illegal move/i.test(existsSync(log) ? readFileSync(log, "utf8") : ""))
      complaints.push("an illegal move in the log");
    if (readable && found.length > 0) execFileSync("pgn-extract", ["-s", "-r", pgn], { stdio: "inherit" });
    if ((isRefusal || isGone) && run < MAX_RUNS) continue;
    if (code !== 0) complaints.push(`xboard exited with ${code}\n${output}`);
    if (found.length !== left) complaints.push(`${ends.length} of ${games} games have finished\n${output}`);
  }
  for (const { why, result } of ends) console.log(`${kind.padEnd(12)} ${result.padEnd(8)}${why.replace(/\s+/g, " ")}`);
  for (const complaint of complaints) console.log(`${kind.padEnd(12)} FAILED: ${complaint}`);
  if (complaints.length > 0) process.exitCode = 1;
}

/**
 * Runs xboard on the screen, with a home folder of its own; kills it and its children if it takes too long, or if fairymax rejects a
 * move of its own: it then resigns in words that xboard ignores, so that both would wait forever.
 *
 * @param {readonly string[]} args
 * @param {number} games
 * @param {string} log
 * @returns {Promise<{ code: number | string | null, output: string, isRefusal: boolean }>}
 */
function xboard(args, games, log) {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  const env = { ...process.env, DISPLAY: screen.display, HOME: home };
  const child = spawn("xboard", args, { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-4000);
    });
  }
  let isRefusal = false;
  const end = () => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  const timer = setTimeout(end, games * SECONDS_PER_GAME * 1000);
  const watch = setInterval(() => {
    if (isRefusal || !existsSync(log) || !readFileSync(log, "latin1").includes("resign { refuses own move }")) return;
    isRefusal = true;
    end();
  }, 2000);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      clearInterval(watch);
      resolve({ code: code ?? signal, output, isRefusal });
    });
  });
}
