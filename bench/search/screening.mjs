/** The games of a factorial experiment, which the screening of changes and the table of steps share. */

import { runNode } from "../matches.mjs";
import { assignmentOf } from "./factorial.mjs";

const PAIRS_A_JOB = 2;

/** How many games a match has. */
export function gamesAMatch(jobs) {
  return 2 * PAIRS_A_JOB * jobs;
}

/**
 * Plays matches of two pairs for each job, until there are as many games as the conditions want.
 *
 * @param referee the program whose `wazaba match` it is
 * @param conditions those of `conditionsFrom`
 * @param count of changes
 * @param sideOf the `command` (null: the referee) and the `options` of a side that has some of the changes: true for each it has
 * @param file a `ResultFile`, where each match is a line with its `key`: what has to be equal for matches to count together
 * @returns the `matches`, and whether a signal has ended it: `isInterrupted`
 */
export async function playScreening({ referee, conditions, count, sideOf, file, key, jobs }) {
  const matches = file.results.filter((result) => result.key === key);
  const { nodes, movetime, balance, options, variant, rules } = conditions;
  const side = (letter, has) => {
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
        ...["--pairs", gamesAMatch(jobs) / 2, "--jobs", jobs, "--seed", number + 1, "--balance", balance],
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

export function gamesOf(matches) {
  return matches.reduce((total, { wins, draws, losses }) => total + wins + draws + losses, 0);
}
