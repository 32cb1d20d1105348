/** The steps of training: checking the programs that it needs, packing games, training a network on positions. */

import { spawn, spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { messageOf } from "../bench/measure.mjs";

/**
 * A game to train a network for: the flags that select it, the shape of its network, and whether captures are forced.
 *
 * @typedef {{
 *   readonly id: string,
 *   readonly isBuiltIn: boolean,
 *   readonly flags: readonly string[],
 *   readonly shape: import("#internals").NetShape,
 *   readonly capturesAreForced: boolean,
 * }} TrainingGame
 */

const pathOf = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
/** The built command line. */
export const CLI = pathOf("../dist/cli.cjs");

/**
 * Ends the process with an error.
 *
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(`train: ${message}`);
  process.exit(2);
}

/** @type {(command: string, ...args: string[]) => boolean} */
const works = (command, ...args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

/**
 * The Python to use; fails, naming the Debian packages to install, if a program for these game files is missing.
 *
 * @param {readonly string[]} games
 */
export function checkPrograms(games) {
  // Another Python, without Debian's packages, may come first in PATH.
  const python = ["python3", "/usr/bin/python3"].find((name) => works(name, "-c", "import numpy"));
  const missing = [
    ...(python === undefined ? ["python3-numpy"] : []),
    ...(works("g++", "--version") ? [] : ["g++"]),
    ...(!games.some((file) => file.endsWith(".xz")) || works("xz", "--version") ? [] : ["xz-utils"]),
  ];
  if (python === undefined || missing.length > 0)
    return fail(`some programs are missing: apt-get install ${missing.join(" ")}`);
  if (!existsSync(CLI)) fail("dist/ does not exist: npm run build");
  return python;
}

/**
 * The game of `--variant` or `--variant-file`.
 *
 * @param {{ readonly variant?: string, readonly "variant-file"?: string }} flags
 * @returns {Promise<TrainingGame>}
 */
export async function gameOf({ variant: id, "variant-file": file }) {
  if (id !== undefined && file !== undefined) fail("--variant and --variant-file cannot be combined");
  const { builtIn, CHESS, FORCED_CAPTURES, netShapeOf, parseVariant } = await import("#internals");
  /** @type {(variant: import("#internals").Variant, isBuiltIn: boolean, flags: readonly string[]) => TrainingGame} */
  const gameFor = (variant, isBuiltIn, flags) => ({
    id: variant.id,
    isBuiltIn,
    flags: [...flags, "--variant", variant.id],
    shape: netShapeOf(variant),
    capturesAreForced: variant.laws[FORCED_CAPTURES] !== 0,
  });
  try {
    if (file === undefined) return gameFor(id === undefined ? CHESS : builtIn(id), true, []);
    return gameFor(parseVariant(readFileSync(file, "utf8")), false, ["--variant-file", file]);
  } catch (error) {
    return fail(messageOf(error));
  }
}

/**
 * Resolves when a process has exited with code 0.
 *
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} name
 * @returns {Promise<void>}
 */
function ended(child, name) {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${name} failed with exit code ${code}`))));
  });
}

/**
 * Runs a command of Wazaba. With `--json` its output is parsed and returned, otherwise shown.
 *
 * @param {string[]} args
 */
export async function wazaba(...args) {
  const isJson = args.includes("--json");
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ["ignore", isJson ? "pipe" : "inherit", "inherit"],
  });
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (part) => {
    text += part;
  });
  await ended(child, `wazaba ${args[0]}`);
  return isJson ? JSON.parse(text) : undefined;
}

/**
 * Runs `wazaba convert` on a file of games; `done` resolves when all processes have succeeded.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {"pipe" | "inherit"} stdout
 */
function convert(file, args, stdout) {
  const isCompressed = file.endsWith(".xz");
  const source = isCompressed ? spawn("xz", ["-dc", file], { stdio: ["ignore", "pipe", "inherit"] }) : null;
  const input = source === null ? file : "-";
  const converter = spawn(process.execPath, [CLI, "convert", input, ...args], {
    stdio: [source?.stdout ?? "ignore", stdout, "inherit"],
  });
  const all = [ended(converter, `wazaba convert ${file}`), ...(source === null ? [] : [ended(source, "xz")])];
  return { converter, done: Promise.all(all) };
}

/**
 * Packs the positions of a file of games.
 *
 * @param {string} file
 * @param {string} part
 * @param {readonly string[]} flags
 */
async function pack(file, part, flags) {
  await convert(file, ["--to", "positions", "--out", part, ...flags], "inherit").done;
}

/**
 * Samples the positions that searches from a file of games evaluate (`searched.mjs`).
 *
 * @param {string} file
 * @param {string} part
 * @param {number} apart
 */
async function packSearched(file, part, apart) {
  const { converter, done } = convert(file, ["--to", "text"], "pipe");
  const args = [pathOf("searched.mjs"), "--out", part, "--apart", String(apart)];
  const sampler = spawn(process.execPath, args, { stdio: [converter.stdout, "inherit", "inherit"] });
  await Promise.all([ended(sampler, `searched.mjs ${file}`), done]);
}

/**
 * Packs files of games into one file of positions, on all processors.
 *
 * @param {readonly string[]} games
 * @param {string} positions
 * @param {readonly string[]} flags
 */
export async function packAll(games, positions, flags) {
  await joinPacked(games, positions, (file, part) => pack(file, part, flags));
}

/**
 * Packs each file with `packOne`, and joins the results.
 *
 * @param {readonly string[]} games
 * @param {string} positions
 * @param {(file: string, part: string) => Promise<void>} packOne
 */
async function joinPacked(games, positions, packOne) {
  const parts = games.map((_, i) => `${positions}.${i}.part`);
  for (const part of parts) rmSync(part, { force: true });
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < games.length; i = next++) await packOne(games[i], parts[i]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  await join(parts, positions);
  for (const part of parts) rmSync(part);
}

/**
 * Packs files of games into one file of positions: the quiet ones; and, labelled by a Stockfish network (`label.py`), `strays` next
 * to each, and one in `apart` of those that searches evaluate.
 *
 * @param {string} python
 * @param {readonly string[]} games
 * @param {string} positions
 * @param {readonly string[]} flags
 * @param {{ readonly strays: number, readonly apart: number, readonly teacherNet: string }} sampling
 */
export async function packWithLabels(python, games, positions, flags, { strays, apart, teacherNet }) {
  const label = (/** @type {string[]} */ ...args) =>
    ended(spawn(python, [pathOf("label.py"), "--net", teacherNet, ...args], { stdio: "inherit" }), "label.py");
  await label();
  const [quiet, judged, searched] = ["quiet", "strays", "searched"].map((name) => `${positions}.${name}`);
  await packAll(games, quiet, flags);
  await packAll(games, judged, [...flags, "--strays", String(strays)]);
  await joinPacked(games, searched, (file, part) => packSearched(file, part, apart));
  for (const part of [judged, searched]) await label("--positions", part);
  await join([quiet, judged, searched], positions);
  for (const part of [quiet, judged, searched]) rmSync(part);
}

/**
 * Joins files.
 *
 * @param {readonly string[]} parts
 * @param {string} file
 */
export async function join(parts, file) {
  const whole = `${file}.part`;
  rmSync(whole, { force: true });
  for (const part of parts) await pipeline(createReadStream(part), createWriteStream(whole, { flags: "a" }));
  renameSync(whole, file);
}

/**
 * Trains the network of a game.
 *
 * @param {string} python
 * @param {TrainingGame} game
 * @param {string} positions
 * @param {string} net
 * @param {readonly string[]} options for the script, layers.py or network.py; they come last and so override those of the game
 */
export async function trainNet(python, { shape }, positions, net, options) {
  const { version, mirrored, width, layer1, layer2, game } = shape;
  const script = layer1 > 0 ? "layers.py" : "network.py";
  const layers = ["--layers", String(layer1), String(layer2)];
  const ofGame = [
    ...(layer1 > 0 ? layers : ["--mirrored", String(Number(mirrored))]),
    ...(version === 2 ? ["--game", String(game)] : []),
  ];
  const args = [
    pathOf(script),
    "--positions",
    positions,
    "--net",
    net,
    "--width",
    String(width),
    ...ofGame,
    ...options,
  ];
  await ended(spawn(python, args, { stdio: "inherit" }), script);
}
