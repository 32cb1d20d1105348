/**
 * Fine-tuning: the training of a game's network begins with the weights of another, and weight decay pulls back to them. How hard it
 * may pull depends on how much of the game is new: knights that leap otherwise want a hard pull, or some ten thousand positions
 * are learned by heart; shatranj, where bishop and queen are other pieces, hardly any. So several are tried, each takes
 * seconds, and the loss held out chooses.
 */

import { copyFileSync, existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join as joinPath, parse as parsePath } from "node:path";
import { fileURLToPath } from "node:url";
import { trainNet } from "./steps.mjs";

/** Chess, as wide as the networks of all games; most of what it knows holds in the games beside it. */
const CHESS_NET = fileURLToPath(new URL("chess-128.net", import.meta.url));
/** The pulls to try, shares of the step, the hardest first. */
const DECAYS = ["15", "8", "2", "0.5"];
/**
 * The hardest pull whose loss is hardly above the least wins: what is held out comes from games, too, and a search sees odder positions.
 * (Knightmate, with losses alike: 8 lost 127 ± 97 Elo to 15.)
 */
const TOLERANCE = 1.05;
/** One game in so many is held out: where games are few, fewer of them would choose by chance. */
const HELD_OUT = "20";
/**
 * As many steps an epoch, within these batches: from nothing, a few hundred thousand positions teach little in larger ones (giveaway,
 * 552,000 positions: 135 steps beat 34 by some 60 Elo, 540 no more than that). In fine-tuning, smaller ones and more epochs lower the
 * loss where positions are few, and lose the games: rooksquare, 36,000 positions in batches of 1,120 and 16 epochs, lost 127 ± 73 Elo to
 * 4,096 and 12, whose loss was 5 % higher.
 */
const FROM_NOTHING = { steps: 256, leastBatch: 512 };
const FINE_TUNING = { steps: 32, leastBatch: 4096 };
const MOST_BATCH = 16384;
const EPOCHS = "12";
/** The size of a packed position. */
const POSITION_BYTES = 32;
/** What lies beside a network; the plot is the last file of a training. */
const BESIDE = ["csv", "npz", "net", "svg"];

/** A file beside a network, as network.py names it. */
function sibling(net, suffix) {
  if (suffix === "net") return net;
  const { dir, name } = parsePath(net);
  return joinPath(dir, `${name}.${suffix}`);
}

/**
 * Trains a game's network.
 *
 * @param start what it begins with: `chess`, a `.net` file, or `none`
 * @param options of network.py; they come last. With `--decay` among them no other is tried; several go on by themselves where
 *   they were interrupted, one with `--resume`
 */
export async function fineTune(python, game, positions, net, start, options) {
  if (statSync(positions).size === 0) throw new Error(`${positions} has no positions`);
  if (start === "none") {
    const batch = batchFor(positions, FROM_NOTHING);
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
  const least = Math.min(...tried.map(({ loss }) => loss));
  const best = tried.find(({ loss }) => loss <= least * TOLERANCE);
  for (const { decay, loss } of tried)
    console.error(`decay ${decay}: loss held out ${loss}${decay === best.decay ? ", kept" : ""}`);
  for (const suffix of BESIDE) copyFileSync(sibling(best.attempt, suffix), sibling(net, suffix));
  for (const { attempt } of tried) for (const suffix of BESIDE) rmSync(sibling(attempt, suffix));
}

/** Whether a file is there, and was made from these positions. */
function isFor(positions, file) {
  return existsSync(file) && statSync(file).mtimeMs > statSync(positions).mtimeMs;
}

/** The loss held out after the last epoch. */
function lossOf(net) {
  return Number(readFileSync(sibling(net, "csv"), "utf8").trim().split("\n").at(-1).split(",")[2]);
}

/** The batch for a file of positions, as text. */
function batchFor(positions, { steps, leastBatch }) {
  const wanted = statSync(positions).size / POSITION_BYTES / steps;
  return String(Math.round(Math.min(MOST_BATCH, Math.max(leastBatch, wanted))));
}
