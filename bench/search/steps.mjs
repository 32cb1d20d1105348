/**
 * Measures each step of the search, each extension and each quiescence search: Wazaba with it against Wazaba without it, one match
 * after another, and prints a table of the results. For a step that no option switches off, Wazaba is built again without it.
 *
 *     node bench/search/steps.mjs [--out FILE] [--folder DIR] [--only NAME]… [--games 1000] [--sprt ELO0:ELO1 | --together]
 *                          [--nodes 25000 | --movetime MS] [--balance 90:120] [--options LIST] [--variant ID] [--jobs 1]
 *     node bench/search/steps.mjs --table > bench/search/steps.md
 *
 * Each result is a line of JSON in FILE (bench/search/steps.jsonl). A match with a result for the same trees – bench signatures
 * identify them – under the same conditions is not played again, so the same command resumes where it was interrupted; with
 * `--folder`, where games are kept, even in the middle of a match. The method is that of `bench/matches.mjs`: games with a fixed
 * number of nodes per move are the same in every run. With `--together` all steps are measured in the same games, in which each
 * side has half of them (`bench/search/factorial.mjs`): so each is also measured in the absence of others. `--options` are for both
 * sides; `--only` names a step and may be repeated. `--table` plays nothing: it shows the last result of each step by nodes, then
 * by time, whatever the trees.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  commandOf,
  conditionsFrom,
  formatLimit,
  formatStrength,
  hashOf,
  MATCH_FLAGS,
  passSignals,
  playMatch,
  ResultFile,
  signatureOf,
  standingReporter,
} from "../matches.mjs";
import { messageOf, table, UciProcess } from "../measure.mjs";
import { effectsOf, runsOf } from "./factorial.mjs";
import { gamesOf, gamesPerMatch, playScreening } from "./screening.mjs";
import { StepBuilds } from "./step-builds.mjs";
import { CHANGES } from "./step-changes.mjs";

/** @typedef {import("../matches.mjs").Conditions} Conditions */

/**
 * A step of the search: the options that switch it on and off, and for one that no option switches off the change that removes it.
 *
 * @typedef {{
 *   readonly name: string,
 *   readonly on: string,
 *   readonly off: string,
 *   readonly change?: import("./step-changes.mjs").CodeChange,
 * }} Step
 */

/**
 * What identifies a result: the step, the signatures of both sides, the conditions, and how many steps were played together.
 *
 * @typedef {Step & Conditions & {
 *   readonly signatures: { readonly on: number, readonly off: number },
 *   readonly together?: number,
 * }} PlannedStep
 */

/**
 * A result: of a match of its own, or of games `played` together with other steps.
 *
 * @typedef {PlannedStep & {
 *   readonly elo: number | null,
 *   readonly error: number | null,
 *   readonly wins?: number,
 *   readonly draws?: number,
 *   readonly losses?: number,
 *   readonly los?: number,
 *   readonly llr?: number,
 *   readonly pairs?: readonly number[],
 *   readonly played?: number,
 * }} StepResult
 */

const pathOf = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const CLI = pathOf("../../dist/cli.cjs");
const { values } = parseArgs({
  options: {
    ...MATCH_FLAGS,
    out: { type: "string", default: pathOf("steps.jsonl") },
    folder: { type: "string" },
    only: { type: "string", multiple: true },
    games: { type: "string", default: "1000" },
    sprt: { type: "string", default: "off" },
    together: { type: "boolean", default: false },
    table: { type: "boolean", default: false },
  },
});
const conditions = conditionsFrom(values);
if (values.together && conditions.sprt !== "off") throw new Error("--sprt cannot be combined with --together");

/** The steps that a number of the search switches off, mostly by a depth that is never reached. */
const STEPS = [
  ["razoring", "RazorDepth=0"],
  ["reverse futility", "RfpDepth=0"],
  ["null move", "NullMoveDepth=127"],
  ["null-move verification", "NullMoveVerifyDepth=127;NullMoveVerifyPhase=0"],
  ["ProbCut", "ProbcutDepth=127"],
  ["singular extensions", "SingularDepth=127"],
  ["late-move pruning", "LmpDepth=0"],
  ["futility", "FutilityDepth=-1"],
  ["history pruning", "HistoryPruneDepth=0"],
  ["SEE pruning", "SeePruneDepth=0"],
  ["late-move reductions", "LmrDepth=127"],
  ["reductions by history", "LmrHistory=32767"],
  ["hindsight", "HindsightMore=32767;HindsightLess=32767"],
  ["recaptures in the PV", "RecaptureHistory=32767"],
  ["correction history", "CorrectionLimit=0"],
  ["aspiration windows", "AspirationDepth=127"],
  ["delta pruning", "DeltaMargin=32767"],
  // None of them gains anything alone: do they stand in for one another?
  ["razoring and reductions by history", "RazorDepth=0;LmrHistory=32767"],
  [
    "null move, ProbCut, history and delta pruning",
    "NullMoveDepth=127;ProbcutDepth=127;HistoryPruneDepth=0;DeltaMargin=32767",
  ],
].map(([name, off]) => ({ name, on: "", off }));

/** The steps that no option switches off. */
const CODED = CHANGES.map(([name, file, from, to]) => ({ name, on: "", off: "", change: { file, from, to } }));

const QUIESCENCE = [
  ["quiescence: flags", "Quiescence=flags"],
  ["quiescence: flags, pure", "Quiescence=flags;PureFlags=true"],
  ["quiescence: strategic", "Quiescence=strategic"],
].map(([name, on]) => ({ name, on, off: "Quiescence=modern" }));

/** A quarter of a ply alone seldom adds up to a whole one. Do several extensions together gain? */
const FRACTIONS = {
  name: "extensions of less than a ply",
  on: ["OnlyReply", "Recapture", "MateThreat", "KingAttack", "TwoReplies", "CheckingRecapture"]
    .map((name) => `Extend${name}=true`)
    .join(";"),
  off: "",
};

/**
 * All steps whose options the engine declares.
 *
 * @returns {Promise<Step[]>}
 */
async function stepsOf() {
  const engine = new UciProcess(process.execPath, [CLI, "--tune"]);
  /** @type {string[]} */
  const options = [];
  await engine.ask("uci", "uciok", ({ line }) => {
    const name = /^option name (.+?) type /.exec(line)?.[1];
    if (name !== undefined) options.push(name);
  });
  await engine.quit();
  const extensions = options
    .filter((option) => option.startsWith("Extend"))
    .map((option) => ({ name: `extension: ${option.slice(6)}`, on: `${option}=true`, off: `${option}=false` }));
  const isDeclared = (/** @type {Step} */ { on, off }) =>
    [...on.split(";"), ...off.split(";")].every((text) => text === "" || options.includes(text.split("=")[0]));
  return [...STEPS, ...CODED, ...extensions, FRACTIONS, ...QUIESCENCE].filter(isDeclared);
}

/**
 * Plays the match of a step, or resumes it: its report, null if it was interrupted.
 *
 * @param {PlannedStep} step
 */
function play(step) {
  const { name, on, off, change } = step;
  return playMatch({
    referee: CLI,
    a: { command: null, options: on, name: "on" },
    b: { command: change === undefined ? null : commandOf(builds.programWith([change])), options: off, name: "off" },
    conditions,
    jobs: values.jobs,
    file: join(work, `${hashOf(keyOf(step))}.jsonl`),
    onStanding: standingReporter(name),
  });
}

/**
 * Plays all these steps in the same games, each side with half of them.
 *
 * @param {readonly PlannedStep[]} steps
 */
async function playTogether(steps) {
  buildWithoutAll(steps);
  // More games continue the same experiment.
  const key = hashOf(steps.map(({ games: _, ...step }) => keyOf(step)));
  const { matches, isInterrupted } = await playScreening({
    referee: CLI,
    conditions,
    count: steps.length,
    sideOf: (has) => {
      const changes = steps.flatMap(({ change }, i) => (has[i] || change === undefined ? [] : [change]));
      const options = steps.map(({ on, off }, i) => (has[i] ? on : off)).filter((text) => text !== "");
      return {
        command: changes.length === 0 ? null : commandOf(builds.programWith(changes)),
        options: options.join(";"),
      };
    },
    file: new ResultFile(join(work, `${key}.jsonl`)),
    key,
    jobs: Number(values.jobs),
  });
  if (isInterrupted) {
    process.exitCode = 130;
    return;
  }
  const effects = effectsOf(matches);
  // `checkTogether` made sure that there are enough games.
  if (effects === null) throw new Error("--games: too few games to separate the steps");
  for (const [i, step] of steps.entries()) keep({ ...step, played: gamesOf(matches), ...effects[i] });
}

/**
 * Rejects steps that cannot be played together: too few games for one block, or an option that two of them set.
 *
 * @param {readonly Step[]} steps
 */
function checkTogether(steps) {
  const minGames = runsOf(steps.length) * gamesPerMatch(Number(values.jobs));
  if (conditions.games < minGames)
    throw new Error(`--games: ${steps.length} steps together need at least ${minGames} games with ${values.jobs} jobs`);
  const owners = new Map();
  for (const { name, on, off } of steps) {
    const options = [...on.split(";"), ...off.split(";")].filter((text) => text !== "");
    for (const option of new Set(options.map((text) => text.split("=")[0]))) {
      if (owners.has(option)) throw new Error(`--together: "${owners.get(option)}" and "${name}" both set ${option}`);
      owners.set(option, name);
    }
  }
}

/**
 * Makes sure that all steps can be left out at once, as one side of each block does: two of them may change the same code.
 *
 * @param {readonly Step[]} steps
 */
function buildWithoutAll(steps) {
  const changes = steps.flatMap(({ change }) => change ?? []);
  try {
    if (changes.length > 0) builds.programWith(changes);
  } catch (error) {
    throw new Error(`--together: these steps cannot all be left out at once. ${messageOf(error)}`);
  }
}

/** @param {StepResult} result */
function keep(result) {
  file.add(result);
  results.set(keyOf(result), result);
}

/**
 * What identifies a result. The oldest ones had balanced openings and no SPRT, and were all of chess.
 *
 * @param {Omit<PlannedStep, "games"> & { readonly games?: number }} step
 */
function keyOf({ on, off, change, signatures, nodes, movetime, games, options, rules, ...others }) {
  const { balance = "100", sprt = "off", variant = "chess", together } = others;
  const facts = [on, off, change, signatures, nodes, movetime, games, options, rules, balance, sprt, variant];
  return JSON.stringify(together === undefined ? facts : [...facts, together]);
}

/** @param {StepResult} result */
function formatResult({ name, on, off, change, signatures, wins = 0, draws = 0, losses = 0, together, ...result }) {
  const other = change === undefined ? off : `\`${change.to || "–"}\` in the code`;
  const trees = [signatures.on, signatures.off];
  const played =
    together === undefined
      ? [wins + draws + losses, `${wins} ${draws} ${losses}`]
      : [result.played ?? 0, `${together} together`];
  return [name, on, other, ...trees, formatLimit(result), ...played, formatStrength(result)];
}

// Outside a match a signal only has folders to remove.
passSignals();

/** The folder of games and builds. */
const work = values.folder === undefined ? mkdtempSync(join(tmpdir(), "wazaba-")) : resolve(values.folder);
mkdirSync(work, { recursive: true });
if (values.folder === undefined) process.on("exit", () => rmSync(work, { recursive: true }));
const builds = new StepBuilds(work);
const steps = await stepsOf();
for (const name of values.only ?? []) {
  const known = steps.map((step) => step.name);
  if (!known.includes(name)) throw new Error(`--only: unknown step "${name}", expected one of ${known.join(", ")}`);
}
const wanted = steps.filter(({ name }) => values.only?.includes(name) ?? true);
if (values.together && !values.table) checkTogether(wanted);
/** @type {ResultFile<StepResult>} */
const file = new ResultFile(values.out);
const results = new Map(file.results.map((result) => [keyOf(result), result]));
/** @type {PlannedStep[]} */
const planned = [];
for (const step of values.table ? [] : wanted) {
  const other = step.change === undefined ? CLI : builds.programWith([step.change]);
  const signatures = {
    on: await signatureOf(CLI, step.on, conditions.variant),
    off: await signatureOf(other, step.off, conditions.variant),
  };
  planned.push({ ...step, signatures, ...conditions, ...(values.together && { together: wanted.length }) });
}

const missing = planned.filter((step) => !results.has(keyOf(step)));
if (values.together && missing.length > 0) await playTogether(planned);
else
  for (const step of missing) {
    const report = await play(step);
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
    if (report === null) {
      process.exitCode = 130;
      break;
    }
    const { wins, draws, losses, elo, error, los, pairs, llr } = report;
    keep({ ...step, wins, draws, losses, elo, error, los, pairs, ...(llr !== null && { llr }) });
  }

/**
 * The last result of each step, either by nodes or by time.
 *
 * @param {boolean} isTimed
 */
function latest(isTimed) {
  const those = [...results.values()].filter(({ movetime }) => (movetime !== undefined) === isTimed);
  const byName = new Map(those.map((result) => [result.name, result]));
  return steps.flatMap(({ name }) => byName.get(name) ?? []);
}

const measured = values.table
  ? [...latest(false), ...latest(true)]
  : planned.flatMap((step) => results.get(keyOf(step)) ?? []);
const head = ["step", "on", "off", "bench, on", "off", "per move", "games", "+ = −", "Elo, on against off"];
process.stdout.write(`${table(head, measured.map(formatResult))}\n`);
