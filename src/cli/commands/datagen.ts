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

const USUAL = {
  games: 100,
  nodes: 1000,
  "in-flight": 1,
  seed: 1,
  balance: 180,
  resign: 1200,
  timeout: 60_000,
};
/** Random moves, by what comes before them. */
const USUAL_PLIES = { start: 8, book: 2, file: 0 };

const HELP = `wazaba datagen [--teacher CMD] [--teacher-option NAME=VALUE] [--nodes N] [--games N] [--out FILE] [--jobs J] [--cluster URL]
               [--in-flight K] [--seed S] [--chess960 | --book FILE | --openings FILE] [--plies P] [--balance CP]
               [--leaves PERCENT] [--resign CP] [--timeout MS] [--net FILE|none] [--variant ID] [--variant-file FILE]
               [--core wasm|ts] [--json]

Plays games to train a network with, a line each: FEN|result|move score move score ... The FEN is the position after the
opening, the result 1, 0 or -1 for White; moves are UCI, each with the score that the side to move had before it, in
centipawns, 32000 - n for a mate in n moves. Then come the leaves, each |FEN move score. The first line of FILE says how
they were made. Every game is the same however many teachers there are, so the same command with --out goes on where it
was interrupted.
  --teacher CMD                  a UCI engine that plays them; otherwise Wazaba itself
  --teacher-option NAME=VALUE    an option for it, any number of times
  --nodes N                      for each move (${USUAL.nodes})
  --games N                      games in all, those that FILE has included (${USUAL.games})
  --out FILE                     where they are added; otherwise standard output. FILE.wzg gets compact records instead of
                                 text, two bytes a move; FILE.lock keeps other processes away
  --jobs J                       teachers, each a process (1)
${CLUSTER_HELP}
  --in-flight K                  games that each of them plays at the same time, so that it never waits (${USUAL["in-flight"]}). They are begun
                                 together and share its table, so a game depends on K; Stockfish, Fairy-Stockfish and
                                 Wazaba can do that
  --seed S                       of the random openings (${USUAL.seed})
  --chess960                     the 960 start positions; castling is king takes rook
  --book FILE                    openings begin with moves of this book (Polyglot's .bin), a random number of them
  --openings FILE                game N begins with line N of this file, EPD or FEN; if that cannot be used, with any other
  --plies P                      random moves before a game, sometimes one more (${USUAL_PLIES.start}; after a book's ${USUAL_PLIES.book}, a file's ${USUAL_PLIES.file})
  --balance CP                   openings are dropped whose score is farther from zero (${USUAL.balance})
  --leaves PERCENT               for that share of the positions a quiet leaf of Wazaba's own search is labelled, too (0)
  --resign CP                    from here on a score looks won; 6 such plies in a row end the game (${USUAL.resign})
  --net FILE|none                another network for Wazaba in this game; none: the piece-square tables
  --timeout MS                   a teacher that says nothing for that long has failed (${USUAL.timeout})
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
  const number = (name: keyof typeof USUAL, least: number) => {
    return wholeNumber(`--${name}`, values[name], least) ?? USUAL[name];
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
  if (chess960 && variant.id !== CHESS.id) throw new WazabaError("usage", `--chess960: there is none of ${variant.id}`);
  if (values.json && values.out === undefined) throw new WazabaError("usage", "--json: the games need --out then");
  const leaves = percentFrom(values.leaves);
  const plan = { balance: number("balance", 0), resign: number("resign", 1), seed: number("seed", 0) };
  const core = coreNamed(values.core);
  const options = values["teacher-option"].map((text) => nameAndValue("--teacher-option", text));
  const name = values.teacher ?? null;
  if (name === null && options.length > 0) throw new WazabaError("usage", "--teacher-option: there is no --teacher");
  // Which teachers take several searches at once is found out where they are.
  if (name !== null && wantedInFlight > 1 && pool instanceof ClusterPool) {
    throw new WazabaError("usage", "--in-flight: with --cluster one game is in flight with a teacher of that kind");
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

  // Our own core has a part in what it plays and in leaves.
  const hasPart = name === null || leaves > 0;
  if (values.net !== undefined && !hasPart) throw new WazabaError("usage", "--net: Wazaba has no part in these games");
  const net = netFrom(values, [variant]);
  const own = { core: hasPart ? core : null, ...(values.net !== undefined && { net: identityOf(values.net) }) };
  const play = { teacher: name, options: values["teacher-option"], ...own, variant: variant.id, chess960 };
  const conditions = { ...play, nodes, inFlight: wantedInFlight, ...plan, plies, ...identity, leaves };
  const journal = values.out === undefined ? null : openJournal(values.out, conditions, variant);
  if (journal?.hasConditions === false) warn(`--out: ${quote(values.out ?? "")} does not say how its games were made`);
  const before = journal?.before ?? 0;
  const tally = new Tally(before, games);
  let inFlight = wantedInFlight;
  const telling = {
    progress: () => tally.progress(),
    counts: () => ({ done: tally.summary().games, before, wanted: games }),
  };
  const ending = await longRun(
    telling,
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
          // Where the run before was killed in the midst of a batch, the file has its first games.
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
  return ending.exit();
}

/** Where openings come from, and what tells those files from others. */
function sourcesFrom(values: Values, variant: Variant) {
  const { book, openings, chess960 } = values;
  if (book !== undefined && openings !== undefined) throw new WazabaError("usage", "one of --book and --openings");
  if (book !== undefined && variant.id !== CHESS.id) {
    throw new WazabaError("usage", `--book: there is none of ${variant.id}`);
  }
  const faults = new Faults();
  const onBadLine = (what: string) => faults.add(what);
  const moves: OpeningBook | undefined = bookFrom({ book });
  const positions = openings === undefined ? undefined : new PositionFile(openings, { variant, chess960, onBadLine });
  const plies =
    wholeNumber("--plies", values.plies, 0) ??
    USUAL_PLIES[positions !== undefined ? "file" : moves !== undefined ? "book" : "start"];
  const identity = {
    book: book === undefined ? null : sha256Of(book),
    openings: openings === undefined ? null : sha256Of(openings),
  };
  return { plies, files: { book: moves, positions }, identity };
}

/** What tells a network from others. */
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
      /** In all. */
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
