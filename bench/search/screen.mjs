/**
 * Screening: tests many changes of the search in the same games. In each match one side has half of them and the other side the
 * rest, so every game adds to the estimate of every change, and each is measured as well as in a match of its own with as many
 * games: in 1,000 games of 25,000 nodes to ± 16 Elo or so, and forty changes cost no more than one. Interactions between changes
 * are not detected.
 *
 *     node bench/search/screen.mjs CHANGES.json --out FILE [--games 1000] [--nodes 25000 | --movetime MS] [--balance 90:120]
 *                           [--options LIST] [--variant ID] [--jobs 1]
 *
 * CHANGES.json lists the options of each change: `{ "narrow": "AspirationWindow=9", "milder": "LmrBase=92;LmrDivisor=205" }`.
 * Make a change that is not an option yet a tunable (`assembly/search/tunables.json`) of 0 and 1 while you test it.
 * `--options` are for both sides. Each match, of two pairs per job, is a line of JSON in FILE; the same command resumes where it
 * was interrupted, also with more games.
 */

import { closeSync, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { conditionsFrom, formatStrength, MATCH_FLAGS, OPTION_LIST, passSignals, ResultFile } from "../matches.mjs";
import { messageOf, table } from "../measure.mjs";
import { effectsOf } from "./factorial.mjs";
import { gamesOf, playScreening } from "./screening.mjs";

const CLI = fileURLToPath(new URL("../../dist/cli.cjs", import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ...MATCH_FLAGS, games: { type: "string", default: "1000" }, out: { type: "string" } },
});
if (positionals.length !== 1 || values.out === undefined)
  throw new Error("node bench/search/screen.mjs CHANGES.json --out FILE");
const conditions = conditionsFrom({ ...values, sprt: "off" });
const changes = readChanges(positionals[0]);
passSignals();

/** Matches count together if this is equal. */
const key = JSON.stringify([changes, { ...conditions, games: undefined }]);
/** @type {ResultFile<import("./screening.mjs").KeyedMatch>} */
const file = new ResultFile(values.out);
// An unwritable file fails now, not after the first match.
closeSync(openSync(values.out, "a"));
const joined = (/** @type {readonly boolean[]} */ has) =>
  changes.flatMap(({ options }, i) => (has[i] ? [options] : [])).join(";");
const { matches, isInterrupted } = await playScreening({
  referee: CLI,
  conditions,
  count: changes.length,
  sideOf: (has) => ({ command: null, options: joined(has) }),
  file,
  key,
  jobs: Number(values.jobs),
});
if (isInterrupted) process.exitCode = 130;
const games = gamesOf(matches);
const effects = effectsOf(matches);
if (effects === null) console.log(`${games} games are too few for ${changes.length} changes`);
else {
  const rows = effects.map((effect, i) => ({ ...changes[i], ...effect })).sort((one, other) => other.elo - one.elo);
  const shown = rows.map((row) => [row.name, row.options, formatStrength(row)]);
  console.log(table(["change", "options", `Elo, ${games} games`], shown));
}

/** @param {string} name */
function readChanges(name) {
  /** @type {[string, unknown][]} */
  let found;
  try {
    found = Object.entries(JSON.parse(readFileSync(name, "utf8")));
  } catch (error) {
    throw new Error(`${name}: ${messageOf(error)}`);
  }
  if (found.length === 0) throw new Error(`${name} has no changes`);
  return found.map(([name, options]) => {
    if (typeof options !== "string" || options === "" || !OPTION_LIST.test(options))
      throw new Error(`${name}: ${JSON.stringify(options)} is not of the form LmrBase=92;LmrDivisor=205`);
    return { name, options };
  });
}
