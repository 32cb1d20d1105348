/** Who plays the games for training: Wazaba itself, or any engine that speaks UCI. */

import { MATE, MATE_BOUND } from "../../assembly/search/score";
import type { CoreName } from "../core/core";
import type { SearchLimits } from "../engine/messages";
import { Searcher } from "../engine/searcher";
import { MoveError, quote, WazabaError } from "../errors";
import { formatFen } from "../notation/fen";
import { type Score, toScore } from "../notation/score";
import { formatUciMove, parseUciMove } from "../notation/uci-move";
import { UciClient } from "../protocol/uci-client";
import type { Game } from "../rules/game";
import type { Player } from "../series/run";
import { allot, now } from "../time/clock";
import type { Variant } from "../variants/variant";

/** What a teacher thinks of a position. */
export interface Judgement {
  /** The move it plays, a legal one. */
  readonly move: number;
  /** Centipawns for the side to move; a mate in n moves is 32000 − n. */
  readonly score: number;
}

/** What is searched where the nodes are not even enough for that: without a score there is no judgement. */
const AT_LEAST = { depth: 1 } as const;

/** Plays games, one at a time, always the same way from the same opening. */
export interface Teacher extends Player {
  /** Forgets the game before. */
  newGame(): Promise<void>;
  /** @param game not over yet */
  judge(game: Game): Promise<Judgement>;
}

/** Wazaba, in a worker of this process, without the mate search: its budget would depend on the machine's speed. */
export class OwnTeacher implements Teacher {
  readonly #core: CoreName;
  readonly #variant: Variant;
  readonly #nodes: number;
  #engine: Promise<Searcher> | null = null;

  /** @param nodes for each move */
  constructor(core: CoreName, variant: Variant, nodes: number) {
    this.#core = core;
    this.#variant = variant;
    this.#nodes = nodes;
  }

  async open(): Promise<void> {
    await this.#running();
  }

  async newGame(): Promise<void> {
    await (await this.#running()).newGame();
  }

  async judge({ root, moves }: Game): Promise<Judgement> {
    const engine = await this.#running();
    const line = { root, moves: [...moves] };
    const search = (limits: SearchLimits) => engine.search(line, limits, allot({}, 0, now())).result;
    let result = await search({ nodes: this.#nodes });
    if (result.depth === 0) result = await search(AT_LEAST);
    return { move: result.move, score: trainingScore(toScore(result.score)) };
  }

  async close(): Promise<void> {
    await this.#engine?.then((engine) => engine.dispose()).catch(() => {});
  }

  #running(): Promise<Searcher> {
    this.#engine ??= Searcher.create({ core: this.#core, variant: this.#variant });
    return this.#engine;
  }
}

/** How a UCI engine is to play. */
export interface UciTeacherSettings {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Names and values, set in this order before all else. */
  readonly options: readonly (readonly [name: string, value: string])[];
  readonly variant: Variant;
  readonly chess960: boolean;
  /** For each move. */
  readonly nodes: number;
  /** How long it may take to answer, milliseconds. */
  readonly timeoutMs: number;
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

  async judge(game: Game): Promise<Judgement> {
    const { variant, chess960, nodes, timeoutMs } = this.#settings;
    const moves = game.moves.map((move) => formatUciMove(move, chess960, variant));
    this.#client.position(formatFen(game.root, { chess960 }), moves);
    let answer = await this.#client.go(`nodes ${nodes}`, timeoutMs);
    if (answer.info === null) answer = await this.#client.go(`depth ${AT_LEAST.depth}`, timeoutMs);
    const { bestMove, info } = answer;
    const refuse = (what: string) => new WazabaError("teacher", `${quote(this.#client.name)} ${what} in ${game.fen()}`);
    if (info === null) throw refuse("gave no score");
    try {
      return { move: parseUciMove(game, bestMove), score: trainingScore(info.score) };
    } catch (error) {
      if (error instanceof MoveError) throw refuse(`played ${quote(bestMove)}, which is not legal`);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#client.quit();
  }
}

/** One number for centipawns and mates, the two well apart. */
function trainingScore(score: Score): number {
  if ("cp" in score) return Math.max(1 - MATE_BOUND, Math.min(MATE_BOUND - 1, score.cp));
  const moves = Math.min(Math.abs(score.mate), MATE - MATE_BOUND);
  return score.mate > 0 ? MATE - moves : moves - MATE;
}
