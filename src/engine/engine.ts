/** A searcher in a worker thread: requests go in and are answered in order, a stop takes effect at once. */

import type { Worker } from "node:worker_threads";
import type { CoreLimits, CoreName } from "../core/core";
import { HASH } from "../core/load";
import { WazabaError } from "../errors";
import type { Allotment } from "../time/clock";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";
import type { Line, Progress, Reply, Request, SearchResult, StopWord, Task } from "./messages";

export interface EngineOptions {
  /** The core to run on. @default "wasm" */
  readonly core?: CoreName;
  /** The size of the transposition table, megabytes. @default 16 */
  readonly hash?: number;
  /** The game it gets ready for; it searches positions of others as well, the first after some milliseconds. @default chess */
  readonly variant?: Variant;
}

/** Something under way in the worker. */
export interface Running<T> {
  readonly result: Promise<T>;
  /** Ends it early; the result is then what was found until now. */
  stop(): void;
}

interface Pending {
  readonly onReply: (reply: Reply) => void;
  readonly resolve: (result: SearchResult | undefined) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A searcher in a worker thread.
 *
 * @example
 * const engine = await Engine.create();
 * const search = engine.search({ root: parseFen(START_FEN), moves: [] }, { depth: 10 }, allot({}, 0, now()));
 * const { move, score } = await search.result;
 * await engine.dispose();
 */
export class Engine {
  readonly #worker: Worker;
  readonly #stopWord: StopWord;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #core: CoreName;
  #hash: number;
  #variant: Variant;
  #failure: WazabaError | null = null;

  private constructor({ core, hash, variant }: Required<EngineOptions>, worker: Worker, stopWord: StopWord) {
    this.#core = core;
    this.#hash = hash;
    this.#variant = variant;
    this.#worker = worker;
    this.#stopWord = stopWord;
    this.#worker.on("message", (reply: Reply) => this.#receive(reply));
    this.#worker.on("error", (error) => this.#fail(`the search worker failed: ${error.message}`));
    this.#worker.on("exit", () => this.#fail("the search worker has ended"));
  }

  /**
   * Starts a worker with a core.
   *
   * @throws {WazabaError} `memory` or `core` if there is no memory for the table or the core cannot be loaded
   */
  static async create({ core = "wasm", hash = HASH.usual, variant = CHESS }: EngineOptions = {}): Promise<Engine> {
    // Loaded here: a process that only introduces itself starts sooner without.
    const { Worker } = await import("node:worker_threads");
    const stopWord: StopWord = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: stopWord });
    const engine = new Engine({ core, hash, variant }, worker, stopWord);
    try {
      await engine.#request({ type: "configure", core, hash, variant }).result;
    } catch (error) {
      await engine.dispose();
      throw error;
    }
    return engine;
  }

  get core(): CoreName {
    return this.#core;
  }

  /** Megabytes. */
  get hash(): number {
    return this.#hash;
  }

  /** The game it got ready for last. */
  get variant(): Variant {
    return this.#variant;
  }

  /**
   * Goes on with another core or game or table, empty.
   *
   * @throws {WazabaError} `memory` or `core`; the engine goes on with what it had
   */
  async configure({ core = this.#core, hash = this.#hash, variant = this.#variant }: EngineOptions): Promise<void> {
    await this.#request({ type: "configure", core, hash, variant }).result;
    this.#core = core;
    this.#hash = hash;
    this.#variant = variant;
  }

  /** Forgets what was learnt from former positions. */
  async newGame(): Promise<void> {
    await this.#request({ type: "forget" }).result;
  }

  /** Searches a position of any game. `onProgress` hears of every completed iteration. */
  search(
    line: Line,
    limits: CoreLimits,
    time: Allotment,
    onProgress: (progress: Progress) => void = () => {},
  ): Running<SearchResult> {
    const { result, stop } = this.#request({ type: "search", line, limits, time }, (reply) => {
      if (reply.type === "progress") onProgress(reply.progress);
    });
    return { result: result as Promise<SearchResult>, stop };
  }

  /** Counts the leaves behind each legal move, `depth` plies deep. Stops between two moves. */
  divide(line: Line, depth: number, onMove: (move: number, nodes: number) => void): Running<unknown> {
    return this.#request({ type: "divide", line, depth }, (reply) => {
      if (reply.type === "divided") onMove(reply.move, reply.nodes);
    });
  }

  /** Ends the worker. What is under way is rejected. */
  async dispose(): Promise<void> {
    this.#fail("the engine has been disposed of");
    await this.#worker.terminate();
  }

  #request(task: Task, onReply: (reply: Reply) => void = () => {}): Running<SearchResult | undefined> {
    const id = ++this.#lastId;
    const result = new Promise<SearchResult | undefined>((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      this.#pending.set(id, { onReply, resolve, reject });
      this.#worker.postMessage({ id, task } satisfies Request);
    });
    return { result, stop: () => void this.#stopUpTo(id) };
  }

  #stopUpTo(id: number): void {
    if (Atomics.load(this.#stopWord, 0) < id) Atomics.store(this.#stopWord, 0, id);
  }

  #receive(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if (pending === undefined) return;
    pending.onReply(reply);
    if (reply.type === "done") {
      this.#pending.delete(reply.id);
      pending.resolve(reply.result);
    } else if (reply.type === "failed") {
      this.#pending.delete(reply.id);
      pending.reject(new WazabaError(reply.code, reply.message));
    }
  }

  /** Nothing more will come: all who wait are told. */
  #fail(message: string): void {
    this.#failure ??= new WazabaError("engine", message);
    for (const pending of this.#pending.values()) pending.reject(this.#failure);
    this.#pending.clear();
  }
}
