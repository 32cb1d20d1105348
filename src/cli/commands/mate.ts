/** The command `wazaba mate`: the mate search on one position or on a file of them. */

import { formatSanLine } from "../../chess/notation/san";
import type { Setup } from "../../chess/position/setup";
import { formatUciMove } from "../../chess/position/uci-text";
import { Game } from "../../chess/rules/game";
import { CHESS } from "../../chess/variants/games";
import type { CoreName } from "../../engine/core/core";
import { type RunningSearch, Searcher } from "../../engine/threads/searcher";
import { allocateTime, now } from "../../engine/time/time-management";
import { MATE_SEARCH, MAX_SPEED_FACTOR, type MateReport } from "../../engine/worker/mate-search";
import { EpdError, WazabaError } from "../../errors";
import { defineCommand } from "../flags/define-command";
import { COMMON_FLAGS, POSITION_FLAGS, SHARED } from "../flags/flags";
import { print, printError } from "../output";
import { GrowingJson } from "../reports/growing-json";
import { numberedLine } from "../reports/line";
import { Median } from "../reports/median";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { Interruption } from "../support/interruption";
import { POSITIONS_HELP, PositionFile, positionsFrom } from "../support/positions";
import { showProgress } from "../support/progress";

/** Diagram 1 of Dabbaba's author: Black mates in ten, with checks all the way. */
const DIAGRAM = "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1";
const DEFAULT_MOVETIME = 3000;

/** Searches a position. */
type Search = (root: Setup) => RunningSearch;

/** Exit code 1 if a line of the file cannot be read, 128 plus the signal number if a signal ended it. */
export const mate = defineCommand(
  {
    name: "mate",
    arguments: "[FEN|FILE]",
    summary: "mate search: do long sequences of checks mate, win material or save a draw?",
    about: `Dabbaba's mate search alone: do long sequences of checks mate, win material or save a draw? Its passes are 8, 16, 24 ...
plies deep, on one thread. Default position: a diagram by Dabbaba's author, or, in other games, the start position.`,
    flags: {
      ...POSITION_FLAGS,
      movetime: { ...SHARED.movetime, about: `milliseconds for each position (default: ${DEFAULT_MOVETIME})` },
      nodes: { ...SHARED.nodes, about: "a node limit instead of a time limit" },
      "speed-factor": {
        type: "integer",
        argument: "F",
        min: 1,
        max: MAX_SPEED_FACTOR,
        about: `assumes a speed of F times 200 nodes a second, which makes the search reproducible (default: the speed is
          measured)`,
      },
      ...VARIANT_FLAGS,
      ...COMMON_FLAGS,
    },
    notes: `${POSITIONS_HELP}

Each position is reported as soon as it has been searched; a summary follows. Ctrl-C prints the summary so far; the exit code is
130. --json prints one document, a position a line. The exit code is 1 if a line could not be read, 2 if there was no position.`,
  },
  async (values, positionals) => {
    const { core, nodes, "speed-factor": speedFactor = null } = values;
    const movetime = values.movetime ?? (nodes === undefined ? DEFAULT_MOVETIME : undefined);
    const { variant } = variantFrom(values);
    const defaultGame = () => Game.fromFen(variant.id === CHESS.id ? DIAGRAM : variant.fen, variant);
    const given = (await positionsFrom(values, positionals, variant)) ?? defaultGame();
    const single = given instanceof PositionFile ? null : given;
    if (single?.legalMoves().length === 0)
      throw new WazabaError("over", `the game is over: ${single.outcome()?.reason}`);

    // The mate search needs no network.
    const engine = await Searcher.create({ core, variant, hash: 1, net: null });
    const search: Search = (root) => {
      const time = allocateTime({ ...(movetime !== undefined && { movetime }) }, 0, now());
      // The whole budget: only the shortest search follows.
      const mateSearch = { ...MATE_SEARCH, share: 1, speedFactor };
      return engine.search({ root, moves: [] }, { depth: 1, ...(nodes !== undefined && { nodes }) }, time, {
        mateSearch,
      });
    };
    const context = { variant: variant.id, core };
    const interruption = new Interruption();
    try {
      if (given instanceof PositionFile) return await searchFile(given, search, context, interruption, values.json);
      const root = given.position();
      const running = search(root);
      interruption.signal.addEventListener("abort", () => running.stop());
      const report = await reportOf(running);
      const game = new Game(root);
      if (values.json) print(`${JSON.stringify({ ...context, ...documentOf(game, report) })}\n`);
      else print(`${game.fen()}\n\n${tableOf(report)}\n${whatWasFound(game, report)}\n`);
      return interruption.exitCode;
    } finally {
      interruption.dispose();
      await engine.dispose();
    }
  },
);

async function reportOf({ result }: RunningSearch): Promise<MateReport> {
  const { mate } = await result;
  if (mate === null) throw new WazabaError("stopped", "the search was stopped before it began");
  return mate;
}

/** Searches the positions of a file, reports each, and sums up. */
async function searchFile(
  file: PositionFile,
  search: Search,
  context: { readonly variant: string; readonly core: CoreName },
  interruption: Interruption,
  isJson: boolean,
): Promise<number> {
  const { signal } = interruption;
  const document = isJson ? new GrowingJson(context, "positions") : null;
  const tally = new Tally();
  let running: RunningSearch | null = null;
  signal.addEventListener("abort", () => running?.stop());
  for await (const record of file.records(signal)) {
    if (record instanceof EpdError) {
      tally.unread++;
      showProgress("");
      printError(`wazaba: ${record.message}\n`);
      continue;
    }
    const part = file.percent === null ? "" : `, ${file.percent} %`;
    showProgress(`${tally.total} positions${part}, mates ${tally.counts.mate}`);
    const game = new Game(record.root);
    running = search(record.root);
    const { mate } = await running.result;
    // A search that was cut short does not count.
    if (signal.aborted || mate === null) break;
    tally.add(mate);
    const id = record.operations.get("id")?.join(" ") ?? null;
    document?.add({ line: record.line, id, ...documentOf(game, mate) });
    showProgress("");
    if (!isJson) print(`${id ?? `line ${record.line}`}: ${whatWasFound(game, mate)}\n`);
  }
  showProgress("");
  const summary = tally.summary();
  document?.end({ summary });
  if (!isJson) {
    const { found, total, mates, material, draws, medianTimeMs } = summary;
    const median = medianTimeMs === null ? "" : `, median time ${medianTimeMs.toFixed(1)} ms`;
    const kinds = `mates ${mates}, wins of material ${material}, draws ${draws}`;
    print(`\nfound in ${found} of ${total} positions${median} (${kinds})\n`);
  }
  return interruption.exitCode || Number(tally.unread > 0);
}

/** Counts positions and results, and the median time. */
class Tally {
  total = 0;
  /** Lines without a position. */
  unread = 0;
  readonly counts = { mate: 0, material: 0, draw: 0 };
  readonly #times = new Median();

  add({ kind, timeMs }: MateReport): void {
    this.total++;
    if (kind === null) return;
    this.counts[kind]++;
    this.#times.add(timeMs);
  }

  summary() {
    const { mate, material, draw } = this.counts;
    const { total, unread } = this;
    const medianTimeMs = this.#times.value();
    return { total, found: mate + material + draw, mates: mate, material, draws: draw, medianTimeMs, unread };
  }
}

/** The JSON of a position. */
function documentOf(game: Game, { kind, mateIn, pv, ...rest }: MateReport) {
  const moves = { pv: pv.map((move) => formatUciMove(move, false, game.variant)), san: formatSanLine(game, pv) };
  const found = { found: kind !== null, kind, mateIn, ...moves };
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

function whatWasFound(game: Game, { kind, mateIn, pv }: MateReport): string {
  if (kind === null) return "nothing";
  return `${kind === "mate" ? `mate in ${mateIn}` : FINDINGS[kind]}: ${numberedLine(game, pv)}`;
}
