/** The command `wazaba epd`: test suites. How many of their positions does an engine solve, and how soon? */

import { basename } from "node:path";
import type { EpdRecord } from "../../chess/notation/epd";
import { formatSanLine } from "../../chess/notation/san";
import type { Score } from "../../chess/notation/score";
import { parseUciMove } from "../../chess/notation/uci-move";
import { formatFen } from "../../chess/position/fen";
import { Game } from "../../chess/rules/game";
import type { Variant } from "../../chess/variants/variant";
import { EpdError, WazabaError } from "../../errors";
import { parseObject } from "../../jobs/conditions";
import { sha256Of } from "../../jobs/fingerprint";
import { Journal } from "../../jobs/journal";
import { type Goal, goalOf, maxPoints, themeOf } from "../../lab/suite/goal";
import { type Attempt, suiteJobs } from "../../lab/suite/jobs";
import { SuiteTally, type Sums } from "../../lab/suite/tally";
import type { AnalysisLimits } from "../../players/analyst";
import { GrowingJson } from "../reports/growing-json";
import { ANALYST_FLAGS, analystFrom, analystHelp, describeLimits } from "../support/analysing";
import { COMMON_FLAGS, coreNamed, parseArgs } from "../support/arguments";
import { warn } from "../support/faults";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { longRun } from "../support/long-run";
import { print } from "../support/output";
import { commandsOf } from "../support/playing";
import { poolFrom } from "../support/pool";
import { PositionFile } from "../support/positions";
import { expectFile, expectNames, STDIN } from "../support/text-file";

const DEFAULT_LIMITS: AnalysisLimits = { movetime: 1000 };

const HELP = `wazaba epd FILE... [--movetime MS] [--nodes N] [--depth N] [--engine CMD] [--engine-option NAME=VALUE] [--hash MB]
           [--threads N] [--jobs J] [--cluster URL] [--timeout MS] [--out FILE] [--variant ID] [--variant-file FILE] [--core wasm|ts] [--json]

Test suites: how many positions does an engine solve? A file (- for standard input) has a position a line, in EPD:
  bm   best moves; any of them solves it      am   moves to avoid
  dm   the engine must announce a mate in that many moves, unless there is a bm or am; bm #5 is the same as dm 5
  id   its name; without the number, its theme
  c0   points of the Strategic Test Suite: c0 "Nf3=10, Be3=7"
A position is solved if the engine's last choice is right; the report says when that move was first found and then kept. Each is
searched as in a new game. A line that cannot be used is reported, skipped and counted.
${analystHelp(describeLimits(DEFAULT_LIMITS))}
  --out FILE                   keeps the results; the same command resumes where it was interrupted
The exit code is 0 no matter how many are solved, and 1 if the engine fails or no position can be used.
`;

const OPTIONS = { ...COMMON_FLAGS, ...VARIANT_FLAGS, ...ANALYST_FLAGS } as const;

/** A position of a suite. */
interface Entry {
  readonly file: string;
  readonly record: EpdRecord;
  readonly goal: Goal;
}

/** `wazaba epd`. Exit code 1 if the engine failed or nothing could be used, 128 and the signal's number if one ended it. */
export async function epd(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  if (values.help) {
    print(HELP);
    return 0;
  }
  expectNames("epd", positionals);
  const { variant } = variantFrom(values);
  const core = coreNamed(values.core);
  const { setup, limits } = analystFrom(values, DEFAULT_LIMITS, { variant, core });
  const pool = poolFrom(values);
  for (const file of positionals) expectFile(file);
  const conditions = () => ({
    files: positionals.map(sha256Of),
    ...(setup.engine.name === null
      ? { core, hash: setup.hash, threads: setup.threads }
      : { engine: setup.engine.name }),
    options: values["engine-option"],
    variant: variant.id,
    limits,
  });
  if (values.out !== undefined && positionals.includes(STDIN)) {
    throw new WazabaError("usage", "--out: standard input cannot be read again; name a file");
  }
  const what = { none: "no results of a suite", other: "results of another run" };
  const journal =
    values.out === undefined ? null : new Journal(values.out, { kind: "epd", conditions: conditions(), what });

  const suite = new SuiteReader(positionals, variant);
  const context = { variant: variant.id, core, engine: setup.engine.name, limits };
  const document = values.json ? new GrowingJson(context, "positions") : null;
  const tally = new SuiteTally();
  const keep = (entry: Entry, attempt: Attempt) => {
    const id = idOf(entry);
    tally.add(attempt, entry.goal, themeOf(id) ?? (positionals.length > 1 ? basename(entry.file) : null));
    const report = reportOf(entry, attempt);
    document?.add(report);
    if (document === null) print(`${describe(report)}\n`);
  };
  const before = journal?.before ?? 0;
  let begun = 0;
  /** Positions that are being searched, or are queued. */
  const entries = new Map<number, Entry>();
  const reporter = {
    progress: () => `${tally.sums.solved} of ${tally.sums.total} solved`,
    counts: () => {
      const { percent } = suite;
      return percent === null ? null : { done: percent, before: begun, wanted: 100 };
    },
  };
  const outcome = await longRun(
    reporter,
    pool,
    async ({ signal, work }) => {
      suite.open(signal);
      for (const attempt of journal?.eachResult(parseAttempt, "result") ?? []) {
        const entry = await suite.next();
        if (entry === null) break;
        keep(entry, attempt);
      }
      begun = suite.percent ?? 0;
      await work({
        kind: suiteJobs(commandsOf(values)),
        setup: { ...setup, limits },
        from: before,
        to: Number.MAX_SAFE_INTEGER,
        params: async (index) => {
          const entry = await suite.next();
          if (entry === null) return null;
          entries.set(index, entry);
          return { fen: formatFen(entry.record.root), goal: entry.goal };
        },
        onResult: (attempt, index) => {
          journal?.add([JSON.stringify(attempt)]);
          keep(entries.get(index) as Entry, attempt);
          entries.delete(index);
          return false;
        },
      });
    },
    () => journal?.close(),
  );

  const { sums, themes } = tally;
  const { timeMs } = outcome;
  if (document !== null) document.end({ ...sums, themes, unread: suite.unread, timeMs: Math.round(timeMs) });
  else if (sums.total > 0) print(`\n${describeSums(sums, themes, suite.unread)}\n`);
  const code = outcome.exit();
  return code === 0 && sums.total === 0 ? 1 : code;
}

/** Reads the files of a suite one after another, as far as they are needed. */
class SuiteReader {
  /** Lines that could not be used. */
  unread = 0;
  readonly #files: readonly string[];
  readonly #variant: Variant;
  #place = 0;
  #file: PositionFile | null = null;
  #entries: AsyncGenerator<Entry, void, undefined> | null = null;

  constructor(files: readonly string[], variant: Variant) {
    this.#files = files;
    this.#variant = variant;
  }

  /** How much has been read, percent; null if unknown. */
  get percent(): number | null {
    const part = this.#file?.percent ?? null;
    return part === null ? null : (100 * this.#place + part) / this.#files.length;
  }

  open(signal: AbortSignal): void {
    this.#entries = this.#read(signal);
  }

  /** The next position that can be used; null at the end. */
  async next(): Promise<Entry | null> {
    return (await this.#entries?.next())?.value ?? null;
  }

  async *#read(signal: AbortSignal): AsyncGenerator<Entry, void, undefined> {
    for (const [place, file] of this.#files.entries()) {
      this.#place = place;
      this.#file = await PositionFile.open(file, this.#variant);
      for await (const record of this.#file.records(signal)) {
        const entry = this.#use(file, record);
        if (entry !== null) yield entry;
      }
    }
  }

  #use(file: string, record: EpdRecord | EpdError): Entry | null {
    const refuse = (reason: string) => {
      this.unread++;
      warn(this.#files.length > 1 ? `${file}: ${reason}` : reason);
      return null;
    };
    if (record instanceof EpdError) return refuse(record.message);
    try {
      return { file, record, goal: goalOf(record) };
    } catch (error) {
      if (!(error instanceof WazabaError) || error.code !== "suite") throw error;
      return refuse(`EPD: line ${record.line}: ${error.message}`);
    }
  }
}

function parseAttempt(line: string, index: number): Attempt | null {
  const attempt = parseObject(line) as Partial<Attempt> | null;
  return attempt?.index === index && typeof attempt.move === "string" ? (attempt as Attempt) : null;
}

function idOf({ record }: Entry): string | null {
  return record.operations.get("id")?.join(" ") ?? null;
}

/** The JSON of a position. */
function reportOf(entry: Entry, { solved, move, score, depth, nodes, timeMs, found, engine }: Attempt) {
  const { file, record, goal } = entry;
  const game = new Game(record.root);
  const san = (text: string) => formatSanLine(game, [parseUciMove(game, text)])[0];
  const { best, avoid, mateIn, points } = goal;
  const wanted = { best: best.map(san), avoid: avoid.map(san), mateIn };
  const ours = points === null ? null : { points: points[move] ?? 0, maxPoints: maxPoints(points) };
  const search = { score, depth, nodes, timeMs, found };
  const place = { file, line: record.line, id: idOf(entry), fen: game.fen() };
  return { ...place, engine, solved, move, san: san(move), wanted, points: ours, ...search };
}

/** The same in a line. */
function describe({
  line,
  id,
  solved,
  san,
  wanted,
  points,
  score,
  found,
  ...search
}: ReturnType<typeof reportOf>): string {
  const { depth, timeMs } = found ?? search;
  const { best, avoid, mateIn } = wanted;
  const goal = [
    ...(best.length === 0 ? [] : [`bm ${best.join(" ")}`]),
    ...(avoid.length === 0 ? [] : [`am ${avoid.join(" ")}`]),
    ...(mateIn === null ? [] : [`dm ${mateIn}`]),
  ];
  const cells = [
    solved ? "solved" : "missed",
    `${san} (${[...goal, describeScore(score)].join(", ")})`,
    `depth ${depth}`,
    `${(timeMs / 1000).toFixed(2)} s`,
    ...(points === null ? [] : [`${points.points}/${points.maxPoints} points`]),
  ];
  return `${id ?? `line ${line}`}: ${cells.join(", ")}`;
}

function describeScore(score: Score): string {
  if ("mate" in score) return `mate ${score.mate}`;
  return `${score.cp < 0 ? "" : "+"}${(score.cp / 100).toFixed(2)}`;
}

/** A row for each theme, then the whole. */
function describeSums(all: Sums, themes: readonly (Sums & { theme: string })[], unread: number): string {
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
  const cells = ({ total, solved, points, maxPoints }: Sums) => {
    const score = maxPoints === 0 ? [] : [`${points}/${maxPoints} points`, percent(points, maxPoints)];
    return [`${solved}/${total}`, percent(solved, total), ...score];
  };
  const rows = themes.length > 1 ? themes.map((sums) => [sums.theme, ...cells(sums)]) : [];
  rows.push(["solved", ...cells(all)]);
  const widths = rows.reduce<number[]>((max, row) => row.map((cell, i) => Math.max(max[i] ?? 0, cell.length)), []);
  const table = rows.map(([name, ...rest]) => {
    return [name.padEnd(widths[0]), ...rest.map((cell, i) => cell.padStart(widths[i + 1] ?? 0))].join("  ");
  });
  return [...table, ...(unread === 0 ? [] : [`${unread} ${unread === 1 ? "line" : "lines"} could not be used`])].join(
    "\n",
  );
}
