/**
 * Generations of a game's network, each trained on games of the one before, until a match shows no further gain. All files stay in
 * one folder, by the number of the generation: games (`1.wzg`), positions (`1.bin`), the network with its losses (`1.net`,
 * `1.csv`, `1.svg`), and the match against the one before (`1.match`, `1.json`). Files that exist are not made again.
 */

import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { fineTune } from "./fine-tune.mjs";
import { CLI, fail, join, packAll, wazaba } from "./steps.mjs";

/** @typedef {import("./steps.mjs").TrainingGame} TrainingGame */
/** @typedef {(generation: number, suffix: string) => string} FileOf the file of a generation with this suffix */

/**
 * The settings of a run. `leaves` is a percentage of positions; `nodes` and `matchNodes` are per move; `window` is the number of
 * generations to train on; `options` are for network.py.
 *
 * @typedef {{
 *   readonly folder: string,
 *   readonly net?: string | undefined,
 *   readonly teacher?: string | undefined,
 *   readonly start: string,
 *   readonly generations: number,
 *   readonly games: number,
 *   readonly nodes: number,
 *   readonly leaves: number,
 *   readonly window: number,
 *   readonly pairs: number,
 *   readonly matchNodes: number,
 *   readonly jobs: number,
 *   readonly options: readonly string[],
 * }} Settings
 */

/**
 * Trains generations of networks.
 *
 * @param {string} python a Python with numpy
 * @param {TrainingGame} game
 * @param {Settings} settings
 * @returns the file of the network, null if not even the first generation gains
 */
export async function trainGenerations(python, game, settings) {
  const { folder, generations } = settings;
  mkdirSync(folder, { recursive: true });
  /** @type {FileOf} */
  const fileOf = (generation, suffix) => joinPath(folder, `${generation}.${suffix}`);
  checkConditions(game, settings);
  /** The last one that gained; 0 for the piece-square tables. */
  let best = 0;
  const rows = [];
  for (let generation = 1; generation <= generations; generation++) {
    await makeGames(game, settings, generation, fileOf);
    const positions = await positionsFor(game, settings, generation, fileOf);
    await train(python, game, settings, positions, generation, fileOf);
    const { wins, draws, losses, elo, error, score } = await playMatch(game, settings, generation, fileOf);
    const rival = generation === 1 ? "tables" : `generation ${generation - 1}`;
    const gain = elo === null ? "infinite" : `${Math.round(elo)} ± ${error === null ? "?" : Math.round(error)}`;
    rows.push(`generation ${generation} against ${rival}: +${wins} =${draws} -${losses}, Elo ${gain}`);
    console.error(rows.at(-1));
    if (score <= 0.5) break;
    best = generation;
  }
  console.error(rows.join("\n"));
  if (best === 0) {
    console.error(`${game.id}: no gain over the piece-square tables; try more games, or more nodes`);
    return null;
  }
  const net = settings.net ?? joinPath(folder, `${game.id}.net`);
  copyFileSync(fileOf(best, "net"), net);
  console.error(`${net}: generation ${best}`);
  return net;
}

/**
 * Rejects settings other than those that the folder was started with; only the number of generations may change.
 *
 * @param {TrainingGame} game
 * @param {Settings} settings
 */
function checkConditions(game, settings) {
  const { folder, teacher = null, start, games, nodes, leaves, window, pairs, matchNodes, options } = settings;
  const file = joinPath(folder, "settings.json");
  const conditions = {
    game: game.id,
    laws: game.shape.game,
    teacher,
    start,
    games,
    nodes,
    leaves,
    window,
    pairs,
    matchNodes,
    options,
  };
  const text = `${JSON.stringify(conditions, null, 2)}\n`;
  if (!existsSync(file)) return writeFileSync(file, text);
  if (readFileSync(file, "utf8") !== text) fail(`${folder} was started with other settings: ${file}`);
}

/**
 * The flag that selects the network of a generation.
 *
 * @param {number} generation
 * @param {FileOf} fileOf
 */
function netFlag(generation, fileOf) {
  return ["--net", generation === 0 ? "none" : fileOf(generation, "net")];
}

/** @type {(game: TrainingGame, settings: Settings, generation: number, fileOf: FileOf) => Promise<void>} */
async function makeGames({ flags }, { teacher, games, nodes, leaves, jobs }, generation, fileOf) {
  const player = generation === 1 && teacher !== undefined ? ["--teacher", teacher] : netFlag(generation - 1, fileOf);
  const counts = [
    "--games",
    String(games),
    "--nodes",
    String(nodes),
    "--leaves",
    String(leaves),
    "--jobs",
    String(jobs),
    "--seed",
    String(generation),
  ];
  await wazaba("datagen", ...flags, ...player, ...counts, "--out", fileOf(generation, "wzg"));
}

/**
 * The file of positions to train on: those of the last `window` generations.
 *
 * @type {(game: TrainingGame, settings: Settings, generation: number, fileOf: FileOf) => Promise<string>}
 */
async function positionsFor({ flags }, { window }, generation, fileOf) {
  const own = fileOf(generation, "bin");
  if (!existsSync(own)) await packAll([fileOf(generation, "wzg")], own, flags);
  const first = Math.max(1, generation - window + 1);
  if (first === generation) return own;
  const all = fileOf(generation, "all.bin");
  const parts = Array.from({ length: generation - first + 1 }, (_, i) => fileOf(first + i, "bin"));
  if (!existsSync(all)) await join(parts, all);
  return all;
}

/**
 * @param {string} python
 * @param {TrainingGame} game
 * @param {Settings} settings
 * @param {string} positions
 * @param {number} generation
 * @param {FileOf} fileOf
 */
async function train(python, game, { start, options }, positions, generation, fileOf) {
  // The plot is written last.
  if (!existsSync(fileOf(generation, "svg"))) {
    const resume = existsSync(fileOf(generation, "npz")) ? ["--resume"] : [];
    await fineTune(python, game, positions, fileOf(generation, "net"), start, [...options, ...resume]);
  }
  if (positions !== fileOf(generation, "bin")) rmSync(positions, { force: true });
}

/**
 * The match against the generation before, at a fixed number of nodes.
 *
 * @param {TrainingGame} game
 * @param {Settings} settings
 * @param {number} generation
 * @param {FileOf} fileOf
 */
async function playMatch({ flags }, { pairs, matchNodes, jobs }, generation, fileOf) {
  const file = fileOf(generation, "json");
  if (!existsSync(file)) {
    const engine = (/** @type {number} */ of) =>
      [process.execPath, CLI, ...flags, ...netFlag(of, fileOf)].map(quote).join(" ");
    const engines = ["--a", engine(generation), "--b", engine(generation - 1)];
    const counts = ["--nodes", String(matchNodes), "--pairs", String(pairs), "--jobs", String(jobs)];
    const kept = ["--out", fileOf(generation, "match"), "--json"];
    const report = await wazaba("match", ...flags, ...engines, ...counts, ...kept);
    writeFileSync(`${file}.part`, JSON.stringify(report));
    renameSync(`${file}.part`, file);
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * A quoted word of a command line.
 *
 * @param {string} word
 */
function quote(word) {
  return `"${word.replace(/["\\]/g, "\\$&")}"`;
}
