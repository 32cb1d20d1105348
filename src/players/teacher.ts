/** The teacher: labels positions with a move and a score, and so plays the training games. Wazaba itself, or any UCI engine. */

import { MATE, MATE_BOUND } from "../../assembly/search/score";
import { type Score, toScore } from "../chess/notation/score";
import { parseUciMove } from "../chess/notation/uci-move";
import { formatFen } from "../chess/position/fen";
import { formatUciMove } from "../chess/position/uci-text";
import type { Game } from "../chess/rules/game";
import type { Variant } from "../chess/variants/variant";
import type { CoreName } from "../engine/core/core";
import { Searcher, type SearcherOptions } from "../engine/threads/searcher";
import { allocateTime, now } from "../engine/time/time-management";
import type { Progress, SearchLimits } from "../engine/worker/messages";
import { MoveError, quote, WazabaError } from "../errors";
import { UciClient } from "./uci-client";

/** The label of a position: a teacher's move and score. */
export interface Label {
  /** The teacher's move; legal. */
  readonly move: number;
  /** Centipawns for the side to move; mate in n moves is 32000 − n. */
  readonly score: number;
}

/** The limit if the nodes were not enough for a score. */
const AT_LEAST = { depth: 1 } as const;

/** Labels positions. Labels depend only on the requests since `newGame`. */
export interface Teacher {
  /** Gets ready. Called once, before anything else but `close`. */
  open(): Promise<void>;
  /** Forgets all earlier games. Called only when no request is in flight. */
  newGame(): Promise<void>;
  /**
   * Labels a position. A teacher that queues accepts several requests at once, and answers them in order. Null if the nodes were not
   * enough for a label: it must be asked again.
   *
   * @param game not over yet
   * @param isAgain use as many nodes as it takes
   */
  label(game: Game, isAgain: boolean): Promise<Label | null>;
  /** Closes it, at any time; a request in progress fails. */
  close(): Promise<void>;
}

/** Wazaba, in a worker of this process, without the mate search: its budget would depend on the machine's speed. */
export class OwnTeacher implements Teacher {
  readonly #core: CoreName;
  readonly #variant: Variant;
  readonly #nodes: number;
  readonly #net: SearcherOptions["net"];
  #engine: Promise<Searcher> | null = null;

  /**
   * @param nodes per move
   * @param net the file of a network for the variant; null for piece-square tables, undefined for the default network
   */
  constructor(core: CoreName, variant: Variant, nodes: number, net?: SearcherOptions["net"]) {
    this.#core = core;
    this.#variant = variant;
    this.#nodes = nodes;
    this.#net = net;
  }

  async open(): Promise<void> {
    await this.#running();
  }

  async newGame(): Promise<void> {
    await (await this.#running()).newGame();
  }

  async label({ root, moves }: Game, isAgain: boolean): Promise<Label | null> {
    const line = { root, moves: [...moves] };
    const engine = await this.#running();
    const limits: SearchLimits = isAgain ? AT_LEAST : { nodes: this.#nodes };
    // As of a UCI engine: the last exact score, before a bound.
    let exact: number | null = null;
    const onProgress = ({ score, isBound }: Progress) => {
      if (!isBound) exact = score;
    };
    const { depth, move, score } = await engine.search(line, limits, allocateTime({}, 0, now()), { onProgress }).result;
    return depth === 0 ? null : { move, score: trainingScore(toScore(exact ?? score)) };
  }

  async close(): Promise<void> {
    await this.#engine?.then((engine) => engine.dispose()).catch(() => {});
  }

  #running(): Promise<Searcher> {
    this.#engine ??= Searcher.create({ core: this.#core, variant: this.#variant, net: this.#net });
    return this.#engine;
  }
}

/** The settings of a UCI engine as a teacher. */
export interface UciTeacherSettings {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Names and values, set in this order before anything else. */
  readonly options: readonly (readonly [name: string, value?: string])[];
  readonly variant: Variant;
  readonly chess960: boolean;
  /** Per move. */
  readonly nodes: number;
  /** How long it may take to answer, milliseconds. */
  readonly timeoutMs: number;
  /** Whether several positions are labelled at once. */
  readonly isQueued: boolean;
}

/** Engines that count the moves of a `position` as nodes of the search in progress. */
const COUNTS_MOVES = /Stockfish/;
/** A search of no moves: Stockfish answers `bestmove (none)` at once, and its table stays unchanged. */
const NO_SEARCH = "searchmoves 0000";

/**
 * Whether an engine is known to queue searches, by the name that it reports; the engine is started to find out.
 *
 * @param signal ends the engine early; the call then fails
 * @throws {UciError} if it cannot be started, or does not introduce itself
 */
export async function queues(
  { command, timeoutMs }: Pick<UciTeacherSettings, "command" | "timeoutMs">,
  signal: AbortSignal,
): Promise<boolean> {
  const client = new UciClient(command);
  const quit = () => void client.quit();
  signal.addEventListener("abort", quit);
  try {
    await client.introduce(timeoutMs);
    return client.queues;
  } finally {
    signal.removeEventListener("abort", quit);
    await client.quit();
  }
}

/** An engine that speaks UCI. */
export class UciTeacher implements Teacher {
  readonly #settings: UciTeacherSettings;
  readonly #client: UciClient;

  constructor(settings: UciTeacherSettings) {
    this.#settings = settings;
    this.#client = new UciClient(settings.command);
  }

  async open(): Promise<void> {
    const { options, variant, chess960, timeoutMs } = this.#settings;
    await this.#client.prepare({ options, variant, chess960 }, timeoutMs);
  }

  newGame(): Promise<void> {
    return this.#client.newGame(this.#settings.timeoutMs);
  }

  async label(game: Game, isAgain: boolean): Promise<Label | null> {
    const { variant, chess960, nodes, timeoutMs } = this.#settings;
    const moves = game.moves.map((move) => formatUciMove(move, chess960, variant));
    this.#client.position(formatFen(game.root, { chess960 }), moves);
    const limit = isAgain ? `depth ${AT_LEAST.depth}` : `nodes ${nodes}`;
    const answer = this.#client.go(limit, timeoutMs);
    // Otherwise the next position would arrive during this search, and use up some of its nodes.
    const needsBarrier = this.#settings.isQueued && COUNTS_MOVES.test(this.#client.name);
    if (needsBarrier) this.#client.go(NO_SEARCH, timeoutMs).catch(() => {});
    const { bestMove, info } = await answer;
    const failure = (what: string) =>
      new WazabaError("teacher", `${quote(this.#client.name)} ${what} in ${game.fen()}`);
    if (info === null) {
      if (isAgain) throw failure("gave no score");
      return null;
    }
    try {
      return { move: parseUciMove(game, bestMove), score: trainingScore(info.score) };
    } catch (error) {
      if (error instanceof MoveError) throw failure(`played ${quote(bestMove)}, which is illegal`);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#client.quit();
  }
}

/** One number for centipawns and mates, with the two well apart. */
function trainingScore(score: Score): number {
  if ("cp" in score) return Math.max(1 - MATE_BOUND, Math.min(MATE_BOUND - 1, score.cp));
  const moves = Math.min(Math.abs(score.mate), MATE - MATE_BOUND);
  return score.mate > 0 ? MATE - moves : moves - MATE;
}
