/**
 * Trains a network (NNUE) for any game: from games to a `.net` file in one command.
 *
 *     npm run train -- --net new.net [--positions new.bin] [--variant ID | --variant-file FILE] [--start chess|none|FILE.net]
 *                      [--teacher-net FILE.nnue [--strays 8] [--apart 25]] [GAMES…] [-- OPTIONS]
 *
 * GAMES are files of `wazaba datagen`, text (also .xz) or records. They are packed into the file of positions unless it exists
 * already. With --teacher-net, for chess only, positions next to them are labelled by a Stockfish network (`label.py`): strays, and
 * one in 25 of those that searches evaluate (`searched.mjs`).
 * Options after -- go to network.py: --width 384 --epochs 20 --blend 0.2:0.4 --resume …
 *
 *     npm run train -- --generations 3 [--variant ID | --variant-file FILE] [--folder DIR] [--teacher CMD] [--games 4000]
 *                      [--start chess|none|FILE.net] [--nodes 1000] [--leaves 0] [--window 2] [--pairs 50]
 *                      [--match-nodes 5000] [--jobs 1] [--net FILE] [-- OPTIONS]
 *
 * also generates the games (`generations.mjs`): Wazaba plays the first generation with piece-square tables, unless there is a
 * teacher, and each later one with the network of the one before. The same command resumes where it was interrupted.
 *
 * By default, training starts from the weights of a chess network (`fine-tune.mjs`), except for chess itself and for games with
 * forced captures.
 *
 * --install adds the network to the package, for a built-in game (`install.mjs`).
 */

import { existsSync, rmSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { messageOf } from "../bench/measure.mjs";
import { fineTune } from "./fine-tune.mjs";
import { trainGenerations } from "./generations.mjs";
import { install } from "./install.mjs";
import { checkPrograms, fail, gameOf, packAll, packWithLabels } from "./steps.mjs";

/** @typedef {import("./steps.mjs").TrainingGame} TrainingGame */

const split = process.argv.indexOf("--", 2);
const own = split < 0 ? process.argv.slice(2) : process.argv.slice(2, split);
const others = split < 0 ? [] : process.argv.slice(split + 1);
const { values, positionals: games } = read();

function read() {
  try {
    return parseArgs({
      args: own,
      options: {
        net: { type: "string" },
        positions: { type: "string" },
        "teacher-net": { type: "string" },
        strays: { type: "string", default: "8" },
        apart: { type: "string", default: "25" },
        variant: { type: "string" },
        "variant-file": { type: "string" },
        install: { type: "boolean", default: false },
        generations: { type: "string" },
        folder: { type: "string" },
        teacher: { type: "string" },
        start: { type: "string" },
        games: { type: "string", default: "4000" },
        nodes: { type: "string", default: "1000" },
        leaves: { type: "string", default: "0" },
        window: { type: "string", default: "2" },
        pairs: { type: "string", default: "50" },
        "match-nodes": { type: "string", default: "5000" },
        jobs: { type: "string", default: "1" },
      },
      allowPositionals: true,
    });
  } catch (error) {
    return fail(messageOf(error));
  }
}

/**
 * A positive integer.
 *
 * @param {keyof typeof values} name
 */
function number(name) {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) fail(`--${name}: ${values[name]} is not a positive integer`);
  return value;
}

/**
 * The initial weights: none for chess itself, nor for games with forced captures, where pieces have other values.
 *
 * @param {TrainingGame} game
 */
function startOf({ id, capturesAreForced }) {
  const { start = id === "chess" || capturesAreForced ? "none" : "chess" } = values;
  if (start !== "chess" && start !== "none" && !existsSync(start)) fail(`--start: ${start} does not exist`);
  return start;
}

/** The percentage of positions with a leaf. */
function leaves() {
  const percent = Number(values.leaves);
  if (!(percent >= 0 && percent <= 100)) fail(`--leaves: ${values.leaves} is not a percentage`);
  return percent;
}

/** @type {(python: string, game: TrainingGame) => Promise<string>} */
async function trainOnGames(python, game) {
  const { net = fail("--net FILE is required"), "teacher-net": teacherNet } = values;
  if (teacherNet !== undefined && game.id !== "chess") fail("--teacher-net: Stockfish networks only play chess");
  if (teacherNet !== undefined && !existsSync(teacherNet)) fail(`--teacher-net: ${teacherNet} does not exist`);
  const positions = values.positions ?? net.replace(/(\.net)?$/, ".bin");
  if (existsSync(positions)) console.error(`${positions} exists: the games are not packed again`);
  else if (games.length === 0) fail(`${positions} does not exist: name files of games`);
  else if (teacherNet === undefined) await packAll(games, positions, game.flags);
  else
    await packWithLabels(python, games, positions, game.flags, {
      strays: number("strays"),
      apart: number("apart"),
      teacherNet,
    });
  if (statSync(positions).size === 0) {
    rmSync(positions);
    fail("the games have no positions to learn from");
  }
  await fineTune(python, game, positions, net, startOf(game), others);
  return net;
}

try {
  const python = checkPrograms(games);
  const game = await gameOf(values);
  if (values.install && !game.isBuiltIn) fail(`--install: ${game.id} is not a built-in game; play it with --net`);
  const net =
    values.generations === undefined
      ? await trainOnGames(python, game)
      : await trainGenerations(python, game, {
          folder: values.folder ?? `${game.id}-nets`,
          net: values.net,
          teacher: values.teacher,
          start: startOf(game),
          generations: number("generations"),
          games: number("games"),
          nodes: number("nodes"),
          leaves: leaves(),
          window: number("window"),
          pairs: number("pairs"),
          matchNodes: number("match-nodes"),
          jobs: number("jobs"),
          options: others,
        });
  if (values.install && net !== null) install(net, game.id);
} catch (error) {
  fail(messageOf(error));
}
