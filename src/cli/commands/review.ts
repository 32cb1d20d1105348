/** The command `wazaba review`: every move of every game judged, as a table, annotated PGN, HTML or JSON. */

import type { AnnotatedGame } from "../../chess/notation/pgn";
import { formatFen } from "../../chess/position/fen";
import { CHESS } from "../../chess/variants/games";
import type { Variant } from "../../chess/variants/variant";
import { quote, WazabaError } from "../../errors";
import type { AnalysisLimits } from "../../players/analyst";
import { readTextFile } from "../../read-text";
import { annotatedPgn } from "../../review/annotate";
import { type EvaluatedGame, reviewJobs } from "../../review/jobs";
import { OpeningNames } from "../../review/names";
import { type Review, reviewOf } from "../../review/review";
import { defineCommand } from "../flags/define-command";
import type { FlagValues } from "../flags/flag-table";
import { COMMON_FLAGS, SHARED } from "../flags/flags";
import { print, printError } from "../output";
import { GrowingJson } from "../reports/growing-json";
import { puzzleEpd } from "../reports/puzzle-epd";
import { HtmlReport } from "../reports/review-html";
import { describeReview, describeTotals, ReviewTotals } from "../reports/review-table";
import { analystFlags, analystFrom } from "../support/analysing";
import { bookFrom } from "../support/book";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { NewFile } from "../support/new-file";
import { movesOf, PgnFiles } from "../support/pgn-files";
import { commandsOf } from "../support/playing";
import { poolFrom } from "../support/pool";
import { journalOf, streamRun } from "../support/streaming";
import { expectFile, expectNames } from "../support/text-file";
import { reviewByOracle } from "./review-oracle";

const DEFAULT_LIMITS: AnalysisLimits = { nodes: 50_000 };

const FLAGS = {
  ...analystFlags(DEFAULT_LIMITS, "the evaluations"),
  pgn: { ...SHARED.pgn, about: "the games with evaluations, ?! ? ?? and better lines; comments and marks are kept" },
  html: {
    ...SHARED.html,
    about: "a report for browsers in a single file: board, graph of the evaluation, moves",
  },
  puzzles: {
    type: "string",
    argument: "FILE",
    about: "positions of the games in which one move wins and no other does, as EPD with that move",
  },
  names: {
    type: "string",
    argument: "FILE|none",
    multiple: true,
    about:
      "opening names instead of the package's, for the tags ECO and Opening: tab-separated columns eco, name, pgn; none: no names",
  },
  book: { ...SHARED.book, about: "shows the first move that is not in this book (Polyglot's .bin)" },
  oracle: {
    type: "string",
    argument: "CMD",
    about: "any UCI engine; --engine-option applies to it, limits such as --nodes to both",
  },
  player: {
    type: "string",
    argument: "NAME",
    default: "Wazaba",
    about: "whose moves to check: part of the name in the tags White and Black",
  },
  check: { type: "integer", argument: "K", min: 1, about: "checks each finding again with K times the nodes" },
  epd: { type: "string", argument: "FILE", about: "the positions as EPD, with the oracle's moves and scores" },
  training: {
    type: "string",
    argument: "FILE",
    about: "the positions as training games of one move, with the oracle's scores",
  },
  ...VARIANT_FLAGS,
  variant: {
    ...VARIANT_FLAGS.variant,
    about: `the game that --engine plays (default: ${CHESS.id}); Wazaba follows the tag Variant of each game`,
  },
  ...COMMON_FLAGS,
} as const;

type Values = FlagValues<typeof FLAGS>;

/** Exit code 1 if the engine failed or nothing could be read, 128 and the signal's number if one ended it. */
export const review = defineCommand(
  {
    name: "review",
    arguments: "GAME.pgn...",
    summary: "judges every move of a game: accuracy, mistakes, better lines",
    about: `Judges every move of every game (- for standard input): how much expectation it cost, the expected score of the
game, from 0 to 1. An inaccuracy costs 0.05, a mistake 0.1, a blunder 0.2; accuracy is 100 % if all moves are the best. A table shows
what went wrong. A game that cannot be read is reported, skipped and counted.`,
    flags: FLAGS,
    headings: {
      oracle: `With --oracle a far stronger engine checks the moves of one player and lists the positions that Wazaba
misjudged: those after which the oracle gives the opponent more than half a pawn although its own move would have kept us above zero,
and those on the oracle's lines that are good for us but that Wazaba considers bad. The worst come first.`,
      variant: "General:",
    },
    notes: "The exit code is 1 if the engine fails or no game can be read.",
  },
  async (values, files) => {
    expectNames("review", files);
    const { variant, own } = variantFrom(values);
    const { core } = values;
    if (values.oracle !== undefined) return consult(values, files, { variant, own });
    for (const flag of ["check", "epd", "training"] as const) {
      if (values[flag] !== undefined) throw new WazabaError("usage", `--${flag} requires --oracle`);
    }
    const { setup, limits } = analystFrom(values, DEFAULT_LIMITS, { variant, core });
    const pool = poolFrom(values);
    const extras = { names: namesFrom(values.names), book: bookFrom(values) };
    files.forEach(expectFile);
    const { hash, threads } = setup;
    const analyst = values.engine === undefined ? { core, hash, threads } : { engine: values.engine };
    const conditions = { ...analyst, options: values["engine-option"], variant: values.variant ?? null, limits };
    const wantsPuzzles = values.puzzles !== undefined;
    const what = { none: "no review", other: "another review" };
    const journal = journalOf(
      values.out,
      files,
      "review",
      { ...conditions, ...(wantsPuzzles && { puzzles: true }) },
      what,
    );
    const isResumed = journal !== null && journal.before > 0;
    const pgn = values.pgn === undefined ? null : new NewFile("--pgn", values.pgn, isResumed);
    const puzzlesFile = values.puzzles === undefined ? null : new NewFile("--puzzles", values.puzzles, isResumed);
    const html = values.html === undefined ? null : new HtmlReport(new NewFile("--html", values.html, isResumed));

    const context = { core, engine: values.engine ?? null, limits };
    const document = values.json ? new GrowingJson(context, "games") : null;
    const totals = new ReviewTotals();
    const source = new PgnFiles(files, own, ({ game, line }) => {
      const id = game.variant.id;
      if (values.engine !== undefined && id !== variant.id)
        return `it is a game of ${id}, but the engine plays ${variant.id}`;
      return line.moves.length === 0 ? "it has no moves" : null;
    });
    const outcome = await streamRun(
      {
        source,
        journal,
        noun: "game",
        isResult: ({ positions }: Partial<EvaluatedGame>) => Array.isArray(positions),
        kind: reviewJobs(commandsOf(values)),
        setup: { ...setup, limits, puzzles: wantsPuzzles },
        params: movesOf,
        keep: (game, { index, engine, positions, puzzles }) => {
          const found = reviewOf(game, positions, extras);
          totals.add(found);
          pgn?.write(`${annotatedPgn(game, found)}\n`);
          html?.add(game, found);
          for (const puzzle of puzzles) puzzlesFile?.write(`${puzzleEpd(game, index, puzzle)}\n`);
          document?.add(documentOf(game, found, engine));
          if (document === null) print(`${totals.games > 1 ? "\n" : ""}${describeReview(game, found)}\n`);
        },
        progress: (count, timeMs) => {
          return `${totals.games} games${count === 0 ? "" : `, ${((count * 60_000) / timeMs).toFixed(1)} a minute`}`;
        },
        end: () => {
          pgn?.close();
          puzzlesFile?.close();
          html?.end();
        },
      },
      pool,
    );

    const { unread } = source;
    if (document !== null) document.end({ total: totals.report(), unread, timeMs: Math.round(outcome.timeMs) });
    else if (totals.games > 1 || unread > 0) print(`\n${describeTotals(totals.report(), unread)}\n`);
    const code = outcome.exit();
    if (code !== 0 || totals.games > 0) return code;
    if (unread === 0) printError(`wazaba: no game found in ${files.map(quote).join(", ")}\n`);
    return 1;
  },
);

/** The review of our own evaluation by a stronger engine. */
function consult(
  values: Values,
  files: readonly string[],
  { variant, own }: { readonly variant: Variant; readonly own: readonly Variant[] },
): Promise<number> {
  for (const flag of ["engine", "pgn", "puzzles", "html", "book"] as const) {
    if (values[flag] !== undefined) throw new WazabaError("usage", `--${flag} cannot be combined with --oracle`);
  }
  const { core, player, check = 0, out, epd, training, json: isJson } = values;
  const consulted = { ...values, engine: values.oracle, threads: undefined };
  const { setup: oracle, limits } = analystFrom(consulted, DEFAULT_LIMITS, { variant, core });
  const { setup: ours } = analystFrom({ ...values, "engine-option": [] }, DEFAULT_LIMITS, { variant, core });
  files.forEach(expectFile);
  const wanted = { files, own, variant, oracle, ours, limits, pool: poolFrom(values), player, check };
  return reviewByOracle({ ...wanted, out, epd, training, isJson, commands: values });
}

/** Names from the given files, by default those of the package; undefined for `none`. */
function namesFrom(files: readonly string[]): OpeningNames | undefined {
  if (files.includes("none")) {
    if (files.length > 1) throw new WazabaError("usage", "--names none cannot be combined with other names");
    return undefined;
  }
  const names = new OpeningNames();
  for (const file of files.length === 0 ? [new URL("web/openings.tsv", import.meta.url)] : files) {
    try {
      names.add(readTextFile(file));
    } catch (error) {
      throw new WazabaError("names", `--names: ${quote(String(file))}: ${(error as Error).message}`);
    }
  }
  return names;
}

/** The JSON of a game. */
function documentOf({ game, tags, result }: AnnotatedGame, found: Review, engine: string) {
  const { white, black } = found;
  const blunders = white.blunders + black.blunders;
  const accuracy = { white: white.accuracy, black: black.accuracy };
  const variant = game.variant.id;
  return {
    variant,
    engine,
    tags: Object.fromEntries(tags),
    fen: formatFen(game.root),
    result,
    accuracy,
    blunders,
    ...found,
  };
}
