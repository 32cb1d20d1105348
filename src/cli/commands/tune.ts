/** `wazaba tune`: tunes numbers of the search by games, with SPSA. */

import { findTunable, TUNABLES, TUNED } from "../../engine/core/tuning";
import { quote, WazabaError } from "../../errors";
import type { Limit } from "../../lab/match/time-control";
import { tuneJobs } from "../../lab/tune/jobs";
import { TuneJournal } from "../../lab/tune/journal";
import { describeIteration, describeProgress, describeReport, reportOf, type TuningFacts } from "../../lab/tune/report";
import { defaultGains, type Parameter, Spsa } from "../../lab/tune/spsa";
import { type Iteration, Tuning } from "../../lab/tune/tuning";
import { defineCommand } from "../flags/define-command";
import { COMMON_FLAGS, SHARED } from "../flags/flags";
import { print } from "../output";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { longRun } from "../support/long-run";
import {
  commandsOf,
  DEFAULT_SEED,
  optionListFrom,
  PLAYING_HEADINGS,
  playingFlags,
  playingFrom,
} from "../support/playing";
import { poolFlags, poolFrom } from "../support/pool";

const MAX_GAIN = 4;
const DEFAULT_LIMIT: Limit = { kind: "nodes", nodes: 5000 };

/** Exit code 1 if the engine could not be used, 128 and the signal's number if one ended it. */
export const tune = defineCommand(
  {
    name: "tune",
    summary: "tunes the search by games (SPSA)",
    about: `Tunes numbers of the search by games (SPSA, Spall 1992). Each iteration moves every number a little in a random
direction, plays the result against its opposite, and takes a step towards the winner. The result is a proposal; confirm it by a match.
A terminal shows the progress, on standard error; a file or a pipe gets a line for each iteration.`,
    flags: {
      numbers: {
        type: "string",
        argument: "NAME,NAME...",
        about: "which numbers to tune (default: all options of wazaba --tune)",
      },
      iterations: { type: "integer", argument: "N", min: 1, default: 1000, about: "iterations in total" },
      "games-per-iteration": {
        type: "integer",
        argument: "N",
        min: 1,
        default: 8,
        about: "an even number, each opening with colours reversed",
      },
      gain: {
        type: "string",
        argument: "PART",
        default: "1",
        about: `how far a result moves the numbers, above 0 and up to ${MAX_GAIN}; 0.4 for numbers already tuned`,
      },
      options: {
        type: "string",
        argument: "LIST",
        // Its budget depends on the speed of the machine, so games would not be reproducible with it.
        default: "MateSearch=false",
        about: "options of both engines, separated by semicolons",
      },
      ...playingFlags(DEFAULT_LIMIT),
      ...poolFlags("iterations at the same time (default: 1); with one, and --nodes, runs are reproducible"),
      out: { ...SHARED.out, about: "keeps each iteration; the same command resumes where it was interrupted" },
      ...VARIANT_FLAGS,
      ...COMMON_FLAGS,
    },
    headings: { numbers: "Tuning:", ...PLAYING_HEADINGS, jobs: "Running:", variant: "General:" },
  },
  async (values) => {
    const { variant, own } = variantFrom(values);
    const { core, iterations: wanted, seed = DEFAULT_SEED } = values;
    const parameters = parametersFrom(values.numbers);
    const pairs = pairsFrom(values["games-per-iteration"]);
    const pool = poolFrom(values);
    const options = optionListFrom("--options", values.options);
    const { settings, suite, readyTimeoutMs } = playingFrom(values, DEFAULT_LIMIT, { variant, own, core });
    const { limit, marginMs, adjudication } = settings;
    const gains = defaultGains(wanted, pairs, gainFrom(values.gain));
    // With the numbers among its options it is started with those.
    const numbers = parameters.map(({ name, start }) => [name, String(start)] as const);
    const setup = {
      ...settings,
      engine: { name: null, core, options: [...options, ...numbers] },
      variant,
      readyTimeoutMs,
    };

    const engine = { options: options.map((option) => option.join("=")), core, variant: variant.id };
    const play = { limit, marginMs, adjudication, openings: suite.identity, games: 2 * pairs };
    const conditions = { ...engine, numbers: parameters.map(journalForm), iterations: wanted, ...play, seed, gains };
    const journal = values.out === undefined ? null : new TuneJournal(values.out, conditions);
    const iterations: Iteration[] = [...(journal?.iterations ?? [])];
    const from = iterations.length;
    const reached = iterations.at(-1)?.values;
    const spsa = new Spsa(parameters, gains, seed, reached && parameters.map(({ name }) => reached[name]));
    const tuning = new Tuning(spsa, suite, pairs);
    const facts: TuningFacts = { variant: variant.id, limit, parameters, wanted };
    // A terminal has the line of progress.
    const printsIterations = !values.json && !process.stdout.isTTY;
    const reporter = {
      progress: () => describeProgress(facts, iterations),
      counts: () => ({ done: iterations.length, before: from, wanted }),
    };
    const kind = tuneJobs(commandsOf(values));
    const outcome = await longRun(
      reporter,
      pool,
      ({ work }) =>
        work({
          kind,
          setup,
          from,
          to: wanted,
          params: (index) => tuning.params(index),
          onResult: (result, index) => {
            const iteration = tuning.learn(index, result);
            journal?.add(iteration);
            iterations.push(iteration);
            if (printsIterations) print(`${describeIteration(facts, iterations)}\n`);
            return false;
          },
        }),
      async () => {
        journal?.close();
        await suite.close();
      },
    );

    if (values.json) print(`${JSON.stringify(reportOf(facts, iterations))}\n`);
    else if (iterations.length > 0) {
      const gap = printsIterations && iterations.length > from ? "\n" : "";
      print(`${gap}${describeReport(facts, iterations)}\n`);
    }
    return outcome.exit();
  },
);

/** A parameter in a journal's header, where `least` and `most` keep their names so that older journals resume. */
function journalForm({ name, start, min, max }: Parameter) {
  return Object.fromEntries([...Object.entries({ name, start }), ["least", min], ["most", max]]);
}

/** The numbers to be tuned, in the order of `TUNABLES`, each starting from the core's own value. */
function parametersFrom(text: string | undefined): Parameter[] {
  const all = TUNABLES.map(({ name, min, max }, index) => ({ name, start: TUNED[index], min, max }));
  if (text === undefined) return all;
  const wanted = text.split(",").map((name) => {
    const index = findTunable(name.trim());
    if (index === undefined) throw new WazabaError("usage", `--numbers: unknown tunable ${quote(name.trim())}`);
    return index;
  });
  return all.filter((_, index) => wanted.includes(index));
}

function gainFrom(text: string): number {
  const gain = /^\d*\.?\d+$/.test(text) ? Number(text) : 0;
  if (gain > 0 && gain <= MAX_GAIN) return gain;
  throw new WazabaError("usage", `--gain: ${quote(text)} is not a number above 0 and up to ${MAX_GAIN}`);
}

function pairsFrom(games: number): number {
  if (games % 2 === 1)
    throw new WazabaError("usage", `--games-per-iteration: ${games} is odd, but games come in pairs`);
  return games / 2;
}
