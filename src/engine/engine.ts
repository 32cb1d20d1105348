/** A searcher in a worker thread: requests go in and are answered in order, a stop or a ponder hit takes effect at once. */

import type { Worker } from "node:worker_threads";
import type { CoreName } from "../core/core";
import { HASH } from "../core/load";
import { type SearchStyle, STYLE } from "../core/style";
import type { Tuning } from "../core/tuning";
import { WazabaError } from "../errors";
import { type Allotment, now } from "../time/clock";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";
import type { MateReport, MateSettings } from "./checks";
import type { Level } from "./level";
import type { Configure, Effort, Line, Progress, Reply, Request, SearchLimits, SearchResult, Task } from "./messages";
import { Signals } from "./signals";

export interface EngineOptions {
  /** The core to run on. @default "wasm" */
  readonly core?: CoreName;
  /** The size of the transposition table, megabytes. @default 16 */
  readonly hash?: number;
  /** The game it gets ready for; it searches positions of others as well, the first after some milliseconds. @default chess */
  readonly variant?: Variant;
  /**
   * The file of a network to evaluate orthodox chess with; null for piece-square tables, which all other games have.
   * @default the one that comes with the package
   */
  readonly net?: Uint8Array | null | undefined;
  /** The script that the worker runs. @default the one that comes with the package */
  readonly worker?: URL | undefined;
}

/** Something under way in the worker. */
export interface Running<T> {
  readonly result: Promise<T>;
  /** Ends it early; the result is then what was found until now. */
  stop(): void;
}

/** A search under way. */
export interface RunningSearch extends Running<SearchResult> {
  /** The expected move was played, at that instant (of `now`; usually this one): a ponder search's clock runs from there. */
  ponderHit(instant?: number): void;
}

/** How to search, and whom to tell. */
export interface SearchOptions {
  /** Numbers of the search to be set, for this search and those after it. @default none */
  readonly tuning?: Tuning | undefined;
  /** Which quiescence search, which extensions. @default `STYLE` */
  readonly style?: SearchStyle;
  /**
   * Dabbaba's search for long sequences of checks before the first iteration, `MATE_SEARCH` being the usual settings. A mate
   * it finds is the answer at once if a clock runs; else the search goes on for a shorter one. Anything else it finds is the
   * first move tried. @default null: without
   */
  readonly mateSearch?: MateSettings | null;
  /**
   * Play like somebody so strong, without looking for mates. Iterations are told of as they are; the move chosen may be
   * another than the best, and comes with what the level sees in it. @default null: as strong as it can
   */
  readonly level?: Level | null;
  /** Search in the opponent's time: no clock runs until `ponderHit`. @default false */
  readonly ponder?: boolean;
  /** Hears of every completed iteration. */
  readonly onProgress?: (progress: Progress) => void;
  /** Hears now and then of the iteration under way, once the search has taken some seconds. */
  readonly onEffort?: (effort: Effort) => void;
  /** Hears what the mate search has found, before the first iteration. */
  readonly onMateSearch?: (report: MateReport) => void;
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
  readonly #signals: Signals;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #core: CoreName;
  #hash: number;
  #variant: Variant;
  #net: Uint8Array | null | undefined;
  #failure: WazabaError | null = null;

  private constructor({ core, hash, variant, net }: Omit<Configure, "type">, worker: Worker, signals: Signals) {
    this.#core = core;
    this.#hash = hash;
    this.#variant = variant;
    this.#net = net;
    this.#worker = worker;
    this.#signals = signals;
    this.#worker.on("message", (replies: readonly Reply[]) => {
      for (const reply of replies) this.#receive(reply);
    });
    this.#worker.on("error", (error) => this.#fail(`the search worker failed: ${error.message}`));
    this.#worker.on("exit", () => this.#fail("the search worker has ended"));
  }

  /**
   * Starts a worker with a core.
   *
   * @throws {WazabaError} `memory` or `core` if there is no memory for the table or the core cannot be loaded, `net` if the
   * file is no network for it
   */
  static async create({
    core = "wasm",
    hash = HASH.usual,
    variant = CHESS,
    net,
    worker: script = new URL("./worker.js", import.meta.url),
  }: EngineOptions = {}): Promise<Engine> {
    // Loaded here: a process that only introduces itself starts sooner without.
    const { Worker } = await import("node:worker_threads");
    const signals = new Signals();
    const worker = new Worker(script, { workerData: signals.memory });
    const engine = new Engine({ core, hash, variant, net }, worker, signals);
    try {
      await engine.#request({ type: "configure", core, hash, variant, net }).result;
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

  /** Why it is of no more use: its worker has ended, or it was disposed of. Null as long as all is well. */
  get failure(): WazabaError | null {
    return this.#failure;
  }

  /**
   * Goes on with another core or game or table, empty.
   *
   * @throws {WazabaError} `memory`, `core` or `net`; the engine goes on with what it had
   */
  async configure(options: Omit<EngineOptions, "worker">): Promise<void> {
    const { core = this.#core, hash = this.#hash, variant = this.#variant, net = this.#net } = options;
    await this.#request({ type: "configure", core, hash, variant, net }).result;
    this.#core = core;
    this.#hash = hash;
    this.#variant = variant;
    this.#net = net;
  }

  /** Forgets what was learnt from former positions. */
  async newGame(): Promise<void> {
    await this.#request({ type: "forget" }).result;
  }

  /** Searches a position of any game, until a limit, the end of its time, or a stop. */
  search(
    line: Line,
    limits: SearchLimits,
    time: Allotment,
    {
      tuning = new Map(),
      style = STYLE,
      mateSearch = null,
      level = null,
      ponder = false,
      onProgress,
      onEffort,
      onMateSearch,
    }: SearchOptions = {},
  ): RunningSearch {
    const task: Task = { type: "search", line, limits, time, tuning, style, mateSearch, level, ponder };
    const { id, result, stop } = this.#request(task, (reply) => {
      if (reply.type === "progress") onProgress?.(reply.progress);
      if (reply.type === "effort") onEffort?.(reply.effort);
      if (reply.type === "mate-search") onMateSearch?.(reply.report);
    });
    const ponderHit = (instant = now()) => this.#signals.ponderHit(id, instant);
    return { result: result as Promise<SearchResult>, stop, ponderHit };
  }

  /** Counts the leaves behind each legal move, `depth` plies deep. Of a move that it is stopped in it tells nothing. */
  divide(line: Line, depth: number, onMove: (move: number, nodes: number) => void): Running<unknown> {
    return this.#request({ type: "divide", line, depth }, (reply) => {
      if (reply.type === "divided") onMove(reply.move, reply.nodes);
    });
  }

  /** The static evaluation of a position of any game, centipawns for the side to move. */
  async evaluate(line: Line): Promise<number> {
    let found = 0;
    await this.#request({ type: "evaluate", line }, (reply) => {
      if (reply.type === "evaluated") found = reply.score;
    }).result;
    return found;
  }

  /** Ends the worker. What is under way is rejected. */
  async dispose(): Promise<void> {
    this.#fail("the engine has been disposed of");
    await this.#worker.terminate();
  }

  #request(
    task: Task,
    onReply: (reply: Reply) => void = () => {},
  ): Running<SearchResult | undefined> & { readonly id: number } {
    const id = ++this.#lastId;
    const result = new Promise<SearchResult | undefined>((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      this.#pending.set(id, { onReply, resolve, reject });
      this.#worker.postMessage({ id, task } satisfies Request);
    });
    return { id, result, stop: () => this.#signals.stop(id) };
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
