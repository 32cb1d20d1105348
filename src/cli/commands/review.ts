/** The command `wazaba review`: every move of every game judged, as a table, annotated PGN, HTML or JSON. */

import type { AnnotatedGame } from "../../chess/notation/pgn";
import { formatFen } from "../../chess/position/fen";
import { formatUciMove } from "../../chess/position/uci-text";
import type { Variant } from "../../chess/variants/variant";
import type { CoreName } from "../../engine/core/core";
import { quote, WazabaError } from "../../errors";
import { parseObject } from "../../jobs/conditions";
import { sha256Of } from "../../jobs/fingerprint";
import { Journal } from "../../jobs/journal";
import type { AnalysisLimits } from "../../players/analyst";
import { readTextFile } from "../../read-text";
import { annotatedPgn } from "../../review/annotate";
import { type EvaluatedGame, reviewJobs } from "../../review/jobs";
import { OpeningNames } from "../../review/names";
import { type Review, reviewOf } from "../../review/review";
import { GrowingJson } from "../reports/growing-json";
import { HtmlReport } from "../reports/review-html";
import { describeReview, describeTotals, ReviewTotals } from "../reports/review-table";
import { ANALYST_FLAGS, analystFrom, analystHelp, describeLimits } from "../support/analysing";
import { COMMON_FLAGS, coreNamed, parseArgs, wholeNumber } from "../support/arguments";
import { BOOK_FLAGS, bookFrom } from "../support/book";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { longRun } from "../support/long-run";
import { NewFile } from "../support/new-file";
import { print, printError } from "../support/output";
import { PgnFiles } from "../support/pgn-files";
import { commandsOf } from "../support/playing";
import { poolFrom } from "../support/pool";
import { expectFile, expectNames, STDIN } from "../support/text-file";
import { reviewByOracle } from "./review-oracle";

const DEFAULT_LIMITS: AnalysisLimits = { nodes: 50_000 };

const DEFAULT_PLAYER = "Wazaba";

const HELP = `wazaba review GAME.pgn... [--nodes N] [--movetime MS] [--depth N] [--engine CMD] [--engine-option NAME=VALUE]
              [--hash MB] [--threads N] [--jobs J] [--cluster URL] [--timeout MS] [--pgn FILE] [--html FILE] [--out FILE] [--names FILE|none] [--book FILE]
              [--variant ID] [--variant-file FILE] [--core wasm|ts] [--json]
wazaba review GAME.pgn... --oracle CMD [--player NAME] [--check K] [--epd FILE] [--training FILE] …

Judges every move of every game (- for standard input): how much expectation it cost, the expected score of the game,
from 0 to 1. An inaccuracy costs 0.05, a mistake 0.1, a blunder 0.2; accuracy is 100 % if all moves are the best.
A table shows what went wrong. A game that cannot be read is reported, skipped and counted.
${analystHelp(describeLimits(DEFAULT_LIMITS))}
  --pgn FILE                   the games with evaluations, ?! ? ?? and better lines; comments and marks are kept
  --html FILE                  a report for browsers in a single file: board, graph of the evaluation, moves
  --out FILE                   keeps the evaluations; the same command resumes where it was interrupted
  --names FILE|none            other opening names, for the tags ECO and Opening: tab-separated columns eco, name, pgn;
                               may be repeated
  --book FILE                  shows the first move that is not in this book (Polyglot's .bin)
  --variant ID                 the game that --engine plays; Wazaba follows the tag Variant of each game
With --oracle a far stronger engine checks the moves of one player, by default Wazaba, and lists the positions that Wazaba misjudged:
those after which the oracle gives the opponent more than half a pawn although its own move would have kept us above zero, and those
on the oracle's lines that are good for us but that Wazaba considers bad. The worst come first.
  --oracle CMD                 any UCI engine; --engine-option applies to it, limits such as --nodes to both
  --player NAME                whose moves to check: part of the name in the tags White and Black (${DEFAULT_PLAYER})
  --check K                    checks each finding again with K times the nodes
  --epd FILE, --training FILE  the positions as EPD, and as training games of one move, with the oracle's scores
The exit code is 1 if the engine fails or no game can be read.
`;

const OPTIONS = {
  ...COMMON_FLAGS,
  ...VARIANT_FLAGS,
  ...ANALYST_FLAGS,
  ...BOOK_FLAGS,
  pgn: { type: "string" },
  html: { type: "string" },
  oracle: { type: "string" },
  player: { type: "string", default: DEFAULT_PLAYER },
  check: { type: "string" },
  epd: { type: "string" },
  training: { type: "string" },
  names: { type: "string", multiple: true, default: [] as string[] },
} as const;

type Values = ReturnType<typeof readArgs>["values"];

function readArgs(args: string[]) {
  return parseArgs({ args, allowPositionals: true, options: OPTIONS });
}

/** `wazaba review`. Exit code 1 if the engine failed or nothing could be read, 128 and the signal's number if one ended it. */
export async function review(args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args);
  if (values.help) {
    print(HELP);
    return 0;
  }
  expectNames("review", positionals);
  const { variant, own } = variantFrom(values);
  const core = coreNamed(values.core);
  if (values.oracle !== undefined) return consult(values, positionals, { variant, own, core });
  for (const flag of ["check", "epd", "training"] as const) {
    if (values[flag] !== undefined) throw new WazabaError("usage", `--${flag} requires --oracle`);
  }
  const { setup, limits } = analystFrom(values, DEFAULT_LIMITS, { variant, core });
  const pool = poolFrom(values);
  const extras = { names: namesFrom(values.names), book: bookFrom(values) };
  for (const file of positionals) expectFile(file);
  const journal = journalFrom(values, positionals, limits, { core, hash: setup.hash, threads: setup.threads });
  const before = journal?.before ?? 0;
  const pgn = values.pgn === undefined ? null : new NewFile("--pgn", values.pgn, before > 0);
  const html = values.html === undefined ? null : new HtmlReport(new NewFile("--html", values.html, before > 0));

  const context = { core, engine: values.engine ?? null, limits };
  const document = values.json ? new GrowingJson(context, "games") : null;
  const totals = new ReviewTotals();
  const keep = (game: AnnotatedGame, { engine, positions }: EvaluatedGame) => {
    const found = reviewOf(game, positions, extras);
    totals.add(found);
    pgn?.write(`${annotatedPgn(game, found)}\n`);
    html?.add(game, found);
    document?.add(documentOf(game, found, engine));
    if (document === null) print(`${totals.games > 1 ? "\n" : ""}${describeReview(game, found)}\n`);
  };
  const files = new PgnFiles(positionals, own, ({ game, line }) => {
    const id = game.variant.id;
    if (values.engine !== undefined && id !== variant.id)
      return `it is a game of ${id}, but the engine plays ${variant.id}`;
    return line.moves.length === 0 ? "it has no moves" : null;
  });
  let begun = 0;
  let since = performance.now();
  let reviewed = 0;
  /** Games that are being searched, or are queued. */
  const games = new Map<number, AnnotatedGame>();
  const reporter = {
    progress: () => {
      const minutes = (performance.now() - since) / 60_000;
      return `${totals.games} games${reviewed === 0 ? "" : `, ${(reviewed / minutes).toFixed(1)} a minute`}`;
    },
    counts: () => {
      const { percent } = files;
      return percent === null ? null : { done: percent, before: begun, wanted: 100 };
    },
  };
  const outcome = await longRun(
    reporter,
    pool,
    async ({ signal, work }) => {
      files.open(signal);
      for (const evaluated of journal?.eachResult(parseEvaluated, "game") ?? []) {
        const game = await files.next();
        if (game === null) break;
        keep(game, evaluated);
      }
      begun = files.percent ?? 0;
      since = performance.now();
      await work({
        kind: reviewJobs(commandsOf(values)),
        setup: { ...setup, limits },
        from: before,
        to: Number.MAX_SAFE_INTEGER,
        params: async (index) => {
          const game = await files.next();
          if (game === null) return null;
          games.set(index, game);
          const { root, moves } = game.game;
          const text = moves.map((move) => formatUciMove(move, false, root.variant));
          return { variant: root.variant, fen: formatFen(root), moves: text };
        },
        onResult: (evaluated, index) => {
          journal?.add([JSON.stringify(evaluated)]);
          reviewed++;
          keep(games.get(index) as AnnotatedGame, evaluated);
          games.delete(index);
          return false;
        },
      });
    },
    () => {
      journal?.close();
      pgn?.close();
      html?.end();
    },
  );

  const { unread } = files;
  if (document !== null) document.end({ total: totals.report(), unread, timeMs: Math.round(outcome.timeMs) });
  else if (totals.games > 1 || unread > 0) print(`\n${describeTotals(totals.report(), unread)}\n`);
  const code = outcome.exit();
  if (code !== 0 || totals.games > 0) return code;
  if (unread === 0) printError(`wazaba: no game found in ${positionals.map(quote).join(", ")}\n`);
  return 1;
}

/** The review of our own evaluation by a stronger engine. */
function consult(
  values: Values,
  files: readonly string[],
  { variant, own, core }: { readonly variant: Variant; readonly own: readonly Variant[]; readonly core: CoreName },
): Promise<number> {
  for (const flag of ["engine", "pgn", "html", "book"] as const) {
    if (values[flag] !== undefined) throw new WazabaError("usage", `--${flag} cannot be combined with --oracle`);
  }
  const consulted = { ...values, engine: values.oracle, threads: undefined };
  const { setup: oracle, limits } = analystFrom(consulted, DEFAULT_LIMITS, { variant, core });
  const { setup: ours } = analystFrom({ ...values, "engine-option": [] }, DEFAULT_LIMITS, { variant, core });
  for (const file of files) expectFile(file);
  const { player, out, epd, training, json: isJson } = values;
  const check = wholeNumber("--check", values.check, 1) ?? 0;
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

function journalFrom(
  values: Values,
  files: readonly string[],
  limits: AnalysisLimits,
  own: { readonly core: CoreName; readonly hash: number; readonly threads: number },
): Journal | null {
  const { out, engine } = values;
  if (out === undefined) return null;
  if (files.includes(STDIN)) {
    throw new WazabaError("usage", "--out: standard input cannot be read again; name a file");
  }
  const who = engine === undefined ? own : { engine };
  const sources = { files: files.map(sha256Of), ...who, options: values["engine-option"] };
  const what = { none: "no review", other: "another review" };
  return new Journal(out, {
    kind: "review",
    conditions: { ...sources, variant: values.variant ?? null, limits },
    what,
  });
}

function parseEvaluated(line: string, index: number): EvaluatedGame | null {
  const game = parseObject(line) as Partial<EvaluatedGame> | null;
  return game?.index === index && Array.isArray(game.positions) ? (game as EvaluatedGame) : null;
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
