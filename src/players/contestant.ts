/** An engine in a match, in a process that lives as long as it plays by the rules. */

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

/** A move as an engine sent it, legal or not, and what it reported about it. */
export interface Reply {
  readonly move: string;
  /** For the mover; null if not reported. */
  readonly score: Score | null;
  /** Plies; 0 if not reported. */
  readonly depth: number;
  /** 0 if not reported. */
  readonly nodes: number;
  /** From `go` to `bestmove`, measured by the client. */
  readonly timeMs: number;
}

/** How an engine is started. */
export interface ContestantSettings extends UciSetup {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The time limit for each answer before the first move and between games, milliseconds. @default a minute */
  readonly readyTimeoutMs?: number;
}

/** An engine that plays one game at a time. */
export class Contestant {
  readonly #settings: ContestantSettings;
  /** Options set after the start. */
  #laterOptions: ContestantSettings["options"] = [];
  #client: UciClient | null = null;
  #name = "";
  #isClosed = false;

  constructor(settings: ContestantSettings) {
    this.#settings = settings;
  }

  /** The engine's name for itself; empty until it has been started. */
  get name(): string {
    return this.#name;
  }

  /**
   * Starts the process, unless it is running.
   *
   * @throws {UciError} if the engine does not get ready
   */
  async start(): Promise<void> {
    if (this.#isClosed) throw new WazabaError("closed", "the match is over");
    if (this.#client !== null) return;
    this.#client = new UciClient(this.#settings.command);
    const { options, readyTimeoutMs } = this.#settings;
    await this.#client.prepare({ ...this.#settings, options: [...options, ...this.#laterOptions] }, readyTimeoutMs);
    this.#name = this.#client.name;
  }

  /**
   * Sets further options, between two games; always the same ones. A restarted process gets them, too.
   *
   * @throws {UciError} `option` for an unknown option, or an invalid value
   */
  setOptions(options: ContestantSettings["options"]): void {
    this.#laterOptions = options;
    for (const option of options) this.#client?.setOption(...option);
  }

  /** Makes it forget the previous game. */
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
   * @param limits the arguments of `go`
   * @param timeoutMs how long it may take before it counts as hung
   * @throws {UciError} `limit` if it ignores its limit: then no game between the two says anything
   */
  async move(fen: string, moves: readonly string[], limits: string, timeoutMs: number): Promise<Reply | Fault> {
    try {
      this.#running.position(fen, moves);
      const start = performance.now();
      const { bestMove, info, nodes } = await this.#running.go(limits, timeoutMs);
      // Microseconds are precise enough, and readable.
      const timeMs = Math.round((performance.now() - start) * 1000) / 1000;
      return { move: bestMove, score: info?.score ?? null, depth: info?.depth ?? 0, nodes, timeMs };
    } catch (error) {
      return this.#toFault(error);
    }
  }

  /** Ends the process; the next game starts a new one. */
  async discard(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.quit();
  }

  /** Closes it for good, at any time; a request in progress fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.discard();
  }

  get #running(): UciClient {
    if (this.#client === null) throw new WazabaError("closed", "the match is over");
    return this.#client;
  }

  /** The engine's fault, unless it was closed, or cannot play under this limit at all. */
  #toFault(error: unknown): Fault {
    if (this.#isClosed || !(error instanceof UciError) || error.code === "limit") throw error;
    return { kind: error.code === "silent" ? "hang" : "crash", detail: error.message };
  }
}
