/** The command `wazaba analyse`: the principal variations of one position or of a file of them. */

import { MAX_MULTI_PV } from "../../../assembly/search/pv";
import { formatSanLine } from "../../chess/notation/san";
import { formatUciMove } from "../../chess/position/uci-text";
import { Game } from "../../chess/rules/game";
import { CHESS } from "../../chess/variants/games";
import type { CoreName } from "../../engine/core/core";
import { HASH } from "../../engine/core/load";
import { type RunningSearch, Searcher } from "../../engine/threads/searcher";
import { allocateTime, now } from "../../engine/time/time-management";
import { MATE_SEARCH } from "../../engine/worker/mate-search";
import type { SearchLimits } from "../../engine/worker/messages";
import { EpdError, WazabaError } from "../../errors";
import { textOf } from "../../message";
import { defineCommand } from "../flags/define-command";
import { COMMON_FLAGS, NET_FLAGS, POSITION_FLAGS, SHARED } from "../flags/flags";
import { print, printError } from "../output";
import { AnalysisTable } from "../reports/analysis-table";
import { GrowingJson } from "../reports/growing-json";
import { netFrom } from "../support/arguments";
import { warn } from "../support/faults";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { Interruption } from "../support/interruption";
import { POSITIONS_HELP, PositionFile, positionsFrom } from "../support/positions";

/** Diagram 2 of Dabbaba's author: White is far behind and mates in twelve, with checks all the way. */
const DIAGRAM = "3nn3/2p2p1k/1p1pp1p1/p2B3p/r2B2N1/4P2N/3PKPP1/6q1 w - - 0 1";
const DEFAULT_MOVETIME = 3000;

/** `--lines`, and its alias of the protocols. */
const LINES = { type: "integer", argument: "K", min: 1, max: MAX_MULTI_PV } as const;

/** Exit code 1 if a line of the file cannot be read, 128 plus the signal number if a signal ended it. */
export const analyse = defineCommand(
  {
    name: "analyse",
    arguments: "[FEN|FILE]",
    summary: "a live table of lines, then the best move",
    about: `A live table of principal variations, then the best move. Default position: a diagram by Dabbaba's author, or, in other
games, the start position. Ctrl-C prints the best move so far; the exit code is 130.`,
    flags: {
      ...POSITION_FLAGS,
      lines: { ...LINES, about: "the best K lines (MultiPV; default: 1)" },
      multipv: { ...LINES, about: "the same as --lines" },
      movetime: {
        ...SHARED.movetime,
        about: `milliseconds for each position (default: ${DEFAULT_MOVETIME}, unless there is another limit)`,
      },
      depth: { ...SHARED.depth, about: "a limit in plies" },
      nodes: { ...SHARED.nodes, about: "a limit in nodes" },
      hash: { ...SHARED.hash, about: `the transposition table (default: ${HASH.default})` },
      threads: {
        ...SHARED.threads,
        about: "threads that search together, ideally one for each processor (default: 1)",
      },
      ...NET_FLAGS,
      ...VARIANT_FLAGS,
      ...COMMON_FLAGS,
    },
    notes: `${POSITIONS_HELP}

Limits apply to each position, and each is analysed as in a new game. --json prints one document, a position a line. The exit code is
1 if a line could not be read, 2 if there was no position.`,
  },
  async (values, positionals) => {
    const { core, depth, nodes, hash, threads } = values;
    const movetime = values.movetime ?? (depth === undefined && nodes === undefined ? DEFAULT_MOVETIME : undefined);
    const multiPv = values.lines ?? values.multipv ?? 1;
    const { variant } = variantFrom(values);
    const defaultGame = () => (variant.id === CHESS.id ? Game.fromFen(DIAGRAM) : Game.start(variant));
    const subject = (await positionsFrom(values, positionals, variant)) ?? defaultGame();
    if (subject instanceof Game && isOver(subject)) {
      throw new WazabaError("over", `the game is over: ${subject.outcome()?.reason}`);
    }

    const net = netFrom(values, [variant]);
    const engine = await Searcher.create({
      core,
      variant,
      net,
      ...(hash !== undefined && { hash }),
      ...(threads !== undefined && { threads }),
      onFault: warn,
      onHelperLost: ({ message }) => printError(`wazaba: ${message}; the other threads continue\n`),
    });
    if (threads !== undefined && engine.threads < threads) {
      printError(`wazaba: --threads: one thread searches: ${textOf(engine.whyOneThread ?? "")}\n`);
    }
    const limits = { multiPv, ...(depth !== undefined && { depth }), ...(nodes !== undefined && { nodes }) };
    const analyst = new Analyst(engine, limits, movetime, values.json);
    const context = { variant: variant.id, core, threads: engine.threads };
    const interruption = new Interruption();
    interruption.signal.addEventListener("abort", () => analyst.stop());
    try {
      if (subject instanceof PositionFile)
        return await analyseFile(subject, analyst, context, interruption, values.json);
      const report = await analyst.analyse(subject);
      if (values.json) print(`${JSON.stringify({ ...context, ...report })}\n`);
      return interruption.exitCode;
    } finally {
      interruption.dispose();
      await engine.dispose();
    }
  },
);

/** Analyses the positions of a file, one after another. */
async function analyseFile(
  file: PositionFile,
  analyst: Analyst,
  context: { readonly variant: string; readonly core: CoreName; readonly threads: number },
  interruption: Interruption,
  isJson: boolean,
): Promise<number> {
  const { signal } = interruption;
  const document = isJson ? new GrowingJson(context, "positions") : null;
  let unread = 0;
  let isFirst = true;
  for await (const record of file.records(signal)) {
    if (record instanceof EpdError) {
      unread++;
      printError(`wazaba: ${record.message}\n`);
      continue;
    }
    const { line } = record;
    const id = record.operations.get("id")?.join(" ") ?? null;
    if (!isJson) print(`${isFirst ? "" : "\n"}${id ?? `line ${line}`}\n`);
    isFirst = false;
    const game = new Game(record.root);
    const report = isOver(game) ? analyst.reportGameOver(game) : await analyst.analyse(game);
    document?.add({ line, id, ...report });
  }
  document?.end({ unread });
  return interruption.exitCode || Number(unread > 0);
}

function isOver(game: Game): boolean {
  return game.legalMoves().length === 0;
}

/** Analyses positions, for a terminal or a JSON document. */
class Analyst {
  readonly #engine: Searcher;
  readonly #limits: SearchLimits;
  readonly #movetime: number | undefined;
  readonly #isSilent: boolean;
  #running: RunningSearch | null = null;
  #isStopped = false;

  /** @param movetime milliseconds; undefined for no time limit */
  constructor(engine: Searcher, limits: SearchLimits, movetime: number | undefined, isSilent: boolean) {
    this.#engine = engine;
    this.#limits = limits;
    this.#movetime = movetime;
    this.#isSilent = isSilent;
  }

  /** Ends the search under way, and each later one at once. */
  stop(): void {
    this.#isStopped = true;
    this.#running?.stop();
  }

  /** Shows the PVs of a position as they arrive, and the best move. Returns its part of the JSON document. */
  async analyse(game: Game) {
    const { variant } = game;
    const table = new AnalysisTable(game, this.#isSilent);
    table.begin();
    await this.#engine.newGame();
    const time = allocateTime({ ...(this.#movetime !== undefined && { movetime: this.#movetime }) }, 0, now());
    const running = this.#engine.search(game.searchable, this.#limits, time, {
      mateSearch: MATE_SEARCH,
      onMateSearch: (report) => table.addMateSearch(report),
      onProgress: (progress) => table.add(progress),
    });
    this.#running = running;
    if (this.#isStopped) running.stop();
    const result = await running.result;
    const { pv: checks = [], ...mateSearch } = result.mate ?? {};
    const [best, reply] = result.pv[0] === result.move ? result.pv : [result.move];
    if (!this.#isSilent) print(`\nbest move ${formatSanLine(game, [best])[0]}\n`);
    return {
      fen: game.fen(),
      bestMove: formatUciMove(best, false, variant),
      ponder: reply === undefined ? null : formatUciMove(reply, false, variant),
      lines: table.lines,
      nodes: result.nodes,
      nps: Math.round((result.nodes * 1000) / Math.max(result.timeMs, 1)),
      timeMs: Math.round(result.timeMs),
      mateSearch: { ...mateSearch, ...table.texts(checks) },
    };
  }

  /** The same report for a game that is over. */
  reportGameOver(game: Game) {
    const over = game.outcome()?.reason;
    if (!this.#isSilent) print(`${game.fen()}\n\nthe game is over: ${over}\n`);
    return { fen: game.fen(), bestMove: null, ponder: null, lines: [], over };
  }
}
