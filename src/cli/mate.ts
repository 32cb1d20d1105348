import { readFileSync, statSync } from "node:fs";
import { loadCore } from "../core/load";
import { type MatePlan, type MateReport, MOST_SPEED_FACTOR, measureSpeed, searchForMate } from "../engine/checks";
import { EpdError, quote, WazabaError } from "../errors";
import { type EpdRecord, readEpd } from "../notation/epd";
import { formatSanLine } from "../notation/san";
import { formatUciMove } from "../notation/uci-move";
import { Game } from "../rules/game";
import type { Setup } from "../rules/setup";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";
import { COMMON_FLAGS, coreNamed, fenFrom, parseArgs, wholeNumber } from "./arguments";
import { gameFrom, VARIANT_FLAGS } from "./games";
import { numberedLine } from "./line";
import { showProgress } from "./progress";

/** Diagram 1 of Dabbaba's author: Black mates in ten, with checks all the way. */
const DIAGRAM = "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1";
const USUAL_MOVETIME = 3000;

const HELP = `wazaba mate [FEN | FILE.epd] [--movetime MS] [--nodes N] [--speed-factor F] [--variant ID] [--variant-file FILE]
                 [--core wasm|ts] [--json]

Dabbaba's mate search alone: do long sequences of checks mate, win material or save a draw? Its passes go 8, 16, 24 ...
plies deep. A file is searched position by position. Without a position: a diagram of Dabbaba's author, in other games
than chess the start position.
  --movetime MS      the time for each position (${USUAL_MOVETIME})
  --nodes N          a limit of nodes instead of time
  --speed-factor F   shapes the search as for a machine of F times 200 nodes a second, the same on every machine;
                     otherwise the speed is measured
`;

/** What is searched, and by what means. */
type Search = (root: Setup) => MateReport;

/** `wazaba mate`. Exit code 1 if a line of the file cannot be read. */
export async function mate(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...COMMON_FLAGS,
      ...VARIANT_FLAGS,
      fen: { type: "string" },
      movetime: { type: "string" },
      nodes: { type: "string" },
      "speed-factor": { type: "string" },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const nodes = wholeNumber("--nodes", values.nodes, 1);
  const usualMovetime = nodes === undefined ? USUAL_MOVETIME : Number.POSITIVE_INFINITY;
  const allottedMs = wholeNumber("--movetime", values.movetime, 1) ?? usualMovetime;
  const speedFactor = wholeNumber("--speed-factor", values["speed-factor"], 1) ?? null;
  if (speedFactor !== null && speedFactor > MOST_SPEED_FACTOR) {
    throw new WazabaError("usage", `--speed-factor: ${speedFactor} is more than ${MOST_SPEED_FACTOR}`);
  }
  const { variant } = gameFrom(values);
  const file = values.fen === undefined ? fileFrom(positionals) : null;
  const usualGame = () => Game.fromFen(variant.id === CHESS.id ? DIAGRAM : variant.fen, variant);
  const lines = file === null ? [] : readLines(file, variant);
  const root = file === null ? (fenFrom(values.fen, positionals, variant) ?? usualGame().root) : null;

  const core = await loadCore(coreNamed(values.core), { hash: 1, variant });
  // The whole budget: no other search follows.
  const means = { share: 1, allottedMs, ...(nodes !== undefined && { nodes }), speedFactor };
  const plan: MatePlan = { ...means, speed: measureSpeed(core) };
  const search: Search = (position) => {
    core.setPosition(position, []);
    return searchForMate(core, plan);
  };
  const context = { variant: variant.id, core: core.name };
  if (root === null) return searchFile(lines, search, context, values.json);

  const game = new Game(root);
  if (game.legalMoves().length === 0) throw new WazabaError("over", `the game is over: ${game.outcome()?.reason}`);
  const report = search(root);
  if (values.json) process.stdout.write(`${JSON.stringify({ ...context, ...documentOf(game, report) })}\n`);
  else process.stdout.write(`${game.fen()}\n\n${tableOf(report)}\n${whatWasFound(game, report)}\n`);
  return 0;
}

/** The file that is meant, null if it is not one: no position has but one word that ends like that. */
function fileFrom(words: readonly string[]): string | null {
  return words.length === 1 && /\.epd$/i.test(words[0]) ? words[0] : null;
}

function readLines(file: string, variant: Variant): (EpdRecord | EpdError)[] {
  const refuse = (reason: string) => new WazabaError("usage", `${quote(file)} cannot be read: ${reason}`);
  let text: string;
  try {
    // A device may never end.
    if (!statSync(file).isFile()) throw refuse("it is no file");
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw error instanceof WazabaError ? error : refuse((error as Error).message);
  }
  return Array.from(readEpd(text, variant));
}

/** Searches the positions of a file, and sums them up. */
function searchFile(
  lines: readonly (EpdRecord | EpdError)[],
  search: Search,
  context: { variant: string; core: string },
  isJson: boolean,
): number {
  const positions: object[] = [];
  const reports: MateReport[] = [];
  let unread = 0;
  lines.forEach((record, i) => {
    if (record instanceof EpdError) {
      unread++;
      showProgress("");
      process.stderr.write(`wazaba: ${record.message}\n`);
      return;
    }
    const mates = reports.filter(({ kind }) => kind === "mate").length;
    showProgress(`${i} of ${lines.length}, mates ${mates}`);
    const game = new Game(record.root);
    const report = search(record.root);
    reports.push(report);
    const id = record.operations.get("id")?.join(" ") ?? null;
    if (isJson) positions.push({ line: record.line, id, ...documentOf(game, report) });
    else {
      showProgress("");
      process.stdout.write(`${id ?? `line ${record.line}`}: ${whatWasFound(game, report)}\n`);
    }
  });
  showProgress("");
  const summary = { ...summaryOf(reports), unread };
  if (isJson) process.stdout.write(`${JSON.stringify({ ...context, positions, summary })}\n`);
  else {
    const { found, total, mates, material, draws, medianTimeMs } = summary;
    const median = medianTimeMs === null ? "" : `, median time ${medianTimeMs.toFixed(1)} ms`;
    const kinds = `mates ${mates}, wins of material ${material}, draws ${draws}`;
    process.stdout.write(`\nfound in ${found} of ${total} positions${median} (${kinds})\n`);
  }
  return unread > 0 ? 1 : 0;
}

/** How many positions there were, in how many something was found, and how long that took in the median. */
function summaryOf(reports: readonly MateReport[]) {
  const found = reports.filter(({ kind }) => kind !== null);
  const times = found.map(({ timeMs }) => timeMs).sort((a, b) => a - b);
  const count = (wanted: MateReport["kind"]) => found.filter(({ kind }) => kind === wanted).length;
  return {
    total: reports.length,
    found: found.length,
    mates: count("mate"),
    material: count("material"),
    draws: count("draw"),
    medianTimeMs: times.length === 0 ? null : (times[(times.length - 1) >> 1] + times[times.length >> 1]) / 2,
  };
}

/** What `--json` says of a position. */
function documentOf(game: Game, { kind, mateIn, line, ...rest }: MateReport) {
  const pv = line.map((move) => formatUciMove(move, false, game.variant));
  const found = { found: kind !== null, kind, mateIn, pv, san: formatSanLine(game, line) };
  return { fen: game.fen(), ...found, ...rest };
}

/** A row for each pass. */
function tableOf({ passes, nodes, speedFactor, resource, timeMs }: MateReport): string {
  const rows = passes.map((pass) => {
    const numbers = [
      String(pass.plies).padStart(6),
      String(pass.resource).padStart(12),
      String(pass.nodes).padStart(12),
    ];
    return `${numbers.join("")}  ${pass.result ?? "nothing"}`;
  });
  const means = `resource ${resource}, for a speed factor of ${speedFactor}`;
  return [
    " plies    resource       nodes  finds",
    ...rows,
    "",
    `${nodes} nodes, ${timeMs.toFixed(1)} ms; ${means}`,
  ].join("\n");
}

const FINDINGS = { material: "wins material", draw: "saves a draw" } as const;

function whatWasFound(game: Game, { kind, mateIn, line }: MateReport): string {
  if (kind === null) return "nothing";
  return `${kind === "mate" ? `mate in ${mateIn}` : FINDINGS[kind]}: ${numberedLine(game, line)}`;
}
