/**
 * Samples the positions that searches evaluate, which are what a network (NNUE) is for: a tenth of the positions of games is
 * searched, and some of the positions evaluated below each are packed. They have no score yet: `label.py` labels them.
 *
 *     node training/searched.mjs --out positions.bin [--roots 10] [--nodes 800] [--apart 5] [--seed 1] < games.txt
 *
 * Orthodox chess only. `--roots N`: one in N positions of a game is searched, on average. `--nodes`: the nodes of each search.
 * `--apart N`: one in N evaluations is packed, on average. The same games and `--seed` give the same positions.
 *
 * It builds its own core with `TRACE` (`assembly/search/trace.ts`), whose search reports its steps: the moves from the root identify
 * the position that it evaluates.
 */

import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { main as asc } from "assemblyscript/asc";
import { CHESS, Game, LEAF, loadCore, packPosition, randomNumbers, replayText, seedFor } from "#internals";
import { messageOf } from "../bench/measure.mjs";
import { ascFlags } from "../build/constants.mjs";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    roots: { type: "string", default: "10" },
    nodes: { type: "string", default: "800" },
    apart: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
  },
});
const roots = wholeNumber("roots");
const nodes = wholeNumber("nodes");
const apart = wholeNumber("apart");
const seed = wholeNumber("seed");
// Absolute, because the compiler runs in the project's folder.
const out = resolve(values.out ?? fail("--out FILE is required"));

/** Events of the trace (`assembly/search/trace.ts`). */
const ENTER = 0;
const TT = 1;
const EVAL = 2;
/** Positions per write. */
const MANY = 100_000;

/** The game whose position is searched, and the moves that lead from it to the current node, by ply. */
let game = Game.start();
/** @type {number[]} */
const line = [];
let ply = 0;
/** Whether the transposition table (TT) has the evaluation of the node. */
let isKnown = false;
/** How many moves of the line have been played in the game. */
let played = 0;
let random = randomNumbers(0);
/** Evaluations until the next sample. */
let wait = 0;
let number = -1;
let count = 0;
/** @type {Uint8Array[]} */
let pending = [];

const core = await tracedCore();
const file = openSync(out, "w");
for await (const text of createInterface({ input: process.stdin })) {
  try {
    replayText(text, CHESS, { begin, label: search });
  } catch (error) {
    fail(`line ${number + 2}: ${messageOf(error)}`);
  }
  if (pending.length >= MANY) write();
}
write();
closeSync(file);
console.error(`${count} positions that searches evaluated, from ${number + 1} games`);

function begin() {
  number++;
  random = randomNumbers(seedFor(seed, number));
  core.newGame();
}

/**
 * Searches a position of a game if chance selects it.
 *
 * @param {Game} position
 * @param {number} _move
 * @param {number} _score
 * @param {string | null} fen
 */
function search(position, _move, _score, fen) {
  if (fen !== null || random(roots) > 0) return;
  game = position;
  core.setPosition(game.root, game.moves);
  core.search({ nodes });
  while (played > 0) takeBack();
  line.length = 0;
}

/** @param {[event: number, kind: number, move: number, alpha: number, beta: number, depth: number, ply: number]} event */
function onTrace(...[event, , move, , , , at]) {
  if (event === ENTER) {
    ply = at;
    isKnown = false;
    if (ply === 0 || line[ply - 1] === move) return;
    while (played >= ply) takeBack();
    line[ply - 1] = move;
  } else if (event === TT) isKnown = true;
  else if (event === EVAL && !isKnown && wait-- <= 0) {
    wait = random(2 * apart - 1);
    sample();
  }
}

function takeBack() {
  game.undo();
  played--;
}

/** Packs the evaluated position, unless the line to it has a null move. */
function sample() {
  while (played > ply) takeBack();
  for (; played < ply; played++) {
    if (line[played] === 0) return;
    game.play(line[played], Number.POSITIVE_INFINITY);
  }
  const position = packPosition(game, 0, LEAF, number);
  if (position !== null) pending.push(position);
}

function write() {
  writeSync(file, Buffer.concat(pending));
  count += pending.length;
  pending = [];
}

/** A core whose search reports its steps. */
async function tracedCore() {
  const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  /** @type {(name: string, contents: Uint8Array | string) => void} */
  const writeFile = (_name, contents) => writeFileSync(join(folder, "core.wasm"), contents);
  const flags = ["--config", "asconfig.json", "--target", "release", ...ascFlags({ variants: false, trace: true })];
  const { error, stderr } = await asc(flags, { stdout: process.stderr, writeFile });
  if (error) fail(`${error.message}\n${stderr}`);
  copyFileSync("dist/web/tt.wasm", join(folder, "tt.wasm"));
  const host = { shouldStop: () => 0, onIteration: () => {}, onTrace };
  const net = readFileSync("dist/web/chess.net");
  return loadCore("wasm", { hash: 1, net, host, assets: pathToFileURL(`${folder}/`) });
}

/** @param {"roots" | "nodes" | "apart" | "seed"} name */
function wholeNumber(name) {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) fail(`--${name}: ${values[name]} is not a positive integer`);
  return value;
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(`searched: ${message}`);
  process.exit(2);
}
