/** The games of a factorial experiment, shared by the screening of changes and the step table. */

import { runNode } from "../matches.mjs";
import { assignmentOf } from "./factorial.mjs";

/** @typedef {import("./factorial.mjs").ScreenedMatch & { readonly key: string }} KeyedMatch */

const PAIRS_PER_JOB = 2;

/**
 * The number of games in a match.
 *
 * @param {number} jobs
 */
export function gamesPerMatch(jobs) {
  return 2 * PAIRS_PER_JOB * jobs;
}

/**
 * Plays matches of two pairs per job until the number of games in the conditions is reached.
 *
 * @param {{
 *   readonly referee: string,
 *   readonly conditions: import("../matches.mjs").Conditions,
 *   readonly count: number,
 *   readonly sideOf: (has: readonly boolean[]) => { readonly command: string | null, readonly options: string },
 *   readonly file: import("../matches.mjs").ResultFile<KeyedMatch>,
 *   readonly key: string,
 *   readonly jobs: number,
 * }} screening `referee`: the program whose `wazaba match` plays; `count` of changes; `sideOf`: the engine that has these of the
 *   changes; `file`: a line per match, those with the same `key` count together
 * @returns the matches, and whether a signal interrupted them
 */
export async function playScreening({ referee, conditions, count, sideOf, file, key, jobs }) {
  const matches = file.results.filter((result) => result.key === key);
  const { nodes, movetime, balance, options, variant, rules } = conditions;
  const side = (/** @type {string} */ letter, /** @type {readonly boolean[]} */ has) => {
    const { command, options: own } = sideOf(has);
    const all = [options, own].filter((text) => text !== "").join(";");
    return [...(command === null ? [] : [`--${letter}`, command]), `--options-${letter}`, all];
  };
  while (gamesOf(matches) < conditions.games) {
    const number = matches.length;
    const assignment = assignmentOf(number, count);
    const others = assignment.map((has) => !has);
    const report = await runNode(
      [
        ...[referee, "match", ...side("a", assignment), ...side("b", others)],
        ...(movetime === undefined ? ["--nodes", nodes] : ["--movetime", movetime, "--margin", 1000]),
        ...["--pairs", gamesPerMatch(jobs) / 2, "--jobs", jobs, "--seed", number + 1, "--balance", balance],
        ...["--variant", variant, "--json", ...rules.split(" ")],
      ].map(String),
    );
    if (report === null) return { matches, isInterrupted: true };
    const { wins, draws, losses } = JSON.parse(report);
    const match = { key, assignment, wins, draws, losses };
    file.add(match);
    matches.push(match);
    process.stderr.write(`${gamesOf(matches)} of ${conditions.games} games\n`);
  }
  return { matches, isInterrupted: false };
}

/** @param {readonly import("./factorial.mjs").ScreenedMatch[]} matches */
export function gamesOf(matches) {
  return matches.reduce((total, { wins, draws, losses }) => total + wins + draws + losses, 0);
}
