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
import { COMMON_FLAGS, coreNamed, parseArgs, wholeNumber } from "../support/arguments";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { longRun } from "../support/long-run";
import { NewFile } from "../support/new-file";
import { print } from "../support/output";
import { commandsOf, optionListFrom, PLAYING_FLAGS, playingFrom, playingHelp } from "../support/playing";
import { CLUSTER_HELP, POOL_FLAGS, poolFrom } from "../support/pool";

const DEFAULTS = { pairs: 100 };
const DEFAULT_LIMIT: Limit = { kind: "movetime", ms: 100 };

/** How many pairs a test may take at most. */
const ENDLESS = 1e9;

const HELP = `wazaba match [--a CMD] [--b CMD] [--options-a LIST] [--options-b LIST] [--name-a NAME] [--name-b NAME]
             [--movetime MS | --nodes N | --depth N | --clock TIME] [--margin MS] [--timeout MS]
             [--openings FILE | --plies P --balance CP|MIN:MAX] [--seed S] [--skip N] [--chess960]
             [--pairs N] [--sprt ELO0:ELO1] [--jobs N] [--cluster URL] [--resign RULE] [--draw RULE] [--max-moves N]
             [--out FILE] [--pgn FILE] [--variant ID] [--variant-file FILE] [--core wasm|ts] [--json]

Plays two UCI engines against each other, each opening twice, with colours reversed, and reports how much stronger the first
one is. An engine that plays an illegal move, exceeds its time, crashes or hangs loses that game and is restarted.
One that ignores its --nodes, --depth or --movetime ends the match within seconds, as an error: that game is not scored.
A terminal shows the standing, on standard error; a file or a pipe gets a line for each game.
  --a CMD, --b CMD       the engines' commands (default: Wazaba itself)
  --options-a LIST       options for A: 'Hash=16;Ponder=false', and for Wazaba also tunables; likewise --options-b
${playingHelp(DEFAULT_LIMIT)}
  --skip N               skips the first N openings
  --pairs N              pairs of games (${DEFAULTS.pairs}; with --sprt as many as it takes); with --movetime and --clock the
                         openings of a file are repeated once all have been played
  --sprt ELO0:ELO1       stops when one of these two differences is accepted, with an error of 5 % (--sprt=-5:0)
  --jobs N               games at the same time (1)
${CLUSTER_HELP}
  --out FILE             keeps the games; the same command resumes where it was interrupted
  --pgn FILE             the games in PGN, with scores and times
`;

const OPTIONS = {
  ...COMMON_FLAGS,
  ...VARIANT_FLAGS,
  a: { type: "string" },
  b: { type: "string" },
  "options-a": { type: "string", default: "" },
  "options-b": { type: "string", default: "" },
  "name-a": { type: "string" },
  "name-b": { type: "string" },
  ...PLAYING_FLAGS,
  skip: { type: "string" },
  pairs: { type: "string" },
  sprt: { type: "string" },
  ...POOL_FLAGS,
  out: { type: "string" },
  pgn: { type: "string" },
} as const;

type Values = ReturnType<typeof readArgs>;

function readArgs(args: string[]) {
  return parseArgs({ args, options: OPTIONS }).values;
}

/** `wazaba match`. Exit code 1 if an engine could not be used, 128 and the signal's number if one ended it. */
export async function match(args: string[]): Promise<number> {
  const values = readArgs(args);
  if (values.help) {
    print(HELP);
    return 0;
  }
  const { variant, own } = variantFrom(values);
  const core = coreNamed(values.core);
  const { settings, suite, readyTimeoutMs } = playingFrom(values, DEFAULT_LIMIT, { variant, own, core });
  const { limit, marginMs, adjudication, chess960 } = settings;
  const isTimed = limit.kind === "movetime" || limit.kind === "clock";
  const sprt = values.sprt === undefined ? null : sprtFrom(values.sprt);
  const pool = poolFrom(values);
  const skip = wholeNumber("--skip", values.skip, 0) ?? 0;
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
}

/** @param max more pairs than that would repeat games, move by move */
function pairsFrom({ pairs, sprt }: Values, max: number): number {
  const given = wholeNumber("--pairs", pairs, 1);
  if (max < Math.max(1, given ?? 1)) {
    const left = `there are openings for ${Math.max(0, max)} only, and without a clock more games would repeat them`;
    throw new WazabaError("usage", `--pairs: ${left}`);
  }
  return given ?? Math.min(sprt === undefined ? DEFAULTS.pairs : ENDLESS, max);
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
