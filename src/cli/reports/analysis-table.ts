/** The live table of `wazaba analyse`: depth, score, time, nodes and PV of each iteration. */

import { formatSanLine } from "../../chess/notation/san";
import { type Score, toScore } from "../../chess/notation/score";
import { formatUciMove } from "../../chess/position/uci-text";
import type { Game } from "../../chess/rules/game";
import type { MateReport } from "../../engine/worker/mate-search";
import type { Progress } from "../../engine/worker/messages";
import { print } from "../output";
import { numberedLine } from "./line";

/** One principal variation of an iteration, for `--json`. */
interface ReportedLine {
  readonly depth: number;
  readonly seldepth: number;
  /** Its rank among the PVs of that iteration, from 1. */
  readonly multipv: number;
  readonly score: Score;
  readonly pv: readonly string[];
  readonly san: readonly string[];
}

/** The table on the terminal: a row for each PV of each iteration. */
export class AnalysisTable {
  readonly lines: ReportedLine[] = [];
  readonly #game: Game;
  readonly #isSilent: boolean;

  constructor(game: Game, isSilent: boolean) {
    this.#game = game;
    this.#isSilent = isSilent;
  }

  begin(): void {
    if (this.#isSilent) return;
    print(`${this.#game.fen()}\n\n depth     score    time        nodes  line\n`);
  }

  addMateSearch({ kind, mateIn, pv, nodes, timeMs }: MateReport): void {
    if (kind !== null) this.#write("checks", mateIn === null ? kind : `#${mateIn}`, timeMs, nodes, pv);
  }

  add({ depth, seldepth, score, pv, others, nodes, timeMs }: Progress): void {
    [{ score, pv }, ...others].forEach((found, k) => {
      const score = toScore(found.score);
      this.lines.push({ depth, seldepth, multipv: k + 1, score, ...this.texts(found.pv) });
      if (k === 0) this.#write(`${depth}/${seldepth}`, scoreCell(score), timeMs, nodes, found.pv);
      else this.#write("", scoreCell(score), null, null, found.pv);
    });
  }

  /** A PV in the notations of `--json`. */
  texts(line: readonly number[]): Pick<ReportedLine, "pv" | "san"> {
    const pv = line.map((move) => formatUciMove(move, false, this.#game.variant));
    return { pv, san: formatSanLine(this.#game, line) };
  }

  /** Writes a row; values equal to those of the row before are left out. */
  #write(depth: string, score: string, timeMs: number | null, nodes: number | null, line: readonly number[]): void {
    if (this.#isSilent) return;
    const cells = [
      depth.padStart(6),
      score.padStart(9),
      (timeMs === null ? "" : `${(timeMs / 1000).toFixed(2)} s`).padStart(9),
      String(nodes ?? "").padStart(12),
    ];
    const row = `${cells.join("")}  ${numberedLine(this.#game, line)}`;
    const width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
    print(`${row.length > width ? `${row.slice(0, width - 1)}…` : row}\n`);
  }
}

/** `+0.31`, `#5`, `#-2`. */
function scoreCell(score: Score): string {
  if ("mate" in score) return `#${score.mate}`;
  return `${score.cp >= 0 ? "+" : ""}${(score.cp / 100).toFixed(2)}`;
}
