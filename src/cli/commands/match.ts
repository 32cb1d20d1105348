/** `wazaba match`: two UCI engines play each other, by pairs of games or until an SPRT is decided. */

import type { CoreName } from "../../engine/core/core";
import { quote, WazabaError } from "../../errors";
import type { JobEngine } from "../../jobs/job";
import type { GameRecord, Rival } from "../../lab/match/game";
import { type MatchSetup, matchJobs, type Names } from "../../lab/match/jobs";
import { MatchJournal } from "../../lab/match/journal";
import { formatGame } from "../../lab/match/pgn";
import {
  describeGame,
  describeProgress,
  describeReport,
  isComplete,
  type Match,
  reportOf,
} from "../../lab/match/report";
import type { Sprt } from "../../lab/match/statistics";
import { MatchTally } from "../../lab/match/tally";
import type { Limit } from "../../lab/match/time-control";
import { formatOpening } from "../../lab/openings/suite";
import { defineCommand } from "../flags/define-command";
import type { FlagValues } from "../flags/flag-table";
import { COMMON_FLAGS, SHARED } from "../flags/flags";
import { print } from "../output";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { longRun } from "../support/long-run";
import { NewFile } from "../support/new-file";
import { commandsOf, optionListFrom, PLAYING_HEADINGS, playingFlags, playingFrom } from "../support/playing";
import { poolFlags, poolFrom } from "../support/pool";

const DEFAULT_PAIRS = 100;
const DEFAULT_LIMIT: Limit = { kind: "movetime", ms: 100 };

/** How many pairs a test may take at most. */
const ENDLESS = 1e9;

const ENGINE = { type: "string", argument: "CMD" } as const;
const OPTIONS = { type: "string", argument: "LIST", default: "" } as const;
const NAME = { type: "string", argument: "NAME" } as const;

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
  ...playingFlags(DEFAULT_LIMIT),
  pairs: {
    type: "integer",
    argument: "N",
    min: 1,
    about: `pairs of games (default: ${DEFAULT_PAIRS}; with --sprt as many as it takes); with --movetime and --clock the openings
      of a file are repeated once all have been played`,
  },
  skip: { type: "integer", argument: "N", min: 0, default: 0, about: "skips the first N openings" },
  sprt: {
    type: "string",
    argument: "ELO0:ELO1",
    about: "stops when one of these two differences is accepted, with an error of 5 % (--sprt=-5:0)",
  },
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
    const { settings, suite, readyTimeoutMs } = playingFrom(values, DEFAULT_LIMIT, { variant, own, core });
    const { limit, marginMs, adjudication, chess960 } = settings;
    const isTimed = limit.kind === "movetime" || limit.kind === "clock";
    const sprt = values.sprt === undefined ? null : sprtFrom(values.sprt);
    const pool = poolFrom(values);
    const wanted = 2 * pairsFrom(values, isTimed ? Number.POSITIVE_INFINITY : suite.size - skip);
    const setup: MatchSetup = {
      ...settings,
      engines: { a: engineFrom(values, "a", core), b: engineFrom(values, "b", core) },
      names: { a: values["name-a"] ?? null, b: values["name-b"] ?? null },
      variant,
      readyTimeoutMs,
    };
    const kind = matchJobs(commandsOf(values));

    const engineOf = (rival: Rival) => {
      const { name, options } = setup.engines[rival];
      return { command: name, options: options.map((option) => option.join("=")) };
    };
    const engines = { a: engineOf("a"), b: engineOf("b") };
    const openings = { ...suite.identity, skip };
    const conditions = { ...engines, core, variant: variant.id, limit, marginMs, adjudication, openings };
    const journal = values.out === undefined ? null : new MatchJournal(values.out, conditions);
    const games: GameRecord[] = [...(journal?.games ?? [])];
    let names: Names = journal?.names ?? { a: "A", b: "B" };
    // Games of earlier runs are written again.
    const pgn = values.pgn === undefined ? null : new NewFile("--pgn", values.pgn, games.length > 0);
    const tally = new MatchTally(sprt);
    const keep = (game: GameRecord) => {
      tally.add(game);
      pgn?.write(`${formatGame(game, { variant, chess960, limit, names })}\n`);
    };
    games.forEach(keep);
    const from = games.length;
    let thinkingMs = 0;
    // A terminal has the line of progress.
    const printsGames = !values.json && !process.stdout.isTTY;
    const reporter = {
      progress: () => describeProgress({ wanted, sprt }, tally.standing()),
      counts: () => (sprt === null ? { done: games.length, before: from, wanted } : null),
    };
    const run = {
      kind,
      setup,
      from,
      to: isComplete({ wanted }, tally.standing()) ? from : wanted,
      params: async (index: number) => ({ opening: formatOpening(await suite.opening((index >> 1) + skip), suite) }),
      onResult: (result: { game: GameRecord; names: Names }) => {
        const { game } = result;
        names = result.names;
        journal?.add(result);
        games.push(game);
        keep(game);
        for (const { timeMs } of game.moves) thinkingMs += timeMs;
        if (printsGames) {
          print(`${describeGame({ wanted, sprt, names }, tally.standing(), game)}\n`);
        }
        return isComplete({ wanted }, tally.standing());
      },
    };
    const outcome = await longRun(
      reporter,
      pool,
      ({ work }) => work(run),
      async () => {
        journal?.close();
        pgn?.close();
        await suite.close();
      },
    );

    const { timeMs } = outcome;
    const played = games.length - from;
    const thinking = played === 0 ? 0 : thinkingMs / (timeMs * Math.min(pool.size, wanted - from));
    const facts: Match = { variant: variant.id, limit, names, engines, sprt, wanted };
    const effort = { played, timeMs, thinking };
    if (values.json) print(`${JSON.stringify(reportOf(facts, tally, games, effort))}\n`);
    else if (games.length > 0) {
      const gap = printsGames && played > 0 ? "\n" : "";
      print(`${gap}${describeReport(facts, tally, effort)}\n`);
    }
    return outcome.exit();
  },
);

/** @param max more pairs than that would repeat games, move by move */
function pairsFrom({ pairs, sprt }: Values, max: number): number {
  if (max < Math.max(1, pairs ?? 1)) {
    const left = `there are openings for ${Math.max(0, max)} only, and without a clock more games would repeat them`;
    throw new WazabaError("usage", `--pairs: ${left}`);
  }
  return pairs ?? Math.min(sprt === undefined ? DEFAULT_PAIRS : ENDLESS, max);
}

function sprtFrom(text: string): Sprt {
  const parts = /^(-?\d{1,3}(?:\.\d{1,3})?):(-?\d{1,3}(?:\.\d{1,3})?)$/.exec(text);
  const [elo0, elo1] = parts === null ? [] : parts.slice(1).map(Number);
  if (!(elo0 < elo1))
    throw new WazabaError("usage", `--sprt: ${quote(text)} is not ELO0:ELO1 with the lower one first, such as 0:5`);
  return { elo0, elo1 };
}

function engineFrom(values: Values, rival: Rival, core: CoreName): JobEngine {
  const flag = `options-${rival}` as const;
  return { name: values[rival] ?? null, core, options: optionListFrom(`--${flag}`, values[flag]) };
}
