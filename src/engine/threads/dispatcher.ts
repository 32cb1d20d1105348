/**
 * Dispatcher of a search worker: sends requests in order, passes replies to their clients, stops a busy worker.
 *
 * A stop reaches the worker through shared memory. Pages without COOP and COEP headers have none: there the worker is terminated,
 * and a spare worker, which has the script and the files, takes over with an empty transposition table.
 */

import { WazabaError } from "../../errors";
import { type Message, message } from "../../message";
import type { CoreConfig } from "../core/config";
import type { Reply, Request, SearchResult, Task, WorkerCache } from "./messages";
import { Signals } from "./signals";
import { threads } from "./thread";
import type { Place, StartThread, Thread } from "./thread-types";

export interface DispatcherOptions extends Place {
  /** Whether threads can share memory. @default detected */
  readonly sharesMemory?: boolean | undefined;
  /** Called when a helper thread has died. The search continues without it. */
  readonly onHelperLost?: ((reason: WazabaError) => void) | undefined;
  /** Receives the reason if a variant's network cannot be loaded; piece-square tables then evaluate that variant. */
  readonly onNoNet?: ((reason: Message) => void) | undefined;
}

/** A request in progress in the worker. */
export interface Running<T> {
  readonly result: Promise<T>;
  /** Ends it early; its result is then the best so far. */
  stop(): void;
}

/** The receiver of a task's replies. */
export interface Client {
  onReply?(reply: Reply): void;
  /** The result of a stopped task whose worker was terminated. Without it, the task is restarted. */
  soFar?(): SearchResult | undefined;
}

interface Pending extends Client {
  readonly task: Task;
  readonly resolve: (result: SearchResult | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** A helper thread that has just started. */
interface NewHelper {
  readonly thread: number;
  /** The port to it, for the search worker. */
  readonly port: MessagePort;
  /** Rejects if it dies before it is up. */
  readonly failed: Promise<never>;
  isUp: boolean;
}

/** The id of requests that set up a replacement worker. */
const SETUP_ID = 0;

export class Dispatcher {
  readonly #startThread: StartThread;
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
  #cache: WorkerCache = { files: {}, speeds: {} };
  #config: CoreConfig;
  /** Helper threads by number, from 1. No number is used twice. */
  readonly #helpers = new Map<number, Thread>();
  #lastHelper = 0;
  readonly #onHelperLost: (reason: WazabaError) => void;
  readonly #onNoNet: (reason: Message) => void;
  #failure: WazabaError | null = null;

  private constructor(
    startThread: StartThread,
    { sharesMemory, onHelperLost, onNoNet, ...place }: DispatcherOptions,
    config: CoreConfig,
  ) {
    this.#startThread = startThread;
    this.#config = config;
    this.#place = place;
    this.#onHelperLost = onHelperLost ?? (() => {});
    this.#onNoNet = onNoNet ?? (() => {});
    this.#signals = (sharesMemory ?? typeof SharedArrayBuffer !== "undefined") ? new Signals() : null;
    this.#thread = this.#start();
  }

  /** Starts a worker. @param config the first configuration to be requested */
  static async create(options: DispatcherOptions, config: CoreConfig): Promise<Dispatcher> {
    return new Dispatcher(await threads(), options, config);
  }

  /** The last configuration that took effect. */
  get config(): CoreConfig {
    return this.#config;
  }

  /** Why it can no longer be used: its worker has died, or it was disposed of. Null while it works. */
  get failure(): WazabaError | null {
    return this.#failure;
  }

  /** Whether there can be helper threads. */
  get canHelp(): boolean {
    return this.#signals !== null;
  }

  /** The number of helper threads. */
  get helpers(): number {
    return this.#helpers.size;
  }

  /**
   * Sets the number of helper threads.
   *
   * @throws {WazabaError} `memory`, `asset` or `engine` if they cannot start; the number is then as before
   */
  async setHelpers(count: number): Promise<void> {
    const before = [...this.#helpers.keys()];
    // All at once, since another call may come before these are up.
    const ended = before.slice(count).map((thread) => this.#endHelper(thread));
    const added = Array.from({ length: Math.max(0, count - before.length) }, () => this.#startHelper());
    await Promise.all(ended);
    if (added.length === 0) return;
    try {
      const ports = added.map(({ port }) => port);
      const failed = Promise.race(added.map(({ failed }) => failed));
      const helpers = added.map(({ thread, port }) => ({ thread, port }));
      await Promise.race([this.request({ type: "add-helpers", helpers }, {}, ports).result, failed]);
    } catch (error) {
      for (const { thread } of added) this.#endHelper(thread);
      throw error;
    }
    for (const helper of added) helper.isUp = true;
  }

  /** Sends a task to the worker, after all earlier ones. */
  request(
    task: Task,
    client: Client = {},
    transfer: readonly MessagePort[] = [],
  ): Running<SearchResult | undefined> & { readonly id: number } {
    const id = ++this.#lastId;
    const result = new Promise<SearchResult | undefined>((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      this.#pending.set(id, { ...client, task, resolve, reject });
      this.#thread.keepAlive(true);
      this.#thread.post({ id, task }, transfer);
    });
    return { id, result, stop: () => this.#stop(id) };
  }

  /** Passes a ponder hit to its search; false if it cannot reach the worker. */
  ponderHit(id: number, instant: number): boolean {
    this.#signals?.ponderHit(id, instant);
    return this.#signals !== null;
  }

  /** Ends the worker. Pending requests are rejected. */
  async dispose(): Promise<void> {
    const helpers = [...this.#helpers.values()];
    this.#fail(new WazabaError("engine", message`the engine has been disposed of`));
    await Promise.all([this.#thread.end(), ...helpers.map((helper) => helper.end())]);
  }

  #startHelper(): NewHelper {
    const thread = ++this.#lastHelper;
    const { port1, port2 } = new MessageChannel();
    const start = { signals: null, cache: { files: {}, speeds: {} }, helps: port2 };
    let fail = (_failure: WazabaError) => {};
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const helper: NewHelper = { thread, port: port1, failed, isUp: false };
    const onEnd = (failure: WazabaError) => this.#loseHelper(thread, helper.isUp ? this.#onHelperLost : fail, failure);
    const started = this.#startThread(start, { onReplies: () => {}, onEnd }, this.#place);
    // The search worker waits for its helpers.
    started.keepAlive(false);
    this.#helpers.set(thread, started);
    return helper;
  }

  /** A helper thread has died; the others continue. */
  #loseHelper(thread: number, report: (failure: WazabaError) => void, failure: WazabaError): void {
    if (!this.#helpers.has(thread)) return;
    this.#endHelper(thread);
    report(new WazabaError(failure.code, message`a helper thread is lost: ${failure.messageData}`));
  }

  async #endHelper(thread: number): Promise<void> {
    const helper = this.#helpers.get(thread);
    this.#helpers.delete(thread);
    this.#thread.post({ id: SETUP_ID, task: { type: "drop-helper", thread } });
    await helper?.end();
  }

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

  #receive(reply: Reply): void {
    if (reply.type === "cached") this.#keepCache(reply.cache);
    if (reply.type === "no-net") this.#onNoNet(reply.reason);
    if (reply.type === "lost") {
      this.#loseHelper(reply.thread, this.#onHelperLost, new WazabaError("engine", message`it does not answer`));
    }
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
    for (const helper of this.#helpers.values()) helper.end();
    this.#helpers.clear();
    for (const pending of this.#pending.values()) pending.reject(this.#failure);
    this.#pending.clear();
  }
}
