/** An engine of a match, in a process that lives for as long as it plays by the rules. */

import type { Score } from "../chess/notation/score";
import { WazabaError } from "../errors";
import { UciClient, UciError, type UciSetup } from "./uci-client";

/** How an engine can lose a game other than on the board. */
export type FaultKind = "illegal move" | "time loss" | "crash" | "hang";

/** Why an engine lost a game, for programs and for people. */
export interface Fault {
  readonly kind: FaultKind;
  readonly detail: string;
}

/** A move as an engine gave it, legal or not, and what it said about it. */
export interface Reply {
  readonly move: string;
  /** For the mover; null if it gave none. */
  readonly score: Score | null;
  /** Plies; 0 if it does not say. */
  readonly depth: number;
  /** 0 if it does not say. */
  readonly nodes: number;
  /** From the question to the answer, as its opponent sees it. */
  readonly timeMs: number;
}

/** How an engine is started. */
export interface ContestantSettings extends UciSetup {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** How long each answer may take before its first move and between games, milliseconds. @default a minute */
  readonly readyTimeoutMs?: number;
}

/** An engine that plays one game at a time. */
export class Contestant {
  readonly #settings: ContestantSettings;
  /** Set since then. */
  #later: ContestantSettings["options"] = [];
  #client: UciClient | null = null;
  #name = "";
  #isClosed = false;

  constructor(settings: ContestantSettings) {
    this.#settings = settings;
  }

  /** What it calls itself; empty until it has been started. */
  get name(): string {
    return this.#name;
  }

  /**
   * Starts the process, unless it runs.
   *
   * @throws {UciError} if it cannot be got ready, so that there is nothing to play with
   */
  async start(): Promise<void> {
    if (this.#isClosed) throw new WazabaError("closed", "the match is over");
    if (this.#client !== null) return;
    this.#client = new UciClient(this.#settings.command);
    const { options, readyTimeoutMs } = this.#settings;
    await this.#client.prepare({ ...this.#settings, options: [...options, ...this.#later] }, readyTimeoutMs);
    this.#name = this.#client.name;
  }

  /**
   * Between two games: sets options besides those that it was given first, always the same ones. A process that has to be
   * started again gets them too.
   *
   * @throws {UciError} `option` if it has no such option, or the option takes no such value
   */
  setOptions(options: ContestantSettings["options"]): void {
    this.#later = options;
    for (const option of options) this.#client?.setOption(...option);
  }

  /** Has it forget the game before. */
  async newGame(): Promise<Fault | null> {
    await this.start();
    try {
      await this.#running.newGame(this.#settings.readyTimeoutMs);
      return null;
    } catch (error) {
      return this.#toFault(error);
    }
  }

  /**
   * Asks for a move.
   *
   * @param limits as they stand after `go`
   * @param timeoutMs after how long without an answer it hangs
   */
  async move(fen: string, moves: readonly string[], limits: string, timeoutMs: number): Promise<Reply | Fault> {
    try {
      this.#running.position(fen, moves);
      const start = performance.now();
      const { bestMove, info, nodes } = await this.#running.go(limits, timeoutMs);
      // Microseconds are enough, and read well on file.
      const timeMs = Math.round((performance.now() - start) * 1000) / 1000;
      return { move: bestMove, score: info?.score ?? null, depth: info?.depth ?? 0, nodes, timeMs };
    } catch (error) {
      return this.#toFault(error);
    }
  }

  /** Ends the process; the next game starts another one. */
  async discard(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.quit();
  }

  /** Ends it for good, at any time; what is under way fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.discard();
  }

  get #running(): UciClient {
    if (this.#client === null) throw new WazabaError("closed", "the match is over");
    return this.#client;
  }

  /** What it did wrong, unless it was only told to quit. */
  #toFault(error: unknown): Fault {
    if (this.#isClosed || !(error instanceof UciError)) throw error;
    return { kind: error.code === "silent" ? "hang" : "crash", detail: error.message };
  }
}
