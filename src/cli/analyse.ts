import { MATE_SEARCH, type MateReport } from "../engine/checks";
import type { Progress } from "../engine/messages";
import { Searcher } from "../engine/searcher";
import { WazabaError } from "../errors";
import { formatSanLine } from "../notation/san";
import { type Score, toScore } from "../notation/score";
import { formatUciMove } from "../notation/uci-move";
import { Game } from "../rules/game";
import { allot, now } from "../time/clock";
import { CHESS } from "../variants/games";
import { COMMON_FLAGS, coreNamed, fenFrom, NET_FLAGS, netFrom, parseArgs, wholeNumber } from "./arguments";
import { gameFrom, VARIANT_FLAGS } from "./games";
import { numberedLine } from "./line";

/** Diagram 2 of Dabbaba's author: White is far behind and mates in twelve, with checks all the way. */
const DIAGRAM = "3nn3/2p2p1k/1p1pp1p1/p2B3p/r2B2N1/4P2N/3PKPP1/6q1 w - - 0 1";
const USUAL_MOVETIME = 3000;

const HELP = `wazaba analyse [FEN] [--movetime MS] [--depth N] [--nodes N] [--hash MB] [--variant ID] [--variant-file FILE]
                     [--net FILE|none] [--core wasm|ts] [--json]

A live table of lines, then the best move. Without a position: a diagram of Dabbaba's author, in other games than chess
the start position. Without a limit: ${USUAL_MOVETIME / 1000} s.
`;

/** `wazaba analyse`. */
export async function analyse(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...COMMON_FLAGS,
      ...NET_FLAGS,
      ...VARIANT_FLAGS,
      fen: { type: "string" },
      movetime: { type: "string" },
      depth: { type: "string" },
      nodes: { type: "string" },
      hash: { type: "string" },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const depth = wholeNumber("--depth", values.depth, 1);
  const nodes = wholeNumber("--nodes", values.nodes, 1);
  const givenMovetime = wholeNumber("--movetime", values.movetime, 1);
  const hash = wholeNumber("--hash", values.hash, 1);
  const movetime = givenMovetime ?? (depth === undefined && nodes === undefined ? USUAL_MOVETIME : undefined);
  const { variant } = gameFrom(values);
  const usualGame = () => (variant.id === CHESS.id ? Game.fromFen(DIAGRAM) : Game.start(variant));
  const root = fenFrom(values.fen, positionals, variant) ?? usualGame().root;
  const game = new Game(root);
  const table = new Table(game, values.json);
  if (game.legalMoves().length === 0) throw new WazabaError("over", `the game is over: ${game.outcome()?.reason}`);

  const engine = await Searcher.create({
    core: coreNamed(values.core),
    variant,
    net: netFrom(values),
    ...(hash !== undefined && { hash }),
  });
  table.begin();
  const time = allot({ ...(movetime !== undefined && { movetime }) }, 0, now());
  const limits = { ...(depth !== undefined && { depth }), ...(nodes !== undefined && { nodes }) };
  const search = engine.search({ root, moves: [] }, limits, time, {
    mateSearch: MATE_SEARCH,
    onMateSearch: (report) => table.addMateSearch(report),
    onProgress: (progress) => table.add(progress),
  });
  // Ctrl-C ends the search, not the answer; a second one ends everything.
  process.once("SIGINT", () => search.stop());
  const result = await search.result;
  await engine.dispose();

  const { line: checks = [], ...mateSearch } = result.mate ?? {};
  const [best, reply] = result.line[0] === result.move ? result.line : [result.move];
  const [san] = formatSanLine(game, [best]);
  if (values.json) {
    const report = {
      variant: variant.id,
      fen: game.fen(),
      core: engine.core,
      bestMove: formatUciMove(best, false, variant),
      ponder: reply === undefined ? null : formatUciMove(reply, false, variant),
      lines: table.lines,
      nodes: result.nodes,
      nps: perSecond(result),
      timeMs: Math.round(result.timeMs),
      mateSearch: { ...mateSearch, ...table.texts(checks) },
    };
    process.stdout.write(`${JSON.stringify(report)}\n`);
  } else {
    process.stdout.write(`\nbest move ${san}\n`);
  }
  return 0;
}

/** One iteration's line, as `--json` gives it. */
interface ReportedLine {
  readonly depth: number;
  readonly seldepth: number;
  readonly score: Score;
  readonly pv: readonly string[];
  readonly san: readonly string[];
}

/** The table on the terminal: a row for each iteration, as it comes. */
class Table {
  readonly lines: ReportedLine[] = [];
  readonly #game: Game;
  readonly #isSilent: boolean;

  constructor(game: Game, isSilent: boolean) {
    this.#game = game;
    this.#isSilent = isSilent;
  }

  begin(): void {
    if (this.#isSilent) return;
    process.stdout.write(`${this.#game.fen()}\n\n depth     score    time        nodes  line\n`);
  }

  addMateSearch({ kind, mateIn, line, nodes, timeMs }: MateReport): void {
    if (kind !== null) this.#write("checks", mateIn === null ? kind : `#${mateIn}`, timeMs, nodes, line);
  }

  add({ depth, seldepth, score, nodes, timeMs, line }: Progress): void {
    this.lines.push({ depth, seldepth, score: toScore(score), ...this.texts(line) });
    this.#write(`${depth}/${seldepth}`, scoreCell(toScore(score)), timeMs, nodes, line);
  }

  /** A line in the notations of `--json`. */
  texts(line: readonly number[]): Pick<ReportedLine, "pv" | "san"> {
    const pv = line.map((move) => formatUciMove(move, false, this.#game.variant));
    return { pv, san: formatSanLine(this.#game, line) };
  }

  #write(depth: string, score: string, timeMs: number, nodes: number, line: readonly number[]): void {
    if (this.#isSilent) return;
    const cells = [
      depth.padStart(6),
      score.padStart(9),
      `${(timeMs / 1000).toFixed(2)} s`.padStart(9),
      String(nodes).padStart(12),
    ];
    const row = `${cells.join("")}  ${numberedLine(this.#game, line)}`;
    const width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
    process.stdout.write(`${row.length > width ? `${row.slice(0, width - 1)}…` : row}\n`);
  }
}

/** `+0.31`, `#5`, `#-2`. */
function scoreCell(score: Score): string {
  if ("mate" in score) return `#${score.mate}`;
  return `${score.cp >= 0 ? "+" : ""}${(score.cp / 100).toFixed(2)}`;
}

function perSecond({ nodes, timeMs }: { nodes: number; timeMs: number }): number {
  return Math.round((nodes * 1000) / Math.max(timeMs, 1));
}
