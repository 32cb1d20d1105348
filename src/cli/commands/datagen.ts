/** `wazaba datagen`: training games, played and scored by a teacher. */

import type { OpeningBook } from "../../chess/book/book";
import { CHESS } from "../../chess/variants/games";
import type { Variant } from "../../chess/variants/variant";
import { ClusterPool } from "../../cluster/pool";
import { quote, WazabaError } from "../../errors";
import { sha256Of } from "../../jobs/fingerprint";
import { type DatagenSetup, datagenJobs } from "../../lab/datagen/jobs";
import { openJournal, RECORD_SUFFIX } from "../../lab/datagen/journal";
import { RESIGN_PLIES, type Result, type TrainingGame } from "../../lab/datagen/training-game";
import { PositionFile } from "../../lab/openings/position-file";
import { queues } from "../../players/teacher";
import { NAME } from "../../version";
import { defineCommand } from "../flags/define-command";
import type { FlagValues } from "../flags/flag-table";
import { COMMON_FLAGS, NET_FLAGS, SHARED } from "../flags/flags";
import { print } from "../output";
import { nameAndValue, netFrom } from "../support/arguments";
import { bookFrom } from "../support/book";
import { Faults, warn } from "../support/faults";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { longRun } from "../support/long-run";
import { commandsOf } from "../support/playing";
import { expectNoFiles, poolFlags, poolFrom } from "../support/pool";

/** Random moves, depending on what precedes them. */
const DEFAULT_PLIES = { start: 8, book: 2, file: 0 };

const FLAGS = {
  teacher: { type: "string", argument: "CMD", about: "a UCI engine that plays them (default: Wazaba itself)" },
  "teacher-option": { type: "string", argument: "NAME=VALUE", multiple: true, about: "an option for it" },
  nodes: { ...SHARED.nodes, default: 1000, about: "nodes for each move" },
  net: {
    ...NET_FLAGS.net,
    about: "another network for Wazaba in this game; none: piece-square tables. Not with --cluster",
  },
  timeout: {
    ...SHARED.timeout,
    default: 60_000,
    about: "a teacher that is silent for this long has failed",
  },
  games: {
    type: "integer",
    argument: "N",
    min: 1,
    default: 100,
    about: "games in total, including those already in the file of --out",
  },
  resign: {
    type: "integer",
    argument: "CP",
    min: 1,
    default: 1200,
    about: `a score this high counts as won; ${RESIGN_PLIES} such plies in a row end the game`,
  },
  leaves: {
    type: "integer",
    argument: "PERCENT",
    min: 0,
    max: 100,
    default: 0,
    about: "also labels a quiet leaf of Wazaba's own search for this share of the positions",
  },
  chess960: { ...SHARED.chess960, about: "the 960 start positions; castling is king takes rook" },
  book: {
    ...SHARED.book,
    about: "openings begin with a random number of moves from this book (Polyglot's .bin). Not with --cluster",
  },
  openings: {
    ...SHARED.openings,
    about:
      "game N starts from line N of this file, EPD or FEN; if that is unusable, from another line. Not with --cluster",
  },
  plies: {
    ...SHARED.plies,
    about: `random moves before a game, sometimes one more (default: ${DEFAULT_PLIES.start}; after a book's ${DEFAULT_PLIES.book},
      a file's ${DEFAULT_PLIES.file})`,
  },
  balance: {
    type: "integer",
    argument: "CP",
    min: 0,
    default: 180,
    about: "drops openings whose score is farther from zero",
  },
  seed: { ...SHARED.seed, default: 1, about: "seed of the random openings" },
  ...poolFlags("teachers, each a process (default: 1)"),
  "in-flight": {
    type: "integer",
    argument: "K",
    min: 1,
    default: 1,
    about: `games that each teacher plays at the same time, so that it never waits. They start together and share its table, so a
      game depends on K; Stockfish, Fairy-Stockfish and Wazaba support this, with --cluster only Wazaba`,
  },
  out: {
    ...SHARED.out,
    about: `appends the games to FILE (default: standard output). FILE${RECORD_SUFFIX} gets compact records instead of text, two
      bytes a move; FILE.lock keeps other processes away`,
  },
  ...VARIANT_FLAGS,
  ...COMMON_FLAGS,
} as const;

type Values = FlagValues<typeof FLAGS>;

/** Exit code 1 if the teacher failed, 128 and the signal's number if one ended it; the games are kept. */
export const datagen = defineCommand(
  {
    name: "datagen",
    summary: "plays games to train a network with",
    about: `Plays games to train a network with, a line each: FEN|result|move score move score ... The FEN is the position after
the opening, the result 1, 0 or -1 for White; moves are UCI, each with the score that the side to move had before it, in centipawns,
32000 - n for a mate in n moves. Then come the leaves, each |FEN move score. The first line of the file records how they were made.
Games do not depend on the number of teachers, so the same command with --out resumes where it was interrupted.`,
    flags: FLAGS,
    headings: {
      teacher: "Teacher:",
      games: "Games:",
      chess960: "Openings:",
      jobs: "Running:",
      variant: "General:",
    },
  },
  async (values) => {
    const pool = poolFrom(values);
    expectNoFiles(pool, { net: values.net, book: values.book, openings: values.openings });
    const { core, games, nodes, "in-flight": wantedInFlight, timeout: timeoutMs, leaves, chess960 } = values;
    const { variant } = variantFrom(values);
    if (chess960 && variant.id !== CHESS.id)
      throw new WazabaError("usage", `--chess960: only chess supports it, not ${variant.id}`);
    if (values.json && values.out === undefined) throw new WazabaError("usage", "--json requires --out for the games");
    const plan = { balance: values.balance, resign: values.resign, seed: values.seed };
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
  },
);

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
    values.plies ?? DEFAULT_PLIES[positions !== undefined ? "file" : moves !== undefined ? "book" : "start"];
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
