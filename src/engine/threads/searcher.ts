/**
 * A searcher: the host's end of a search worker. Requests are answered in order; a stop or a ponder hit takes effect at once.
 *
 * A stop reaches the worker through shared memory. Pages without COOP and COEP headers have none: there the worker is terminated,
 * and a spare worker, which has the script and the files, takes over with an empty transposition table. A worker in the calling thread
 * has its memory, and pauses now and then, so that there is somebody to stop it.
 */

import { NO_MOVE } from "../../../assembly/rules/move";
import { CHESS } from "../../chess/variants/games";
import type { Variant } from "../../chess/variants/variant";
import { WazabaError } from "../../errors";
import { type Message, message } from "../../message";
import type { CoreConfig, EngineConfig } from "../core/config";
import type { CoreName } from "../core/core";
import { HASH } from "../core/load";
import { type SearchStyle, STYLE } from "../core/style";
import type { Tuning } from "../core/tuning";
import type { TablebaseSettings } from "../syzygy/settings";
import { now, type TimeBudget } from "../time/time-management";
import type { StrengthLimit } from "../worker/limited-strength";
import type { MateReport, MateSettings } from "../worker/mate-search";
import type {
  CurrMove,
  FaultTopic,
  GamePosition,
  Progress,
  Reply,
  Request,
  SearchLimits,
  SearchResult,
  SearchTask,
  Share,
  Task,
  WorkerCache,
} from "../worker/messages";
import { SIGNALS_BYTES, Signals } from "../worker/signals";
import { bestKnown } from "./best-known";
import { HelperThreads } from "./helper-threads";
import { threads as starter } from "./thread";
import type { Place, StartThread, Thread } from "./thread-types";

/** Where the worker's files are, and the listeners of its losses. */
export interface WorkerOptions extends Place {
  /** Whether threads can share memory. @default detected */
  readonly sharesMemory?: boolean | undefined;
  /** Starts the search worker in the calling thread. @default a thread of its own */
  readonly callingThread?: StartThread | undefined;
  /** Called when a helper thread has died. The search continues without it. */
  readonly onHelperLost?: ((reason: WazabaError) => void) | undefined;
  /** Receives the reason if a file is not used: a variant's network (piece-square tables then evaluate that variant), or a tablebase. */
  readonly onFault?: ((reason: Message, topic: FaultTopic) => void) | undefined;
}

/** The configuration of a searcher. @default the WebAssembly core, 16 MB, orthodox chess, the package's networks, one thread */
export interface SearcherOptions extends WorkerOptions, Partial<EngineConfig> {}

/** A request in progress in the worker. */
export interface Running<T> {
  readonly result: Promise<T>;
  /** Ends it early; its result is then the best so far. */
  stop(): void;
}

/** A search in progress. */
export interface RunningSearch extends Running<SearchResult> {
  /** The expected move was played, at that instant (of `now`, which is the default): a ponder search's clock runs from there. */
  ponderHit(instant?: number): void;
}

/** How to search, and the listeners of the search. */
export interface SearchOptions {
  /** Tunables to set, for this search and those after it. @default none */
  readonly tuning?: Tuning | undefined;
  /** Which quiescence search, which extensions. @default `STYLE` */
  readonly style?: SearchStyle;
  /**
   * The mate search before the first iteration; `MATE_SEARCH` has the default settings. If a clock runs, a mate is played at
   * once; otherwise the search continues and looks for a shorter one. Any other result becomes the first move to try.
   * @default null: no mate search
   */
  readonly mateSearch?: MateSettings | null;
  /**
   * Limited strength, without a mate search. Iterations are reported as they are; the chosen move may not be the best, and
   * is reported with the score that the limited player sees. @default null: full strength
   */
  readonly strength?: StrengthLimit | null;
  /** Search in the opponent's time: no clock runs until `ponderHit`. @default false */
  readonly ponder?: boolean;
  /** Its part in a search of several machines. @default null: there are no others */
  readonly share?: Share | null;
  /** How Syzygy's tablebases are probed, in Node. @default null: they are not */
  readonly tablebases?: TablebaseSettings | null;
  /** Called with the memory of the transposition table that `share` asks for, when the search begins. */
  readonly onTable?: (memory: WebAssembly.Memory) => void;
  /** Called after each completed iteration, and once more if the answer differs from the last one. */
  readonly onProgress?: (progress: Progress) => void;
  /** Called from time to time with the current root move, once the search has taken some seconds. */
  readonly onCurrMove?: (current: CurrMove) => void;
  /** Called with the result of the mate search, before the first iteration. */
  readonly onMateSearch?: (report: MateReport) => void;
}

/** The receiver of a task's replies. */
interface Client {
  onReply?(reply: Reply): void;
  /** The result of a stopped task whose worker was terminated. Without it, the task is restarted. */
  soFar?(): SearchResult | undefined;
}

/** A request without its answer. */
interface Pending extends Client {
  readonly task: Task;
  readonly resolve: (result: SearchResult | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** The id of requests that set up a replacement worker. */
const SETUP_ID = 0;
/** A longer timer would fire at once, milliseconds: 24 days. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * A searcher in a worker thread.
 *
 * @example
 * const searcher = await Searcher.create();
 * const search = searcher.search({ root: parseFen(START_FEN), moves: [] }, { depth: 10 }, allocateTime({}, 0, now()));
 * const { move, score } = await search.result;
 * await searcher.dispose();
 */
export class Searcher {
  readonly #startThread: StartThread;
  readonly #isCallingThread: boolean;
  readonly #place: Place;
  /** Null where threads share no memory. */
  readonly #signals: Signals | null;
  /** In order of the requests, and so of their ids. */
  readonly #pending = new Map<number, Pending>();
  #lastId = SETUP_ID;
  #thread: Thread;
  /** Replaces the current thread when that is terminated. */
  #spare: Thread | null = null;
  /** What a new worker starts with. */
  #cache: WorkerCache;
  /** The last configuration that took effect, for a worker that has to be replaced. */
  #config: CoreConfig;
  readonly #helpers: HelperThreads;
  readonly #onFault: (reason: Message, topic: FaultTopic) => void;
  #failure: WazabaError | null = null;

  private constructor(startThread: StartThread, options: WorkerOptions, config: CoreConfig) {
    const { sharesMemory, callingThread, onHelperLost = () => {}, onFault = () => {}, ...place } = options;
    this.#startThread = startThread;
    this.#isCallingThread = callingThread !== undefined;
    this.#cache = { files: { ...place.files }, speeds: {} };
    this.#config = config;
    this.#place = place;
    this.#onFault = onFault;
    const canShare = !this.#isCallingThread && (sharesMemory ?? typeof SharedArrayBuffer !== "undefined");
    this.#signals = this.#isCallingThread
      ? new Signals(new ArrayBuffer(SIGNALS_BYTES))
      : canShare
        ? new Signals()
        : null;
    this.#helpers = new HelperThreads(startThread, place, {
      add: (helpers) => this.#request({ type: "add-helpers", helpers }).result,
      drop: (thread) => this.#thread.post({ id: SETUP_ID, task: { type: "drop-helper", thread } }),
      onLost: onHelperLost,
    });
    this.#thread = this.#start();
  }

  /**
   * Starts a worker with a core.
   *
   * @throws {WazabaError} `memory` if there is not enough memory for the transposition table, `wasm`, `core` or `asset` if the core
   * cannot be loaded, `worker` if there are no workers, `net` if the file is not a network for the game
   */
  static async create(options: SearcherOptions = {}): Promise<Searcher> {
    const { core = "wasm", hash = HASH.default, variant = CHESS, net, threads = 1, ...others } = options;
    const config = { core, hash, variant, net };
    const searcher = new Searcher(others.callingThread ?? (await starter()), others, config);
    try {
      await searcher.configure(config);
      await searcher.configure({ threads });
    } catch (error) {
      await searcher.dispose();
      throw error;
    }
    return searcher;
  }

  get core(): CoreName {
    return this.#config.core;
  }

  /** Megabytes. */
  get hash(): number {
    return this.#config.hash;
  }

  /** The number of threads that search. */
  get threads(): number {
    return 1 + this.#helpers.count;
  }

  /** Why only one thread is possible; null if more are. */
  get whyOneThread(): Message | null {
    if (this.#isCallingThread) return "the calling thread has no others";
    if (this.core !== "wasm") return message`the TypeScript twin has no others`;
    if (this.#signals !== null) return null;
    // Only pages know whether they are isolated; some browsers share no memory even then.
    return globalThis.crossOriginIsolated === false
      ? message`for more, a page needs the headers COOP and COEP`
      : message`threads share no memory here`;
  }

  /** The variant that it was configured for. */
  get variant(): Variant {
    return this.#config.variant;
  }

  /** Why it can no longer be used: its worker has died, or it was disposed of. Null while it works. */
  get failure(): WazabaError | null {
    return this.#failure;
  }

  /**
   * Changes its configuration. With another core, variant, network or hash size, the transposition table is then empty. Of threads,
   * only one may be possible, see `whyOneThread`.
   *
   * @throws {WazabaError} `memory`, `wasm`, `core`, `asset`, `net` or `engine`; the searcher then keeps its configuration
   */
  async configure({ threads, ...changes }: Partial<EngineConfig>): Promise<void> {
    if (Object.keys(changes).length > 0) {
      await this.#request({ type: "configure", ...this.#config, ...changes }).result;
      if (this.core !== "wasm") await this.#helpers.setCount(0);
    }
    if (threads !== undefined) await this.#helpers.setCount(this.whyOneThread === null ? threads - 1 : 0);
  }

  /** Clears the transposition table and the histories. */
  async newGame(): Promise<void> {
    await this.#request({ type: "forget" }).result;
  }

  /** Searches a position of any variant, until a limit, the end of its time, or a stop. */
  search(
    position: GamePosition,
    limits: SearchLimits,
    time: TimeBudget,
    {
      tuning = new Map(),
      style = STYLE,
      mateSearch = null,
      strength = null,
      ponder = false,
      share = null,
      tablebases = null,
      onTable,
      onProgress,
      onCurrMove,
      onMateSearch,
    }: SearchOptions = {},
  ): RunningSearch {
    let best: Progress | null = null;
    let mate: MateReport | null = null;
    const how = { tuning, style, mateSearch, strength, ponder, share, tablebases };
    const task: SearchTask = { type: "search", position, limits, time, ...how };
    const { id, result, stop } = this.#request(task, {
      onReply: (reply) => {
        if (reply.type === "progress") {
          best = reply.progress;
          onProgress?.(best);
        } else if (reply.type === "mate-search") {
          mate = reply.report;
          onMateSearch?.(mate);
        } else if (reply.type === "currmove") {
          onCurrMove?.(reply.current);
        } else if (reply.type === "table") {
          onTable?.(reply.memory);
        }
      },
      soFar: () => {
        const known = bestKnown(task, best, mate);
        if (best === null && known.move !== NO_MOVE) onProgress?.(known);
        return known;
      },
    });
    const ponderHit = (instant = now()) => {
      if (this.#signals !== null) return this.#signals.ponderHit(id, instant);
      // The ponder hit cannot reach the worker, so the main thread keeps its clock.
      const isLong = time.soft < time.hard && instant - time.start >= time.soft;
      const left = isLong ? 0 : instant + time.target - now();
      if (Number.isFinite(time.hard)) setTimeout(stop, Math.min(left, LONGEST_TIMER));
    };
    return { result: result as Promise<SearchResult>, stop, ponderHit };
  }

  /** Perft by root move (divide), `depth` plies deep. When stopped, it reports no count for the unfinished move. */
  divide(position: GamePosition, depth: number, onMove: (move: number, nodes: number) => void): Running<unknown> {
    return this.#request(
      { type: "divide", position, depth },
      {
        onReply: (reply) => {
          if (reply.type === "divided") onMove(reply.move, reply.nodes);
        },
        soFar: () => undefined,
      },
    );
  }

  /** The static evaluation of a position of any variant, centipawns for the side to move. */
  async evaluate(position: GamePosition): Promise<number> {
    let found = 0;
    const task = { type: "evaluate", position } as const;
    await this.#request(task, {
      onReply: (reply) => {
        if (reply.type === "evaluated") found = reply.score;
      },
    }).result;
    return found;
  }

  /** Ends the worker. Pending requests are rejected. */
  async dispose(): Promise<void> {
    const helpers = this.#helpers.endAll();
    this.#fail(new WazabaError("engine", message`the engine has been disposed of`));
    await Promise.all([this.#thread.end(), helpers]);
  }

  // Requests and replies

  /** Sends a task to the worker, after all earlier ones. */
  #request(task: Task, client: Client = {}): Running<SearchResult | undefined> & { readonly id: number } {
    const id = ++this.#lastId;
    const result = new Promise<SearchResult | undefined>((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      this.#pending.set(id, { ...client, task, resolve, reject });
      this.#thread.keepAlive(true);
      this.#thread.post({ id, task }, task.type === "add-helpers" ? task.helpers.map(({ port }) => port) : []);
    });
    return { id, result, stop: () => this.#stop(id) };
  }

  #receive(reply: Reply): void {
    if (reply.type === "cached") this.#keepCache(reply.cache);
    if (reply.type === "fault") this.#onFault(reply.reason, reply.topic);
    if (reply.type === "lost") this.#helpers.lose(reply.thread);
    if (reply.id === SETUP_ID && reply.type === "failed") this.#fail(new WazabaError("engine", reply.message));
    const pending = this.#pending.get(reply.id);
    if (pending === undefined) return;
    pending.onReply?.(reply);
    if (reply.type === "done") {
      this.#settle(reply.id);
      if (pending.task.type === "configure") this.#config = pending.task;
      pending.resolve(reply.result);
    } else if (reply.type === "failed") {
      this.#settle(reply.id);
      pending.reject(new WazabaError(reply.code, reply.message));
    }
  }

  /** A request is done. An idle engine does not keep the process alive, since nothing waits for it. */
  #settle(id: number): void {
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#thread.keepAlive(false);
  }

  // Workers

  #start(): Thread {
    const start = { signals: this.#signals?.memory ?? null, cache: this.#cache };
    const thread: Thread = this.#startThread(
      start,
      {
        onReplies: (replies) => {
          if (thread === this.#thread) for (const reply of replies) this.#receive(reply);
        },
        onEnd: (failure) => {
          if (thread === this.#thread) this.#fail(failure);
          if (thread === this.#spare) this.#spare = null;
        },
      },
      this.#place,
    );
    return thread;
  }

  /** Received only where a worker may have to be replaced: from now on a spare one is ready. */
  #keepCache(cache: WorkerCache): void {
    // A late message of an ended worker needs no spare.
    if (this.#failure !== null) return;
    this.#cache = cache;
    this.#spare?.end();
    this.#spare = this.#startSpare();
  }

  #startSpare(): Thread {
    const spare = this.#start();
    spare.keepAlive(false);
    return spare;
  }

  #stop(id: number): void {
    if (this.#signals !== null) this.#signals.stop(id);
    else if (this.#pending.has(id)) this.#replace(id);
  }

  /** Terminates the worker. Another one takes over the remaining requests that were not stopped. */
  #replace(stopped: number): void {
    const replaced = this.#thread;
    this.#thread = this.#spare ?? this.#start();
    this.#thread.keepAlive(true);
    replaced.end();
    this.#spare = this.#startSpare();
    this.#thread.post({ id: SETUP_ID, task: { ...this.#config, type: "configure" } });
    for (const [id, { task, soFar, resolve }] of this.#pending) {
      if (id <= stopped && soFar !== undefined) {
        this.#settle(id);
        resolve(soFar());
      } else {
        this.#thread.post({ id, task } satisfies Request);
      }
    }
  }

  /** The worker has failed: rejects all pending requests and ends the spare. */
  #fail(failure: WazabaError): void {
    this.#failure ??= failure;
    this.#spare?.end();
    this.#spare = null;
    this.#helpers.endAll();
    for (const pending of this.#pending.values()) pending.reject(this.#failure);
    this.#pending.clear();
  }
}
