/** `wazaba review --oracle CMD`: the positions that we judged wrongly, as a report for people, JSON, EPD, and training data. */

import { WHITE } from "../../../assembly/rules/piece";
import type { AnnotatedGame } from "../../chess/notation/pgn";
import { formatSanLine } from "../../chess/notation/san";
import { parseUciMove } from "../../chess/notation/uci-move";
import { pieceLetter } from "../../chess/position/names";
import { Game } from "../../chess/rules/game";
import { squareName } from "../../chess/variants/square-names";
import type { Variant } from "../../chess/variants/variant";
import { type EvalTrace, traceEvaluation } from "../../engine/core/eval-trace";
import { loadCore } from "../../engine/core/load";
import type { Journal } from "../../jobs/journal";
import type { Pool } from "../../jobs/pool";
import type { AnalysisLimits } from "../../players/analyst";
import type { AnalystSetup } from "../../players/start-analyst";
import { type Finding, type OracleGame, oracleJobs, positionOf } from "../../review/oracle";
import { phaseOf, themesOf } from "../../review/themes";
import { print } from "../output";
import { formatScore, numbered, playersOf, table } from "../reports/review-table";
import { warn } from "../support/faults";
import { NewFile } from "../support/new-file";
import { movesOf, PgnFiles } from "../support/pgn-files";
import { commandsOf } from "../support/playing";
import { journalOf, streamRun } from "../support/streaming";

/** The arguments of `wazaba review`. */
export interface OracleRequest {
  readonly files: readonly string[];
  readonly own: readonly Variant[];
  readonly variant: Variant;
  readonly oracle: AnalystSetup;
  readonly ours: AnalystSetup;
  readonly limits: AnalysisLimits;
  /** Whose moves are reviewed: a part of a player's name, in any case. */
  readonly player: string;
  readonly check: number;
  readonly pool: Pool;
  readonly out: string | undefined;
  readonly epd: string | undefined;
  readonly training: string | undefined;
  readonly isJson: boolean;
  readonly commands: Parameters<typeof commandsOf>[0];
}

/** A finding, with everything that is reported about it. */
interface ReportedFinding extends Finding {
  readonly game: number;
  readonly white: string;
  readonly black: string;
  readonly result: string;
  readonly number: string;
  readonly san: readonly string[];
  readonly oracleSan: string;
  /** Static evaluations for us, centipawns, and what each piece adds to them. */
  readonly staticEval: number;
  readonly parts: readonly { readonly square: string; readonly piece: string; readonly share: number | null }[];
  readonly phase: string;
  readonly themes: readonly string[];
}

/** Rows of the table for people. */
const SHOWN = 20;

/** The exit code. */
export async function reviewByOracle(request: OracleRequest): Promise<number> {
  const { files, variant, oracle, ours, limits, check, player, isJson } = request;
  const { epd: epdFile, training: trainingFile } = request;
  const journal = oracleJournal(request);
  const isResumed = journal !== null && journal.before > 0;
  const epd = epdFile === undefined ? null : new NewFile("--epd", epdFile, isResumed);
  const training = trainingFile === undefined ? null : new NewFile("--training", trainingFile, isResumed);
  const core = await loadCore(ours.engine.core, { hash: 1, variant, onNoNet: warn });
  const reported: ReportedFinding[] = [];
  const totals = { games: 0, moves: 0 };
  let name = oracle.engine.name ?? "";
  const source = new PgnFiles(files, request.own, (game) => {
    const { id } = game.game.variant;
    if (id !== variant.id) return `it is a game of ${id}, but the oracle plays ${variant.id}`;
    if (game.line.moves.length === 0) return "it has no moves";
    return sidesOf(game, player).length === 0 ? `neither player is called ${player}` : null;
  });
  const outcome = await streamRun(
    {
      source,
      journal,
      noun: "game",
      isResult: ({ findings }: Partial<OracleGame>) => Array.isArray(findings),
      kind: oracleJobs(commandsOf(request.commands)),
      setup: { oracle, own: ours, limits, check },
      params: (game) => ({ ...movesOf(game), ours: sidesOf(game, player) }),
      keep: (game, { index, oracle, moves, findings }) => {
        name = oracle;
        totals.games++;
        totals.moves += moves;
        for (const finding of findings) {
          const found = reportFinding(game, index, finding, (position) => traceEvaluation(core, position.position()));
          reported.push(found);
          epd?.write(`${epdOf(found)}\n`);
          training?.write(`${trainingOf(found)}\n`);
        }
      },
      progress: () => `${totals.games} games, ${reported.length} findings`,
      end: () => {
        epd?.close();
        training?.close();
      },
    },
    request.pool,
  );
  reported.sort((a, b) => b.error - a.error);
  const { unread } = source;
  const summary = { ...totals, ...countsOf(reported), unread };
  if (isJson) {
    print(`${JSON.stringify({ oracle: name, limits, check, player, findings: reported, total: summary })}\n`);
  } else print(`${describe(reported, summary, name)}\n`);
  const code = outcome.exit();
  return code === 0 && totals.games === 0 ? 1 : code;
}

function oracleJournal({ out, files, oracle, ours, limits, check, player, variant }: OracleRequest): Journal | null {
  const { name, options } = oracle.engine;
  const { hash, threads } = ours;
  const engines = { oracle: name, options, core: ours.engine.core, hash, threads };
  const conditions = { ...engines, variant: variant.id, limits, check, player };
  const what = { none: "no review by an oracle", other: "another review by an oracle" };
  return journalOf(out, files, "oracle", conditions, what);
}

/** The sides that a player of this name plays. */
function sidesOf(game: AnnotatedGame, player: string): number[] {
  const { white, black } = playersOf(game);
  return [white, black].flatMap((name, side) => (name.toLowerCase().includes(player.toLowerCase()) ? [side] : []));
}

function reportFinding(
  game: AnnotatedGame,
  index: number,
  finding: Finding,
  trace: (position: Game) => EvalTrace,
): ReportedFinding {
  const { variant } = game.game;
  const before = Game.fromFen(finding.before, variant);
  const judged = positionOf(finding, variant);
  const { score, pieces } = trace(judged);
  const setup = judged.position();
  const sign = setup.side === WHITE ? -1 : 1;
  const moves = finding.line.map((text, place) => {
    const at = before.copy();
    for (const earlier of finding.line.slice(0, place)) at.play(parseUciMove(at, earlier));
    return parseUciMove(at, text);
  });
  const san = formatSanLine(before, moves);
  const [oracleSan] = formatSanLine(before, [parseUciMove(before, finding.oracleMove)]);
  const [played] = formatSanLine(before, [parseUciMove(before, finding.move)]);
  return {
    ...finding,
    game: index + 1,
    ...playersOf(game),
    result: game.result,
    number: numbered(game, finding.ply, played),
    san,
    oracleSan,
    staticEval: -score,
    // Those of the trace are White's; the side that has just moved is ours.
    parts: pieces.map(({ square, piece, share }) => {
      return {
        square: squareName(square),
        piece: pieceLetter(piece, variant),
        share: share === null ? null : 0 + sign * share,
      };
    }),
    phase: phaseOf(setup),
    themes: themesOf(setup),
  };
}

/** The misjudged position as a line of EPD: the oracle's move there, and its score for the side to move. */
function epdOf({ fen, reply, oracleScore, kind, game, number, error }: ReportedFinding): string {
  const fields = fen.split(" ");
  const [half, full] = fields.splice(-2);
  const san = formatSanLine(Game.fromFen(fen), [parseUciMove(Game.fromFen(fen), reply)])[0];
  const score = "cp" in oracleScore ? `ce ${0 - oracleScore.cp}` : `dm ${Math.abs(oracleScore.mate)}`;
  return `${fields.join(" ")} bm ${san}; ${score}; hmvc ${half}; fmvn ${full}; id "game ${game}, ${number}"; c0 "${kind}, error ${error}";`;
}

/** The misjudged position as a training game of one move, with the oracle's score for the side to move. */
function trainingOf({ fen, reply, oracleScore, result }: ReportedFinding): string {
  const value =
    "cp" in oracleScore
      ? 0 - oracleScore.cp
      : oracleScore.mate > 0
        ? oracleScore.mate - 32_000
        : 32_000 + oracleScore.mate;
  return `${fen}|${result === "1-0" ? 1 : result === "0-1" ? -1 : 0}|${reply} ${value}`;
}

type Counts = Readonly<Record<string, number>>;

/** How many findings there are of each kind, phase and theme, and how many were checked again and still hold. */
function countsOf(reported: readonly ReportedFinding[]) {
  const count = (keys: readonly string[]): Counts => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
  };
  const of = (kind: Finding["kind"]) => {
    const some = reported.filter((finding) => finding.kind === kind);
    const checked = some.filter(({ holds }) => holds !== null);
    return {
      findings: some.length,
      checked: checked.length,
      hold: checked.filter(({ holds }) => holds).length,
      phases: count(some.map(({ phase }) => phase)),
      themes: count(some.flatMap(({ themes }) => themes)),
    };
  };
  return { overrated: of("overrated"), underrated: of("underrated") };
}

interface Summary extends ReturnType<typeof countsOf> {
  readonly games: number;
  readonly moves: number;
  readonly unread: number;
}

function describe(
  reported: readonly ReportedFinding[],
  { games, moves, unread, overrated, underrated }: Summary,
  name: string,
): string {
  const rows = reported.slice(0, SHOWN).map((found) => {
    const scores = [formatScore(found.ourScore), formatScore(found.oracleScore)];
    const checked = found.holds === null ? "" : found.holds ? "holds" : "fails";
    return [
      String(found.game),
      found.number,
      found.kind,
      found.oracleSan,
      ...scores,
      found.error.toFixed(2),
      found.phase,
      checked,
      found.fen,
    ];
  });
  const head = ["game", "move", "", "oracle", "ours", "oracle's", "error", "phase", "", "position that was judged"];
  const lines = rows.length === 0 ? [] : [...table([head, ...rows]), ""];
  const counts = [
    ["overrated", overrated],
    ["underrated", underrated],
  ] as const;
  for (const [kind, { findings, checked, hold, phases, themes }] of counts) {
    const again = checked === 0 ? "" : `, ${hold} of ${checked} hold with more nodes`;
    lines.push(`${kind}: ${findings}${again}`);
    for (const [what, list] of [
      ["phases", phases],
      ["themes", themes],
    ] as const) {
      const text = Object.entries(list).map(([word, count]) => `${word} ${count}`);
      if (text.length > 0) lines.push(`  ${what}: ${text.join(", ")}`);
    }
  }
  lines.push(
    `${games} games, ${moves} of our moves, checked by ${name}${unread === 0 ? "" : `; ${unread} games could not be used`}`,
  );
  return lines.join("\n");
}
