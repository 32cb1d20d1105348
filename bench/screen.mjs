/**
 * Screening: many changes of the search tried in the same games. In each match either side has a random half of them, so every game
 * tells something of every change, and each is measured as well as in a match of its own with as many games: in 1,000 games of
 * 25,000 nodes to ± 16 Elo or so, and forty changes cost no more than one. Changes that depend on each other are not seen.
 *
 *     node bench/screen.mjs CHANGES.json --out FILE [--games 1000] [--nodes 25000 | --movetime MS] [--balance 90:120]
 *                           [--options LIST] [--variant ID] [--jobs 1]
 *
 * CHANGES.json has for each change the options that make it: `{ "narrow": "AspirationWindow=9", "milder": "LmrBase=92;LmrDivisor=205" }`.
 * What is not an option yet becomes one as a tunable (`assembly/search/tunables.json`) of 0 and 1, while it is tried.
 * `--options` are for both sides. Each match, of two pairs for each job, is a line of JSON in FILE; the same command goes on where it was
 * interrupted, also with more games.
 */

import { closeSync, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { assignmentOf, effectsOf } from "./factorial.mjs";
import {
  conditionsFrom,
  formatStrength,
  MATCH_FLAGS,
  OPTION_LIST,
  passSignals,
  ResultFile,
  runNode,
} from "./matches.mjs";
import { table } from "./measure.mjs";

const CLI = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const PAIRS_A_JOB = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ...MATCH_FLAGS, games: { type: "string", default: "1000" }, out: { type: "string" } },
});
if (positionals.length !== 1 || values.out === undefined)
  throw new Error("node bench/screen.mjs CHANGES.json --out FILE");
const conditions = conditionsFrom({ ...values, sprt: "off" });
const jobs = Number(values.jobs);
const changes = readChanges(positionals[0]);
passSignals();

/** What has to be equal for matches to count together. */
const key = JSON.stringify([changes, { ...conditions, games: undefined }]);
const file = new ResultFile(values.out);
// What cannot be written is heard of before the first game.
closeSync(openSync(values.out, "a"));
const matches = file.results.filter((result) => result.key === key);
let games = matches.reduce((total, { wins, draws, losses }) => total + wins + draws + losses, 0);
while (games < conditions.games) {
  const match = await play(matches.length);
  if (match === null) {
    process.exitCode = 130;
    break;
  }
  file.add({ key, ...match });
  matches.push(match);
  games += match.wins + match.draws + match.losses;
  process.stderr.write(`${games} of ${conditions.games} games\n`);
}
const effects = effectsOf(matches);
if (effects === null) console.log(`${games} games are too few for ${changes.length} changes`);
else {
  const rows = effects.map((effect, i) => ({ ...changes[i], ...effect })).sort((one, other) => other.elo - one.elo);
  const shown = rows.map((row) => [row.name, row.options, formatStrength(row)]);
  console.log(table(["change", "options", `Elo, ${games} games`], shown));
}

function readChanges(name) {
  let found;
  try {
    found = Object.entries(JSON.parse(readFileSync(name, "utf8")));
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
  if (found.length === 0) throw new Error(`${name} has no changes`);
  return found.map(([name, options]) => {
    if (typeof options !== "string" || options === "" || !OPTION_LIST.test(options))
      throw new Error(`${name}: ${JSON.stringify(options)} is not like LmrBase=92;LmrDivisor=205`);
    return { name, options };
  });
}

/** Plays the match of this number; null if a signal has ended it. */
async function play(number) {
  const assignment = assignmentOf(number, changes.length);
  const optionsOf = (isA) =>
    [conditions.options, ...changes.filter((_, i) => assignment[i] === isA).map(({ options }) => options)]
      .filter((text) => text !== "")
      .join(";");
  const { nodes, movetime, balance, variant, rules } = conditions;
  const report = await runNode(
    [
      ...[CLI, "match", "--options-a", optionsOf(true), "--options-b", optionsOf(false)],
      ...(movetime === undefined ? ["--nodes", nodes] : ["--movetime", movetime, "--margin", 1000]),
      ...["--pairs", PAIRS_A_JOB * jobs, "--jobs", jobs, "--seed", number + 1, "--balance", balance],
      ...["--variant", variant, "--json", ...rules.split(" ")],
    ].map(String),
  );
  if (report === null) return null;
  const { wins, draws, losses } = JSON.parse(report);
  return { assignment, wins, draws, losses };
}
