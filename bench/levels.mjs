/**
 * Measures the levels of limited strength on the scale of Stockfish's `UCI_Elo`: each rung of the ladder plays Stockfish, at the
 * level estimated so far, and all its games together give the maximum-likelihood Elo.
 *
 *     node bench/levels.mjs [--games 100] [--from 1310] [--only ELO]… [--movetime 100] [--stockfish CMD] [--jobs 1]
 *                           [--folder DIR]
 *
 * Games are played in batches of twenty; the last one is always completed. With `--folder`, where they are kept, the same command
 * resumes where it was interrupted; games of another search, another ladder or other conditions are kept apart there.
 * Stockfish has no level below 1350, so rungs far below that can only be measured against their neighbours.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { LADDER } from "#internals";
import { estimateElo } from "./levels-fit.mjs";
import { conditionsFrom, hashOf, passSignals, playMatch, signatureOf, standingReporter } from "./matches.mjs";
import { findStockfish, table } from "./measure.mjs";

const CLI = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
/** Games per batch. */
const BATCH = 20;
/** The range of Stockfish's levels. */
const MIN_LEVEL = 1350;
const MAX_LEVEL = 2850;
/** A level that blunders may still lose a won game, so all games are played out. */
const RULES = "--resign off --draw off --max-moves 200";

const { values } = parseArgs({
  options: {
    games: { type: "string", default: "100" },
    from: { type: "string", default: "1310" },
    only: { type: "string", multiple: true },
    movetime: { type: "string", default: "100" },
    stockfish: { type: "string", default: findStockfish() ?? "" },
    jobs: { type: "string", default: "1" },
    folder: { type: "string" },
  },
});
if (values.stockfish === "") throw new Error("--stockfish CMD is required: Stockfish is not installed");
const { movetime, games } = values;
const wanted = conditionsFrom({ movetime, games, sprt: "off", balance: "100", options: "Hash=16", variant: "chess" });
const conditions = { ...wanted, games: BATCH, rules: RULES };
const batches = Math.ceil(wanted.games / BATCH);
const rungs = LADDER.filter(([elo]) => elo >= Number(values.from) && (values.only?.includes(String(elo)) ?? true));
if (rungs.length === 0) throw new Error("--from, --only: no such rung");

passSignals();
const folder = values.folder === undefined ? mkdtempSync(join(tmpdir(), "wazaba-")) : resolve(values.folder);
mkdirSync(folder, { recursive: true });
if (values.folder === undefined) process.on("exit", () => rmSync(folder, { recursive: true }));

/**
 * Plays a batch of games of a rung against Stockfish at a level: its points; null if a signal has ended it.
 *
 * @param {(typeof LADDER)[number]} rung
 * @param {number} level
 * @param {number} batch
 */
async function pointsOf(rung, level, batch) {
  const [elo] = rung;
  const limited = (/** @type {number} */ uciElo) => `UCI_LimitStrength=true;UCI_Elo=${uciElo}`;
  const report = await playMatch({
    referee: CLI,
    a: { command: null, options: limited(elo), name: String(elo) },
    b: { command: values.stockfish, options: limited(level), name: `Stockfish ${level}` },
    conditions: { ...conditions, seed: batch + 1 },
    jobs: values.jobs,
    file: join(folder, `${hashOf([signature, rung, level, batch, values.stockfish, conditions])}.jsonl`),
    onStanding: standingReporter(`${elo} against Stockfish ${level}`),
  });
  return report && report.wins + report.draws / 2;
}

const signature = await signatureOf(CLI, "", "chess");
const rows = [];
for (const rung of rungs) {
  const results = [];
  let estimate = { elo: rung[0], error: Number.POSITIVE_INFINITY };
  for (let batch = 0; batch < batches; batch++) {
    const level = Math.round(Math.min(Math.max(estimate.elo, MIN_LEVEL), MAX_LEVEL));
    const points = await pointsOf(rung, level, batch);
    if (points === null) process.exit(130);
    results.push({ level, points, games: BATCH });
    estimate = estimateElo(results);
  }
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const against = results.map(({ level, points }) => `${points} at ${level}`).join(", ");
  rows.push([rung[0], batches * BATCH, against, `${Math.round(estimate.elo)} ± ${Math.round(estimate.error)}`]);
}
const head = ["rung", "games", `points of ${BATCH} against Stockfish`, "Elo"];
process.stdout.write(`${table(head, rows)}\n`);
