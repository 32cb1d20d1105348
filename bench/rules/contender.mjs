/**
 * A library in a process of its own: does the tasks of `bench/rules.mjs`, one at a time, as its parent asks. So no library meets
 * another's garbage, or code that was compiled for another's objects.
 */

import { chessJs, chessops, wazaba } from "./libraries.mjs";

/** @import { Library } from "./libraries.mjs" */

/**
 * The same for all libraries.
 *
 * @typedef {{ readonly sans: string[][], readonly pgn: string, readonly fens: string[] }} Data
 */

/** What is measured, and what it needs that is not. @typedef {{ prepare?: () => any, run: (prepared: any) => unknown }} Work */

/** @param {Library} library @param {Data} data @returns {Record<string, Work>} */
function workOf(library, { sans, pgn, fens }) {
  // Fresh ones each time: what a position knows already costs nothing.
  const prepare = () => fens.map(library.position);
  return {
    play: { run: () => sans.map(library.play) },
    destinations: { prepare, run: (all) => all.map(library.destinations) },
    games: { run: () => library.games(pgn) },
    fen: { run: () => fens.map(library.fen) },
    sans: { prepare, run: (all) => all.map(library.sans) },
  };
}

/**
 * Runs a task until at least `ms` milliseconds have been measured. Returns the milliseconds of a run: processor time of all threads, since
 * other processes may be busy, and garbage collected aside is work as well.
 *
 * @param {Work} work
 * @param {number} ms
 */
function measured({ prepare, run }, ms) {
  let [runs, total] = [0, 0];
  while (total < 1000 * ms) {
    const prepared = prepare?.();
    const begun = process.cpuUsage();
    run(prepared);
    const { user, system } = process.cpuUsage(begun);
    total += user + system;
    runs++;
  }
  return total / 1000 / runs;
}

const LIBRARIES = { wazaba, chessops, chessJs };
const [name, from] = process.argv.slice(2);
const library = await LIBRARIES[/** @type {keyof typeof LIBRARIES} */ (name)](from);
/** @type {Record<string, Work>} */
let works = {};

process.on("message", (/** @type {any} */ { data, task, ms }) => {
  if (data !== undefined) works = workOf(library, data);
  else if (ms === undefined) process.send?.(works[task].run(works[task].prepare?.()));
  else process.send?.(measured(works[task], ms));
});
process.send?.("ready");
