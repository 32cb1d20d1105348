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
import { type Goal, goalOf, maxPoints, themeOf } from "../../lab/suite/goal";
import { type Attempt, suiteJobs } from "../../lab/suite/jobs";
import { SuiteTally, type Sums } from "../../lab/suite/tally";
import type { AnalysisLimits } from "../../players/analyst";
import { defineCommand } from "../flags/define-command";
import { COMMON_FLAGS } from "../flags/flags";
import { print } from "../output";
import { GrowingJson } from "../reports/growing-json";
import { analystFlags, analystFrom } from "../support/analysing";
import { warn } from "../support/faults";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { commandsOf } from "../support/playing";
import { poolFrom } from "../support/pool";
import { PositionFile } from "../support/positions";
import { journalOf, type Source, streamRun } from "../support/streaming";
import { expectFile, expectNames } from "../support/text-file";

const DEFAULT_LIMITS: AnalysisLimits = { movetime: 1000 };

/** A position of a suite. */
interface Entry {
  readonly file: string;
  readonly record: EpdRecord;
  readonly goal: Goal;
}

/** Exit code 1 if the engine failed or nothing could be used, 128 and the signal's number if one ended it. */
export const epd = defineCommand(
  {
    name: "epd",
    arguments: "FILE...",
    summary: "test suites: how many positions does an engine solve?",
    about: `Test suites: how many positions does an engine solve? A file (- for standard input) has a position a line, in EPD:
  bm   best moves; any of them solves it      am   moves to avoid
  dm   the engine must announce a mate in that many moves, unless there is a bm or am; bm #5 is the same as dm 5
  id   its name; without the number, its theme
  c0   points of the Strategic Test Suite: c0 "Nf3=10, Be3=7"
A position is solved if the engine's last choice is right; the report says when that move was first found and then kept. Each is
searched as in a new game. A line that cannot be used is reported, skipped and counted.`,
    flags: { ...analystFlags(DEFAULT_LIMITS, "the results"), ...VARIANT_FLAGS, ...COMMON_FLAGS },
    notes: "The exit code is 0 no matter how many are solved, and 1 if the engine fails or no position can be used.",
  },
  async (values, files) => {
    expectNames("epd", files);
    const { variant } = variantFrom(values);
    const { core } = values;
    const { setup, limits } = analystFrom(values, DEFAULT_LIMITS, { variant, core });
    const pool = poolFrom(values);
    files.forEach(expectFile);
    const { engine, hash, threads } = setup;
    const analyst = engine.name === null ? { core, hash, threads } : { engine: engine.name };
    const conditions = { ...analyst, options: values["engine-option"], variant: variant.id, limits };
    const what = { none: "no results of a suite", other: "results of another run" };
    const journal = journalOf(values.out, files, "epd", conditions, what);

    const suite = new SuiteReader(files, variant);
    const context = { variant: variant.id, core, engine: engine.name, limits };
    const document = values.json ? new GrowingJson(context, "positions") : null;
    const tally = new SuiteTally();
    const outcome = await streamRun(
      {
        source: suite,
        journal,
        noun: "result",
        isResult: ({ move }: Partial<Attempt>) => typeof move === "string",
        kind: suiteJobs(commandsOf(values)),
        setup: { ...setup, limits },
        params: ({ record, goal }: Entry) => ({ fen: formatFen(record.root), goal }),
        keep: (entry, attempt) => {
          const theme = themeOf(idOf(entry)) ?? (files.length > 1 ? basename(entry.file) : null);
          tally.add(attempt, entry.goal, theme);
          const report = reportOf(entry, attempt);
          document?.add(report);
          if (document === null) print(`${describe(report)}\n`);
        },
        progress: () => `${tally.sums.solved} of ${tally.sums.total} solved`,
      },
      pool,
    );

    const { sums, themes } = tally;
    const { timeMs } = outcome;
    if (document !== null) document.end({ ...sums, themes, unread: suite.unread, timeMs: Math.round(timeMs) });
    else if (sums.total > 0) print(`\n${describeSums(sums, themes, suite.unread)}\n`);
    const code = outcome.exit();
    return code === 0 && sums.total === 0 ? 1 : code;
  },
);

/** Reads the files of a suite one after another, as far as they are needed. */
class SuiteReader implements Source<Entry> {
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
