/**
 * Fine-tuning: the network of a game starts from the weights of another one, and weight decay pulls back to them. How strong the
 * pull should be depends on how much of the game is new: knights that leap differently need a strong pull, or a few ten thousand
 * positions are learned by heart; shatranj, where bishop and queen are other pieces, needs hardly any. So several are tried, each
 * takes seconds, and the held-out loss decides.
 */

import { copyFileSync, existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join as joinPath, parse as parsePath } from "node:path";
import { fileURLToPath } from "node:url";
import { trainNet } from "./steps.mjs";

/** Chess, as wide as the networks of all variants; most of what it knows holds in variants, too. */
const CHESS_NET = fileURLToPath(new URL("chess-128.net", import.meta.url));
/** The pulls to try, relative to the step, strongest first. */
const DECAYS = ["15", "8", "2", "0.5"];
/**
 * The strongest pull whose loss is at most this many times the lowest wins: the held-out positions come from games, too, and a
 * search sees odder ones. (Knightmate, with similar losses: 8 lost 127 ± 97 Elo to 15.)
 */
const TOLERANCE = 1.05;
/** One in 20 games is held out: with few games, a smaller sample would decide by chance. */
const HELD_OUT = "20";
/**
 * Steps per epoch, within these batch sizes: from scratch, a few hundred thousand positions teach little in larger batches
 * (giveaway, 552,000 positions: 135 steps beat 34 by some 60 Elo, 540 no more than that). In fine-tuning with few positions, smaller
 * batches and more epochs lower the loss but also lose games: rooksquare, 36,000 positions in batches of 1,120 and 16 epochs, lost
 * 127 ± 73 Elo to 4,096 and 12, whose loss was 5 % higher.
 */
const FROM_SCRATCH = { steps: 256, minBatch: 512 };
const FINE_TUNING = { steps: 32, minBatch: 4096 };
const MAX_BATCH = 16384;
const EPOCHS = "12";
/** The size of a packed position in bytes. */
const POSITION_BYTES = 32;
/** The suffixes of the files next to a network; the plot is written last. */
const SUFFIXES = ["csv", "npz", "net", "svg"];

/**
 * A file next to a network, named as network.py does.
 *
 * @param {string} net
 * @param {string} suffix
 */
function sibling(net, suffix) {
  if (suffix === "net") return net;
  const { dir, name } = parsePath(net);
  return joinPath(dir, `${name}.${suffix}`);
}

/**
 * Trains the network of a game.
 *
 * @param {string} python
 * @param {import("./steps.mjs").TrainingGame} game
 * @param {string} positions
 * @param {string} net
 * @param {string} start the initial weights: `chess`, a `.net` file, or `none`
 * @param {readonly string[]} options for network.py; they come last. With `--decay` only that one is tried, and `--resume` resumes it;
 *   otherwise an interrupted training resumes by itself
 */
export async function fineTune(python, game, positions, net, start, options) {
  if (statSync(positions).size === 0) throw new Error(`${positions} has no positions`);
  if (start === "none") {
    const batch = batchFor(positions, FROM_SCRATCH);
    return trainNet(python, game, positions, net, ["--batch", batch, ...options]);
  }
  const from = ["--from", start === "chess" ? CHESS_NET : start];
  const batch = batchFor(positions, FINE_TUNING);
  const common = ["--batch", batch, "--epochs", EPOCHS, "--hold-out", HELD_OUT, ...from];
  if (options.some((option) => /^--decay(=|$)/.test(option)))
    return trainNet(python, game, positions, net, [...common, ...options]);
  const others = options.filter((option) => option !== "--resume");
  const tried = [];
  for (const decay of DECAYS) {
    const attempt = `${net.replace(/\.net$/, "")}-${decay}.net`;
    if (!isFor(positions, sibling(attempt, "svg"))) {
      const resume = isFor(positions, sibling(attempt, "npz")) ? ["--resume"] : [];
      await trainNet(python, game, positions, attempt, [...common, "--decay", decay, ...others, ...resume]);
    }
    tried.push({ decay, attempt, loss: lossOf(attempt) });
  }
  const minLoss = Math.min(...tried.map(({ loss }) => loss));
  const best = tried.find(({ loss }) => loss <= minLoss * TOLERANCE);
  if (best === undefined) throw new Error(`${net}: training produced no finite loss`);
  for (const { decay, loss } of tried)
    console.error(`decay ${decay}: held-out loss ${loss}${decay === best.decay ? ", kept" : ""}`);
  for (const suffix of SUFFIXES) copyFileSync(sibling(best.attempt, suffix), sibling(net, suffix));
  for (const { attempt } of tried) for (const suffix of SUFFIXES) rmSync(sibling(attempt, suffix));
}

/**
 * Whether a file exists and is newer than these positions.
 *
 * @param {string} positions
 * @param {string} file
 */
function isFor(positions, file) {
  return existsSync(file) && statSync(file).mtimeMs > statSync(positions).mtimeMs;
}

/**
 * The held-out loss after the last epoch.
 *
 * @param {string} net
 */
function lossOf(net) {
  return Number(readFileSync(sibling(net, "csv"), "utf8").trim().split("\n").at(-1)?.split(",")[2]);
}

/**
 * The batch size for a file of positions, as an argument.
 *
 * @param {string} positions
 * @param {{ readonly steps: number, readonly minBatch: number }} schedule
 */
function batchFor(positions, { steps, minBatch }) {
  const ideal = statSync(positions).size / POSITION_BYTES / steps;
  return String(Math.round(Math.min(MAX_BATCH, Math.max(minBatch, ideal))));
}
