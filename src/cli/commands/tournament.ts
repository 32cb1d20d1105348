/** `wazaba tournament`: more than two engines play each other, and are rated. */

import { quote, WazabaError } from "../../errors";
import type { Pairing } from "../../lab/match/game";
import type { MatchSetup } from "../../lab/match/jobs";
import { MatchJournal } from "../../lab/match/journal";
import { describedEngine, describeResult } from "../../lab/match/report";
import type { Limit } from "../../lab/match/time-control";
import type { Anchor } from "../../lab/tournament/ratings";
import { describeProgress, describeReport, reportOf, type Tournament } from "../../lab/tournament/report";
import { FORMATS, pairsPerRound, scheduleOf } from "../../lab/tournament/schedule";
import { Standings } from "../../lab/tournament/standings";
import { defineCommand } from "../flags/define-command";
import type { FlagValues } from "../flags/flag-table";
import { COMMON_FLAGS, SHARED } from "../flags/flags";
import { print } from "../output";
import { tournamentPage } from "../reports/tournament-html";
import { openingsFor, playEncounters } from "../support/encounters";
import { type Entrant, entrantsFrom } from "../support/entrants";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { NewFile } from "../support/new-file";
import { PLAYING_HEADINGS, playingFlags, playingFrom } from "../support/playing";
import { poolFlags, poolFrom } from "../support/pool";

const DEFAULT_LIMIT: Limit = { kind: "movetime", ms: 100 };

const FLAGS = {
  engines: {
    type: "string",
    argument: "FILE",
    about: `a JSON list of engines: { "name": "SF", "command": "stockfish", "options": { "Hash": 16 }, "nodes": 5000 }; without a
      command, Wazaba itself; movetime, nodes, depth or clock is the engine's own limit`,
  },
  engine: {
    type: "string",
    argument: "NAME[=COMMAND]",
    multiple: true,
    about: "an engine, after those of the file; without a command, Wazaba itself",
  },
  "engine-options": {
    type: "string",
    argument: "NAME:LIST",
    multiple: true,
    about: "options for an engine: 'SF:Hash=16;Ponder=false'",
  },
  "engine-limit": {
    type: "string",
    argument: "NAME:LIMIT",
    multiple: true,
    about: "time odds: an engine's own limit, such as SF:nodes=5000 or SF:clock=5+0.05",
  },
  format: {
    type: "choice",
    choices: FORMATS,
    default: "round-robin",
    about: `everyone against everyone; the first engine against all others; or, in each round, engines with similar points
      that have not met`,
  },
  rounds: {
    type: "integer",
    argument: "N",
    min: 1,
    about: "rounds (default: 1; for swiss as many as it takes to find a winner); a round robin or gauntlet is repeated",
  },
  pairs: {
    ...SHARED.pairs,
    default: 1,
    about: "pairs of games between two engines in each round: an opening each, played twice, with colours reversed",
  },
  ...playingFlags(DEFAULT_LIMIT),
  skip: { ...SHARED.skip, about: "skips the first N openings" },
  anchor: {
    type: "string",
    argument: "NAME=ELO",
    about: "the rating of one engine, which fixes all others (default: their mean is 0)",
  },
  ...poolFlags("games at the same time (default: 1)"),
  out: { ...SHARED.out, about: "keeps the games; the same command resumes where it was interrupted" },
  pgn: { ...SHARED.pgn, about: "the games in PGN, with scores and times" },
  html: { ...SHARED.html, about: "the tables as a page of HTML, one file without scripts" },
  event: { type: "string", argument: "NAME", default: "Tournament", about: "its name, in the PGN and the reports" },
  ...VARIANT_FLAGS,
  ...COMMON_FLAGS,
} as const;

type Values = FlagValues<typeof FLAGS>;

/** Exit code 1 if an engine could not be used, 128 and the signal's number if one ended it. */
export const tournament = defineCommand(
  {
    name: "tournament",
    summary: "more than two engines against each other: a round robin, a gauntlet, or Swiss rounds",
    about: `Has UCI engines play a tournament, and rates them: maximum-likelihood ratings with 95 % errors, the likelihood of
superiority, and a crosstable. Openings are played in pairs of games, with colours reversed, each by one pair of engines. Engines that
break the rules lose the game, as in a match.`,
    flags: FLAGS,
    headings: {
      engines: "Engines:",
      format: "Length:",
      ...PLAYING_HEADINGS,
      anchor: "Ratings:",
      jobs: "Running:",
      variant: "General:",
    },
  },
  async (values) => {
    const { variant, own } = variantFrom(values);
    const { core, skip, format, pairs, event } = values;
    const engines = entrantsFrom(values, core);
    const odds = engines.map(({ limit }) => limit);
    const { settings, suite, readyTimeoutMs } = playingFrom(values, DEFAULT_LIMIT, { variant, own, core }, odds);
    const { limit, marginMs, adjudication } = settings;
    const anchor = anchorFrom(values, engines);
    const pool = poolFrom(values);
    const setup: MatchSetup = { ...settings, engines, variant, readyTimeoutMs };
    const schedule = { format, engines: engines.length, pairs };
    const rounds = values.rounds ?? (format === "swiss" ? Math.ceil(Math.log2(engines.length)) : 1);
    const wanted = 2 * rounds * pairsPerRound(schedule);
    expectOpenings(wanted / 2, openingsFor(setup, suite, skip));

    const described = engines.map((engine) => ({ name: engine.title, ...describedEngine(engine) }));
    const openings = { ...suite.identity, skip };
    const play = { core, variant: variant.id, format, pairs, limit, marginMs, adjudication, openings };
    const conditions = { engines: described, ...play };
    const facts: Tournament = { event, format, variant: variant.id, limit, engines: described, anchor, wanted };
    const plan = { wanted, event, anchor };
    const journal = values.out === undefined ? null : new MatchJournal(values.out, "tournament", conditions, plan);
    const before = journal?.games.length ?? 0;
    const html = values.html === undefined ? null : new NewFile("--html", values.html, before > 0);
    const standings = new Standings(engines.length);
    let done = 0;
    const namesOf = ([a, b]: Pairing) => ({ a: engines[a].title, b: engines[b].title });
    const { games, run, outcome, printReport } = await playEncounters(
      {
        setup,
        suite,
        skip,
        batches: scheduleOf(schedule, () => standings.points()),
        wanted,
        event,
        journal,
        namesOf,
        keep: (game, pairing) => {
          standings.add(game, pairing);
          done++;
          return false;
        },
        progress: () => describeProgress(facts, done, standings),
        hasEnd: true,
        describe: (game, names) => `${done} of ${wanted} games: ${describeResult(game, names)}`,
      },
      values,
      pool,
    );

    html?.write(tournamentPage(facts, games.length, standings));
    html?.close();
    if (values.json) print(`${JSON.stringify(reportOf(facts, standings, games, run))}\n`);
    else if (games.length > 0) printReport(describeReport(facts, games.length, standings, run));
    return outcome.exit();
  },
);

function expectOpenings(pairs: number, max: number): void {
  if (pairs <= max) return;
  const reason = `there are openings for ${max} pairs of games, but ${pairs} are to be played; without a clock games would repeat`;
  throw new WazabaError("usage", `--openings: ${reason}`);
}

function anchorFrom({ anchor }: Values, engines: readonly Entrant[]): Anchor | null {
  if (anchor === undefined) return null;
  const [, name, elo] = /^(.*)=(-?\d{1,5}(?:\.\d+)?)$/.exec(anchor) ?? [];
  const engine = engines.findIndex(({ title }) => title === name?.trim());
  if (name === undefined) throw new WazabaError("usage", `--anchor: ${quote(anchor)} is not NAME=ELO`);
  if (engine < 0) throw new WazabaError("usage", `--anchor: no engine is called ${quote(name)}`);
  return { engine, elo: Number(elo) };
}
