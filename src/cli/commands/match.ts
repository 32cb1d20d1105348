/** `wazaba match`: two UCI engines play each other, by pairs of games or until an SPRT is decided. */

import type { CoreName } from "../../engine/core/core";
import { quote, WazabaError } from "../../errors";
import type { Rival } from "../../lab/match/game";
import type { MatchEngine, MatchSetup, Names } from "../../lab/match/jobs";
import { MatchJournal } from "../../lab/match/journal";
import {
  describedEngine,
  describeGame,
  describeProgress,
  describeReport,
  isComplete,
  type Match,
  reportOf,
} from "../../lab/match/report";
import { ELO_MODELS, type Sprt } from "../../lab/match/statistics";
import { MatchTally } from "../../lab/match/tally";
import { type Limit, parseLimit } from "../../lab/match/time-control";
import { scheduleOf } from "../../lab/tournament/schedule";
import { defineCommand } from "../flags/define-command";
import type { FlagValues } from "../flags/flag-table";
import { COMMON_FLAGS, SHARED } from "../flags/flags";
import { print } from "../output";
import { openingsFor, playEncounters } from "../support/encounters";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { optionListFrom, PLAYING_HEADINGS, playingFlags, playingFrom } from "../support/playing";
import { poolFlags, poolFrom } from "../support/pool";

const DEFAULT_PAIRS = 100;
const DEFAULT_LIMIT: Limit = { kind: "movetime", ms: 100 };

/** How many pairs a test may take at most. */
const ENDLESS = 1e9;

const ENGINE = { type: "string", argument: "CMD" } as const;
const OPTIONS = { type: "string", argument: "LIST", default: "" } as const;
const NAME = { type: "string", argument: "NAME" } as const;
const PROBABILITY = { type: "string", argument: "P", default: "0.05" } as const;
const LIMIT = { type: "string", argument: "LIMIT" } as const;

const FLAGS = {
  a: { ...ENGINE, about: "the first engine's command (default: Wazaba itself)" },
  b: { ...ENGINE, about: "the second engine's command (default: Wazaba itself)" },
  "options-a": {
    ...OPTIONS,
    about: "options for the first engine: 'Hash=16;Ponder=false', and for Wazaba also tunables",
  },
  "options-b": { ...OPTIONS, about: "options for the second engine" },
  "name-a": { ...NAME, about: "a name for the first engine (default: its own)" },
  "name-b": { ...NAME, about: "a name for the second engine (default: its own)" },
  "limit-a": {
    ...LIMIT,
    about: "time odds: the first engine's own limit, such as nodes=5000, movetime=100, depth=8 or clock=10+0.1",
  },
  "limit-b": { ...LIMIT, about: "the second engine's own limit" },
  ...playingFlags(DEFAULT_LIMIT),
  pairs: {
    ...SHARED.pairs,
    about: `pairs of games (default: ${DEFAULT_PAIRS}; with --sprt as many as it takes); with --movetime and --clock the openings
      of a file are repeated once all have been played`,
  },
  skip: { ...SHARED.skip, about: "skips the first N openings" },
  sprt: {
    type: "string",
    argument: "ELO0:ELO1",
    about: "stops when one of these two differences is accepted (--sprt=-5:0), by the pairs of games",
  },
  "elo-model": {
    type: "choice",
    choices: ELO_MODELS,
    default: "logistic",
    about: "the scale of --sprt; normalized Elo does not depend on the openings and the draw rate",
  },
  alpha: {
    ...PROBABILITY,
    about: "the probability that --sprt accepts the second difference though the first is true",
  },
  beta: { ...PROBABILITY, about: "the probability that --sprt accepts the first difference though the second is true" },
  ...poolFlags("games at the same time (default: 1)"),
  out: { ...SHARED.out, about: "keeps the games; the same command resumes where it was interrupted" },
  pgn: { ...SHARED.pgn, about: "the games in PGN, with scores and times" },
  ...VARIANT_FLAGS,
  ...COMMON_FLAGS,
} as const;

type Values = FlagValues<typeof FLAGS>;

/** Exit code 1 if an engine could not be used, 128 and the signal's number if one ended it. */
export const match = defineCommand(
  {
    name: "match",
    summary: "two engines against each other: which one is stronger?",
    about: `Plays two UCI engines against each other, each opening twice, with colours reversed, and reports how much stronger the
first one is. An engine that plays an illegal move, exceeds its time, crashes or hangs loses that game and is restarted. One that
ignores its --nodes, --depth or --movetime ends the match within seconds, as an error: that game is not scored. A terminal shows the
standing, on standard error; a file or a pipe gets a line for each game.`,
    flags: FLAGS,
    headings: { a: "Engines:", ...PLAYING_HEADINGS, pairs: "Length:", jobs: "Running:", variant: "General:" },
  },
  async (values) => {
    const { variant, own } = variantFrom(values);
    const { core, skip } = values;
    const a = engineFrom(values, "a", core);
    const b = engineFrom(values, "b", core);
    const odds = [a.limit, b.limit];
    const { settings, suite, readyTimeoutMs } = playingFrom(values, DEFAULT_LIMIT, { variant, own, core }, odds);
    const { limit, marginMs, adjudication } = settings;
    const sprt = values.sprt === undefined ? null : sprtFrom(values, values.sprt);
    const pool = poolFrom(values);
    const setup: MatchSetup = { ...settings, engines: [a, b], variant, readyTimeoutMs };
    const wanted = 2 * pairsFrom(values, openingsFor(setup, suite, skip));

    const engines = { a: describedEngine(a), b: describedEngine(b) };
    const openings = { ...suite.identity, skip };
    const conditions = { ...engines, core, variant: variant.id, limit, marginMs, adjudication, openings };
    const plan = { wanted: sprt === null ? wanted : null, sprt };
    const journal = values.out === undefined ? null : new MatchJournal(values.out, "match", conditions, plan);
    const tally = new MatchTally(sprt);
    const { games, names, run, outcome, printReport } = await playEncounters(
      {
        setup,
        suite,
        skip,
        batches: scheduleOf({ format: "gauntlet", engines: 2, pairs: 1 }, () => []),
        wanted,
        journal,
        namesOf: (_, last) => last ?? NO_NAMES,
        keep: (game) => {
          tally.add(game);
          return isComplete({ wanted }, tally.standing());
        },
        progress: () => describeProgress({ wanted, sprt }, tally.standing()),
        hasEnd: sprt === null,
        describe: (game, names) => describeGame({ wanted, sprt, names }, tally.standing(), game),
      },
      values,
      pool,
    );

    const facts: Match = { variant: variant.id, limit, names: names ?? NO_NAMES, engines, sprt, wanted };
    if (values.json) print(`${JSON.stringify(reportOf(facts, tally, games, run))}\n`);
    else if (games.length > 0) printReport(describeReport(facts, tally, run));
    return outcome.exit();
  },
);

/** Before the first game. */
const NO_NAMES: Names = { a: "A", b: "B" };

/** @param max more pairs than that would repeat games, move by move */
function pairsFrom({ pairs, sprt }: Values, max: number): number {
  if (max < Math.max(1, pairs ?? 1)) {
    const left = `there are openings for ${Math.max(0, max)} only, and without a clock more games would repeat them`;
    throw new WazabaError("usage", `--pairs: ${left}`);
  }
  return pairs ?? Math.min(sprt === undefined ? DEFAULT_PAIRS : ENDLESS, max);
}

function sprtFrom(values: Values, text: string): Sprt {
  const parts = /^(-?\d{1,3}(?:\.\d{1,3})?):(-?\d{1,3}(?:\.\d{1,3})?)$/.exec(text);
  const [elo0, elo1] = parts === null ? [] : parts.slice(1).map(Number);
  if (!(elo0 < elo1))
    throw new WazabaError("usage", `--sprt: ${quote(text)} is not ELO0:ELO1 with the lower one first, such as 0:5`);
  const [alpha, beta] = (["alpha", "beta"] as const).map((flag) => {
    const value = /^0?\.\d{1,6}$/.test(values[flag]) ? Number(values[flag]) : 0;
    if (value > 0 && value < 0.5) return value;
    throw new WazabaError("usage", `--${flag}: ${quote(values[flag])} is not a probability between 0 and 0.5`);
  });
  return { elo0, elo1, model: values["elo-model"], alpha, beta };
}

function engineFrom(values: Values, rival: Rival, core: CoreName): MatchEngine {
  const flag = `options-${rival}` as const;
  const odds = values[`limit-${rival}`];
  return {
    name: values[rival] ?? null,
    core,
    options: optionListFrom(`--${flag}`, values[flag]),
    title: values[`name-${rival}`] ?? null,
    limit: odds === undefined ? null : parseLimit(`--limit-${rival}`, odds),
  };
}
