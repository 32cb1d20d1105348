/** The games of a factorial experiment, which the screening of changes and the table of steps share. */

import { assignmentOf } from "./factorial.mjs";
import { runNode } from "./matches.mjs";

const PAIRS_A_JOB = 2;

/**
 * Plays matches of two pairs for each job, until there are as many games as the conditions want.
 *
 * @param referee the program whose `wazaba match` it is
 * @param conditions those of `conditionsFrom`
 * @param count of changes
 * @param sideOf the `command` (null: the referee) and the `options` of a side that has some of the changes: true for each it has
 * @param file a `ResultFile`, where each match is a line with its `key`: what has to be equal for matches to count together
 * @returns the matches; null if a signal has ended it
 */
export async function playScreening({ referee, conditions, count, sideOf, file, key, jobs }) {
  const matches = file.results.filter((result) => result.key === key);
  const { nodes, movetime, balance, options, variant, rules } = conditions;
  const side = (letter, has) => {
    const { command, options: own } = sideOf(has);
    const all = [options, own].filter((text) => text !== "").join(";");
    return [...(command === null ? [] : [`--${letter}`, command]), `--options-${letter}`, all];
  };
  let games = gamesOf(matches);
  while (games < conditions.games) {
    const number = matches.length;
    const assignment = assignmentOf(number, count);
    const report = await runNode(
      [
        ...[referee, "match", ...side("a", assignment)],
        ...side(
          "b",
          assignment.map((has) => !has),
        ),
        ...(movetime === undefined ? ["--nodes", nodes] : ["--movetime", movetime, "--margin", 1000]),
        ...["--pairs", PAIRS_A_JOB * jobs, "--jobs", jobs, "--seed", number + 1, "--balance", balance],
        ...["--variant", variant, "--json", ...rules.split(" ")],
      ].map(String),
    );
    if (report === null) return null;
    const { wins, draws, losses } = JSON.parse(report);
    const match = { key, assignment, wins, draws, losses };
    file.add(match);
    matches.push(match);
    games = gamesOf(matches);
    process.stderr.write(`${games} of ${conditions.games} games\n`);
  }
  return matches;
}

export function gamesOf(matches) {
  return matches.reduce((total, { wins, draws, losses }) => total + wins + draws + losses, 0);
}
