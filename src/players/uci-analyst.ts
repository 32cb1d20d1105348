/** Any UCI engine as an analyst, in a process of its own. */

import { NO_MOVE } from "../../assembly/rules/move";
import { parseUciMove } from "../chess/notation/uci-move";
import { formatFen } from "../chess/position/fen";
import { hasOrthodoxCastling } from "../chess/position/setup";
import { formatUciMove } from "../chess/position/uci-text";
import type { Game } from "../chess/rules/game";
import type { Variant } from "../chess/variants/variant";
import { MoveError, quote, WazabaError } from "../errors";
import type { AnalysisResult, AnalysisTask, Analyst, Thought } from "./analyst";
import { UciClient, type UciInfo } from "./uci-client";

export interface UciAnalystSettings {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Names and values, set in this order before anything else. */
  readonly options: readonly (readonly [name: string, value?: string])[];
  readonly variant: Variant;
  /** How long it may take to answer, in addition to the move's time, milliseconds. */
  readonly timeoutMs: number;
}

export class UciAnalyst implements Analyst {
  readonly #settings: UciAnalystSettings;
  readonly #client: UciClient;
  #chess960 = false;

  constructor(settings: UciAnalystSettings) {
    this.#settings = settings;
    this.#client = new UciClient(settings.command);
  }

  get name(): string {
    return this.#client.name;
  }

  async open(): Promise<void> {
    const { options, variant, timeoutMs } = this.#settings;
    await this.#client.prepare({ options, variant, chess960: false }, timeoutMs);
  }

  newGame(): Promise<void> {
    return this.#client.newGame(this.#settings.timeoutMs);
  }

  async analyse(game: Game, task: AnalysisTask, onThought?: (thought: Thought) => void): Promise<AnalysisResult> {
    const { variant } = game;
    const { root, moves: played } = game.searchable;
    const chess960 = !hasOrthodoxCastling(root);
    if (chess960 !== this.#chess960) this.#client.setOption("UCI_Chess960", String(chess960));
    this.#chess960 = chess960;
    const moves = played.map((move) => formatUciMove(move, chess960, variant));
    this.#client.position(formatFen(root, { chess960 }), moves);
    const start = performance.now();
    const elapsed = () => Math.round(performance.now() - start);
    const thoughtOf = ({ pv, score, depth, nodes }: UciInfo): Thought => {
      return { move: legalLine(game, pv.slice(0, 1)).at(0) ?? NO_MOVE, score, depth, nodes, timeMs: elapsed() };
    };
    const onInfo = (info: UciInfo) => {
      if (info.multipv === 1 && !info.isBound) onThought?.(thoughtOf(info));
    };
    const choice = (task.searchMoves ?? []).map((move) => formatUciMove(move, chess960, variant));
    // Everything after this word is a move.
    const only = choice.length === 0 ? [] : ["searchmoves", ...choice];
    const go = (limits: AnalysisTask) => this.#client.go([...limitWords(limits), ...only].join(" "), patience, onInfo);
    const patience = (task.movetime ?? 0) + this.#settings.timeoutMs;
    let { bestMove, info, nodes } = await go(task);
    // With few nodes some engines report no score.
    if (info === null) ({ bestMove, info, nodes } = await go({ depth: 1 }));
    const failure = (what: string) => new WazabaError("engine", `${quote(this.name)} ${what} in ${game.fen()}`);
    if (info === null) throw failure("gave no score");
    const move = this.#legalMove(game, bestMove, failure);
    const line = legalLine(game, info.pv);
    return { ...thoughtOf(info), move, nodes, pv: line[0] === move ? line : [move] };
  }

  close(): Promise<void> {
    return this.#client.quit();
  }

  #legalMove(game: Game, text: string, failure: (what: string) => WazabaError): number {
    try {
      return parseUciMove(game, text);
    } catch (error) {
      if (error instanceof MoveError) throw failure(`played ${quote(text)}, which is illegal`);
      throw error;
    }
  }
}

/** The limits as arguments of `go`. */
function limitWords({ movetime, nodes, depth }: AnalysisTask): string[] {
  const words = Object.entries({ movetime, nodes, depth }).filter(([, value]) => value !== undefined);
  return words.flat().map(String);
}

/** The moves of a line from the current position, up to the first illegal one. */
function legalLine(game: Game, texts: readonly string[]): number[] {
  const copy = game.copy();
  const moves: number[] = [];
  for (const text of texts) {
    try {
      const move = parseUciMove(copy, text);
      copy.play(move);
      moves.push(move);
    } catch (error) {
      if (error instanceof MoveError) break;
      throw error;
    }
  }
  return moves;
}
