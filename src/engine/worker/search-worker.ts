/**
 * A search worker: one core, which handles one request after another. It has a thread of its own (`worker.ts`), or shares the one that
 * called it (`src/engine/threads/calling-thread.ts`).
 */

import { messageOf, WazabaError } from "../../errors";
import { type Message, message } from "../../message";
import type { CoreConfig } from "../core/config";
import { buildFor, type Core, type CoreHost } from "../core/core";
import { FILES } from "../core/files";
import { loadCore } from "../core/load";
import { readNet } from "../net/net";
import { SearchTables } from "../syzygy/search-tables";
import type { RootRanking } from "../syzygy/settings";
import { Speed } from "../time/speed";
import { measureSpeed, measureSpeedWithin } from "./mate-search";
import type {
  DivideTask,
  FaultTopic,
  GamePosition,
  Reply,
  Request,
  SearchResult,
  SearchTask,
  Share,
  Task,
  WorkerCache,
} from "./messages";
import { Outbox } from "./outbox";
import type { Port } from "./port";
import { type Pause, SearchRun } from "./run";
import { Signals } from "./signals";
import { Team } from "./team";

/** A core, its configuration, and its speed at the mate search, null until measured. */
interface Ready {
  readonly core: Core;
  readonly config: CoreConfig;
  speed: Speed | null;
  /** Whether it has not yet searched anything that it should remember. */
  isFresh: boolean;
}

/** The speed of a core at the mate search where it is not measured, nodes a second: in a thread that others need. */
const ASSUMED = { wasm: 1_000_000, ts: 100_000 } as const;
/** A new core is measured once the worker has been idle this long, milliseconds … */
const IDLE = 20;
/** … or when a search needs its speed, but then no longer than this, milliseconds. */
const HASTE = 10;

/** A worker that shares its thread with others. */
export interface SharedThread {
  /** Called in the course of a search. */
  readonly pause: Pause;
  /** The folder of the package's files. @default that of this file, once built */
  readonly assets: URL | undefined;
  /** Which copy of the twin to load: two engines cannot share one. */
  readonly copy: number;
  /** Called with a fatal error. @default it is uncaught, which the thread that started the worker notices */
  onFatal(error: unknown): void;
}

export class SearchWorker {
  readonly #port: Port;
  /** Null in a thread of its own. */
  readonly #sharedThread: SharedThread | null;
  /** Null where threads cannot share memory: a stop then terminates the worker, and another takes its place. */
  readonly #signals: Signals | null;
  readonly #cache: WorkerCache;
  /** Where threads share no memory, it stays empty. */
  readonly #team = new Team((thread) => this.#reply({ id: this.#id, type: "lost", thread }));
  readonly #tables = new SearchTables((reason) => this.#fault("endgame", reason));
  readonly #outbox = new Outbox((replies) => this.#port.send(replies));
  #current: Ready | null = null;
  /** The current request, and its search. */
  #id = 0;
  #run: SearchRun | null = null;
  #isEnded = false;

  readonly #host: CoreHost = {
    shouldStop: () => {
      this.#outbox.flushOld();
      return this.#run?.shouldStop() ? 1 : 0;
    },
    onIteration: () => this.#run?.onIteration(),
    probeTables: () => (this.#current === null ? 0 : this.#tables.probe(this.#current.core)),
  };

  /** Serves the requests of a port. */
  constructor(port: Port, sharedThread: SharedThread | null = null) {
    const { signals, cache } = port.start;
    this.#port = port;
    this.#sharedThread = sharedThread;
    this.#signals = signals && new Signals(signals);
    this.#cache = cache;
    let queue = Promise.resolve();
    let waiting = 0;
    let idle: ReturnType<typeof setTimeout> | undefined;
    port.onRequest((request) => {
      if (request.task.type === "drop-helper") return this.#team.drop(request.task.thread);
      waiting++;
      queue = queue
        .then(() => this.#work(request))
        .catch((error) => this.#giveUp(error))
        .then(() => {
          waiting--;
          clearTimeout(idle);
          // A thread that others need is never measured while it is idle.
          if (this.#current?.speed === null && sharedThread === null)
            idle = setTimeout(() => waiting === 0 && this.#measureWhileIdle(), IDLE);
        });
    });
  }

  /** Ends it, and the current search with it. */
  end(): void {
    this.#isEnded = true;
    this.#current = null;
  }

  #isStopped(): boolean {
    return this.#isEnded || (this.#signals?.isStopped(this.#id) ?? false);
  }

  /**
   * Measures the speed, unless that would lose what earlier searches have found: it is measured in orthodox chess, and a core that
   * switches variants forgets everything. Results should not depend on how long a worker was idle.
   */
  #measureWhileIdle(): void {
    if (this.#current?.isFresh || this.#current?.core.build === "chess") this.#measure(measureSpeed);
  }

  /** Measures the speed of the current core, unless it is known. This changes its position. */
  #measure(how: (core: Core) => Speed): void {
    if (this.#current === null || this.#current.speed !== null) return;
    const { core } = this.#current;
    this.#current.speed = how(core);
    this.#cache.speeds[FILES[core.name][core.build]] = this.#current.speed.nodesPerSecond;
    if (this.#signals === null) this.#reply({ id: this.#id, type: "cached", cache: this.#cache });
  }

  /** A fatal error. An uncaught error reaches the thread that started the worker, in Node and in browsers. */
  #giveUp(error: unknown): void {
    if (this.#sharedThread !== null) this.#sharedThread.onFatal(error);
    else
      setTimeout(() => {
        throw error;
      });
  }

  async #work(request: Request): Promise<void> {
    this.#id = request.id;
    try {
      const result = await this.#perform(request.task);
      this.#reply({ id: this.#id, type: "done", ...(result && { result }) });
    } catch (error) {
      if (error instanceof WazabaError)
        return this.#reply({ id: this.#id, type: "failed", code: error.code, message: error.messageData });
      // The core trapped: its memory cannot be trusted, so a new core takes its place. If that fails, the worker ends, and with
      // it the engine.
      if (this.#current !== null) await this.#bringUp(this.#current.config);
      const why = message`the search failed: ${messageOf(error)}; a new core takes its place`;
      this.#reply({ id: this.#id, type: "failed", code: "trap", message: why });
    }
  }

  async #perform(task: Task): Promise<SearchResult | undefined> {
    switch (task.type) {
      case "configure": {
        if (task.net) readNet(task.net, task.variant);
        await this.#bringUp(task);
        return undefined;
      }
      case "forget":
        await this.#team.isIdle();
        this.#ready().core.newGame();
        this.#ready().isFresh = true;
        this.#team.forget();
        return undefined;
      case "add-helpers":
        for (const { thread, port } of task.helpers) this.#team.add(thread, port);
        await this.#team.join(this.#ready().core, this.#ready().config.net, this.#cache.files);
        return undefined;
      case "drop-helper":
        return undefined;
      case "divide":
        await this.#divide(task);
        return undefined;
      case "evaluate": {
        const { core } = await this.#setUp(task.position);
        this.#reply({ id: this.#id, type: "evaluated", score: core.exports.evaluate() });
        return undefined;
      }
      case "search":
        return this.#search(task);
    }
  }

  async #search(asked: SearchTask): Promise<SearchResult> {
    if (asked.tablebases !== null) await this.#tables.open(asked.tablebases);
    const { task, ranking } = this.#ranked(asked);
    const fit = await this.#setUp(task.position, task.mateSearch !== null);
    const { core, speed } = fit;
    fit.isFresh = false;
    core.tune(task.tuning);
    core.setStyle(task.style);
    this.#tables.allow(core, task.tablebases);
    if (task.share !== null) this.#shareTable(core, task.share);
    const id = this.#id;
    this.#team.search(id, task);
    this.#run = new SearchRun(core, task, ranking, {
      isStopped: () => this.#isStopped(),
      hitAt: () => this.#signals?.hitAt(id) ?? null,
      onMateSearch: (report) => this.#reply({ id: this.#id, type: "mate-search", report }),
      onCurrMove: (current) => this.#reply({ id: this.#id, type: "currmove", current }),
      onProgress: (progress) => this.#reply({ id: this.#id, type: "progress", progress }),
      allNodes: (own) => this.#team.nodes(own),
      endHelpers: () => this.#team.end(id),
      pause: this.#sharedThread?.pause,
    });
    try {
      return await this.#run.perform(speed);
    } finally {
      this.#run = null;
      this.#team.stop(id);
      if (task.share !== null) core.exports.setThread(0);
    }
  }

  /**
   * Where tablebases know the moves of the root, the search has only the best of them. It need not probe any more: what is left to
   * find is a mate.
   */
  #ranked(task: SearchTask): { readonly task: SearchTask; readonly ranking: RootRanking | null } {
    const { tablebases, position, limits, strength } = task;
    if (tablebases === null || strength !== null) return { task: { ...task, tablebases: null }, ranking: null };
    const ranking = this.#tables.rank(tablebases, position, limits.searchMoves ?? [], limits.multiPv ?? 1);
    if (ranking === null) return { task, ranking };
    return { task: { ...task, limits: { ...limits, searchMoves: ranking.moves }, tablebases: null }, ranking };
  }

  /** Reports why a file is not used. */
  #fault(topic: FaultTopic, reason: Message): void {
    this.#reply({ id: this.#id, type: "fault", topic, reason });
  }

  /** Takes its place among the machines that search together, and sends its table to the host. */
  #shareTable({ exports, ttMemory }: Core, { thread }: Share): void {
    exports.setThread(thread);
    if (ttMemory === null) return;
    this.#reply({ id: this.#id, type: "table", memory: ttMemory });
    this.#outbox.flush();
  }

  async #divide({ position, depth }: DivideTask): Promise<void> {
    const { core } = await this.#setUp(position);
    core.divide(
      depth,
      (move, nodes) => this.#reply({ id: this.#id, type: "divided", move, nodes }),
      () => this.#isStopped(),
    );
  }

  /**
   * Sets up a position, on a core of the build that its variant needs; a core of the other build is replaced.
   *
   * @param isTimed whether the speed must be known
   */
  async #setUp({ root, moves }: GamePosition, isTimed = false): Promise<Ready> {
    const { config, core } = this.#ready();
    const { variant } = root;
    const fit = core.build === buildFor(variant) ? this.#ready() : await this.#bringUp({ ...config, variant });
    await fit.core.prepare(variant);
    if (isTimed) this.#measure((core) => measureSpeedWithin(HASTE, core));
    fit.core.setPosition(root, moves);
    return fit;
  }

  /** Loads a core in place of the current one. */
  async #bringUp(config: CoreConfig): Promise<Ready> {
    const { core: name, hash, variant, net } = config;
    const isShared = this.#signals?.isShared ?? false;
    const { assets, copy } = this.#sharedThread ?? {};
    const core = await loadCore(name, {
      hash,
      variant,
      host: this.#host,
      net,
      onNoNet: (reason) => this.#fault("net", reason),
      isShared,
      assets,
      files: this.#cache.files,
      copy,
    });
    try {
      await this.#team.join(core, net, this.#cache.files);
    } catch (error) {
      // The helpers return to the core that stays.
      if (this.#current !== null)
        await this.#team.join(this.#current.core, this.#current.config.net, this.#cache.files).catch(() => {});
      throw error;
    }
    const known = this.#sharedThread === null ? this.#cache.speeds[FILES[name][core.build]] : ASSUMED[name];
    this.#current = { core, config, speed: known === undefined ? null : new Speed(known, 1000), isFresh: true };
    return this.#current;
  }

  #ready(): Ready {
    if (this.#current === null) throw new WazabaError("core", "no core has been configured");
    return this.#current;
  }

  #reply(message: Reply): void {
    this.#outbox.add(message);
    // A helper may be lost while no search is running, which would flush the replies.
    if (message.type === "done" || message.type === "failed" || message.type === "lost") this.#outbox.flush();
    else this.#outbox.flushOld();
  }
}
