/** `wazaba datagen`: training games, played and scored by a teacher. */

import type { OpeningBook } from "../../chess/book/book";
import { CHESS } from "../../chess/variants/games";
import type { Variant } from "../../chess/variants/variant";
import { ClusterPool } from "../../cluster/pool";
import { quote, WazabaError } from "../../errors";
import { sha256Of } from "../../jobs/fingerprint";
import { type DatagenSetup, datagenJobs } from "../../lab/datagen/jobs";
import { openJournal } from "../../lab/datagen/journal";
import type { Result, TrainingGame } from "../../lab/datagen/training-game";
import { PositionFile } from "../../lab/openings/position-file";
import { queues } from "../../players/teacher";
import { NAME } from "../../version";
import {
  COMMON_FLAGS,
  coreNamed,
  NET_FLAGS,
  nameAndValue,
  netFrom,
  parseArgs,
  wholeNumber,
} from "../support/arguments";
import { bookFrom } from "../support/book";
import { Faults, warn } from "../support/faults";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { longRun } from "../support/long-run";
import { print } from "../support/output";
import { commandsOf } from "../support/playing";
import { CLUSTER_HELP, expectNoFiles, POOL_FLAGS, poolFrom } from "../support/pool";

const DEFAULTS = {
  games: 100,
  nodes: 1000,
  "in-flight": 1,
  seed: 1,
  balance: 180,
  resign: 1200,
  timeout: 60_000,
};
/** Random moves, depending on what precedes them. */
const DEFAULT_PLIES = { start: 8, book: 2, file: 0 };

const HELP = `wazaba datagen [--teacher CMD] [--teacher-option NAME=VALUE] [--nodes N] [--games N] [--out FILE] [--jobs J] [--cluster URL]
               [--in-flight K] [--seed S] [--chess960 | --book FILE | --openings FILE] [--plies P] [--balance CP]
               [--leaves PERCENT] [--resign CP] [--timeout MS] [--net FILE|none] [--variant ID] [--variant-file FILE]
               [--core wasm|ts] [--json]

Plays games to train a network with, a line each: FEN|result|move score move score ... The FEN is the position after the
opening, the result 1, 0 or -1 for White; moves are UCI, each with the score that the side to move had before it, in
centipawns, 32000 - n for a mate in n moves. Then come the leaves, each |FEN move score. The first line of FILE records
how they were made. Games do not depend on the number of teachers, so the same command with --out resumes where it was
interrupted.
  --teacher CMD                  a UCI engine that plays them (default: Wazaba itself)
  --teacher-option NAME=VALUE    an option for it; may be repeated
  --nodes N                      for each move (${DEFAULTS.nodes})
  --games N                      games in total, including those already in FILE (${DEFAULTS.games})
  --out FILE                     appends them to FILE (default: standard output). FILE.wzg gets compact records instead of
                                 text, two bytes a move; FILE.lock keeps other processes away
  --jobs J                       teachers, each a process (1)
${CLUSTER_HELP}
  --in-flight K                  games that each teacher plays at the same time, so that it never waits (${DEFAULTS["in-flight"]}). They start
                                 together and share its table, so a game depends on K; Stockfish, Fairy-Stockfish and
                                 Wazaba support this
  --seed S                       seed of the random openings (${DEFAULTS.seed})
  --chess960                     the 960 start positions; castling is king takes rook
  --book FILE                    openings begin with a random number of moves from this book (Polyglot's .bin)
  --openings FILE                game N starts from line N of this file, EPD or FEN; if that is unusable, from another line
  --plies P                      random moves before a game, sometimes one more (${DEFAULT_PLIES.start}; after a book's ${DEFAULT_PLIES.book}, a file's ${DEFAULT_PLIES.file})
  --balance CP                   drops openings whose score is farther from zero (${DEFAULTS.balance})
  --leaves PERCENT               also labels a quiet leaf of Wazaba's own search for this share of the positions (0)
  --resign CP                    a score this high counts as won; 6 such plies in a row end the game (${DEFAULTS.resign})
  --net FILE|none                another network for Wazaba in this game; none: the piece-square tables
  --timeout MS                   a teacher that is silent for this long has failed (${DEFAULTS.timeout})
`;

const OPTIONS = {
  ...COMMON_FLAGS,
  ...VARIANT_FLAGS,
  ...NET_FLAGS,
  teacher: { type: "string" },
  "teacher-option": { type: "string", multiple: true, default: [] as string[] },
  nodes: { type: "string" },
  games: { type: "string" },
  out: { type: "string" },
  ...POOL_FLAGS,
  "in-flight": { type: "string" },
  seed: { type: "string" },
  chess960: { type: "boolean", default: false },
  book: { type: "string" },
  openings: { type: "string" },
  plies: { type: "string" },
  balance: { type: "string" },
  leaves: { type: "string" },
  resign: { type: "string" },
  timeout: { type: "string" },
} as const;

type Values = ReturnType<typeof readArgs>;

function readArgs(args: string[]) {
  return parseArgs({ args, options: OPTIONS }).values;
}

/** `wazaba datagen`. Exit code 1 if the teacher failed, 128 and the signal's number if one ended it; the games are kept. */
export async function datagen(args: string[]): Promise<number> {
  const values = readArgs(args);
  if (values.help) {
    print(HELP);
    return 0;
  }
  const number = (name: keyof typeof DEFAULTS, min: number) => {
    return wholeNumber(`--${name}`, values[name], min) ?? DEFAULTS[name];
  };
  const pool = poolFrom(values);
  expectNoFiles(pool, { net: values.net, book: values.book, openings: values.openings });
  const [games, nodes, wantedInFlight, timeoutMs] = [
    number("games", 1),
    number("nodes", 1),
    number("in-flight", 1),
    number("timeout", 1),
  ];
  const { variant } = variantFrom(values);
  const { chess960 } = values;
  if (chess960 && variant.id !== CHESS.id)
    throw new WazabaError("usage", `--chess960: only chess supports it, not ${variant.id}`);
  if (values.json && values.out === undefined) throw new WazabaError("usage", "--json requires --out for the games");
  const leaves = percentFrom(values.leaves);
  const plan = { balance: number("balance", 0), resign: number("resign", 1), seed: number("seed", 0) };
  const core = coreNamed(values.core);
  const options = values["teacher-option"].map((text) => nameAndValue("--teacher-option", text));
  const name = values.teacher ?? null;
  if (name === null && options.length > 0) throw new WazabaError("usage", "--teacher-option requires --teacher");
  // Whether a teacher can queue searches is only known on its own machine.
  if (name !== null && wantedInFlight > 1 && pool instanceof ClusterPool) {
    throw new WazabaError(
      "usage",
      "--in-flight: with --cluster only Wazaba as a teacher can have several games in flight",
    );
  }
  const teacher = { name, core, options };
  const commandOf = commandsOf(values);
  const command = commandOf(teacher);
  const { plies, files, identity } = sourcesFrom(values, variant);
  const setup: DatagenSetup = {
    ...plan,
    plies,
    variant,
    chess960,
    teacher,
    nodes,
    timeoutMs,
    inFlight: wantedInFlight,
    end: games,
    leaves: { percent: leaves, core },
  };

  // Our own core takes part as a teacher and in leaves.
  const hasPart = name === null || leaves > 0;
  if (values.net !== undefined && !hasPart)
    throw new WazabaError("usage", "--net: Wazaba takes no part in these games");
  const net = netFrom(values, [variant]);
  const own = { core: hasPart ? core : null, ...(values.net !== undefined && { net: identityOf(values.net) }) };
  const play = { teacher: name, options: values["teacher-option"], ...own, variant: variant.id, chess960 };
  const conditions = { ...play, nodes, inFlight: wantedInFlight, ...plan, plies, ...identity, leaves };
  const journal = values.out === undefined ? null : openJournal(values.out, conditions, variant);
  if (journal?.hasConditions === false)
    warn(`--out: ${quote(values.out ?? "")} does not record how its games were made`);
  const before = journal?.before ?? 0;
  const tally = new Tally(before, games);
  let inFlight = wantedInFlight;
  const reporter = {
    progress: () => tally.progress(),
    counts: () => ({ done: tally.summary().games, before, wanted: games }),
  };
  const outcome = await longRun(
    reporter,
    pool,
    async ({ signal, work }) => {
      if (name !== null && inFlight > 1 && before < games && !(await queues({ command, timeoutMs }, signal))) {
        warn(`${quote(name)} is not known to take several searches at once: one game is in flight`);
        inFlight = 1;
      }
      await work({
        kind: datagenJobs(commandOf, { ...files, net }),
        setup: { ...setup, inFlight },
        from: Math.floor(before / inFlight),
        to: Math.ceil(games / inFlight),
        params: () => ({}),
        onResult: (batch, index) => {
          // Where the run before was killed in the middle of a batch, the file has its first games.
          const played = batch.slice(Math.max(0, before - index * inFlight));
          if (journal === null) for (const { text } of played) print(`${text}\n`);
          else journal.add(played);
          for (const game of played) tally.add(game);
          return false;
        },
      });
    },
    () => journal?.close(),
  );

  const summary = tally.summary();
  if (values.json) {
    const context = { variant: variant.id, teacher: name ?? NAME, nodes, inFlight, seed: plan.seed };
    print(`${JSON.stringify({ ...context, ...summary, isComplete: summary.games >= games })}\n`);
  } else if (journal !== null) print(`${describeSummary(summary)}\n`);
  return outcome.exit();
}

/** Where openings come from, and what identifies those files. */
function sourcesFrom(values: Values, variant: Variant) {
  const { book, openings, chess960 } = values;
  if (book !== undefined && openings !== undefined)
    throw new WazabaError("usage", "use only one of --book and --openings");
  if (book !== undefined && variant.id !== CHESS.id) {
    throw new WazabaError("usage", `--book: only chess supports it, not ${variant.id}`);
  }
  const faults = new Faults();
  const onBadLine = (what: string) => faults.add(what);
  const moves: OpeningBook | undefined = bookFrom({ book });
  const positions = openings === undefined ? undefined : new PositionFile(openings, { variant, chess960, onBadLine });
  const plies =
    wholeNumber("--plies", values.plies, 0) ??
    DEFAULT_PLIES[positions !== undefined ? "file" : moves !== undefined ? "book" : "start"];
  const identity = {
    book: book === undefined ? null : sha256Of(book),
    openings: openings === undefined ? null : sha256Of(openings),
  };
  return { plies, files: { book: moves, positions }, identity };
}

/** What identifies a network. */
function identityOf(net: string): string {
  return net === "none" ? net : sha256Of(net);
}

function percentFrom(text: string | undefined): number {
  const percent = wholeNumber("--leaves", text, 0) ?? 0;
  if (percent > 100) throw new WazabaError("usage", `--leaves: ${quote(text ?? "")} is more than 100`);
  return percent;
}

/** What has been played in this run. */
class Tally {
  readonly #start = performance.now();
  readonly #before: number;
  readonly #wanted: number;
  readonly #results: Record<Result, number> = { 1: 0, 0: 0, "-1": 0 };
  #played = 0;
  #positions = 0;
  #leaves = 0;

  constructor(before: number, wanted: number) {
    this.#before = before;
    this.#wanted = wanted;
  }

  add({ result, positions, leaves }: TrainingGame): void {
    this.#played++;
    this.#results[result]++;
    this.#positions += positions;
    this.#leaves += leaves;
  }

  summary() {
    const timeMs = performance.now() - this.#start;
    return {
      /** In total. */
      games: this.#before + this.#played,
      played: this.#played,
      positions: this.#positions,
      /** Among them. */
      leaves: this.#leaves,
      whiteWins: this.#results[1],
      draws: this.#results[0],
      blackWins: this.#results[-1],
      timeMs,
      positionsPerSecond: Math.round((this.#positions * 1000) / timeMs),
    };
  }

  progress(): string {
    const { games, played, positions, positionsPerSecond } = this.summary();
    if (played === 0) return `${games} of ${this.#wanted} games`;
    return `${games} of ${this.#wanted} games, ${positions} positions, ${positionsPerSecond}/s`;
  }
}

function describeSummary(summary: ReturnType<Tally["summary"]>): string {
  const { games, played, positions, whiteWins, draws, blackWins, positionsPerSecond } = summary;
  if (played === 0) return `${games} games, none of them new`;
  const results = `${whiteWins} won by White, ${draws} drawn, ${blackWins} won by Black`;
  return `${games} games, ${played} of them new (${results}), ${positions} new positions, ${positionsPerSecond}/s`;
}
