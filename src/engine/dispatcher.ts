/**
 * Dispatcher of a search worker: sends requests in order, hands replies to their askers, stops a busy worker.
 *
 * A stop reaches the worker through shared memory. Pages without COOP and COEP headers have none: there the worker is ended,
 * and a spare worker, which has the script and the files, goes on with an empty transposition table.
 */

import { WazabaError } from "../errors";
import type { Configure, Provisions, Reply, Request, SearchResult, Task } from "./messages";
import { Signals } from "./signals";
import { threads } from "./thread";
import type { Place, StartThread, Thread } from "./thread-types";

export interface DispatcherOptions extends Place {
  /** Whether threads can share memory. @default detected */
  readonly sharesMemory?: boolean | undefined;
}

/** A request under way in the worker. */
export interface Running<T> {
  readonly result: Promise<T>;
  /** Ends it early; the result is then the best so far. */
  stop(): void;
}

/** What a task reports to. */
export interface Client {
  onReply?(reply: Reply): void;
  /** The result of a stopped task whose worker was ended. Without it, the task starts again. */
  soFar?(): SearchResult | undefined;
}

interface Pending extends Client {
  readonly task: Task;
  readonly resolve: (result: SearchResult | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** The id of requests that set up a replacement worker. */
const NOBODYS = 0;

export class Dispatcher {
  readonly #startThread: StartThread;
  readonly #place: Place;
  /** Null where threads share no memory. */
  readonly #signals: Signals | null;
  /** In the order of the requests, and of their ids. */
  readonly #pending = new Map<number, Pending>();
  #lastId = NOBODYS;
  #thread: Thread;
  /** Takes the place of the present thread when that is ended. */
  #spare: Thread | null = null;
  /** What a new worker starts with. */
  #provisions: Provisions = { kit: {}, speeds: {} };
  #configured: Configure | null = null;
  #failure: WazabaError | null = null;

  private constructor(startThread: StartThread, { sharesMemory, ...place }: DispatcherOptions) {
    this.#startThread = startThread;
    this.#place = place;
    this.#signals = (sharesMemory ?? typeof SharedArrayBuffer !== "undefined") ? new Signals() : null;
    this.#thread = this.#start();
  }

  /** Starts a worker. */
  static async create(options: DispatcherOptions): Promise<Dispatcher> {
    return new Dispatcher(await threads(), options);
  }

  /** Why it cannot be used any more: its worker has died, or it was disposed of. Null while it works. */
  get failure(): WazabaError | null {
    return this.#failure;
  }

  /** Sends a task to the worker, after all earlier ones. */
  request(task: Task, client: Client = {}): Running<SearchResult | undefined> & { readonly id: number } {
    const id = ++this.#lastId;
    const result = new Promise<SearchResult | undefined>((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      this.#pending.set(id, { ...client, task, resolve, reject });
      this.#thread.post({ id, task });
    });
    return { id, result, stop: () => this.#stop(id) };
  }

  /** Tells a ponder search of its ponder hit; false if the worker cannot be told. */
  ponderHit(id: number, instant: number): boolean {
    this.#signals?.ponderHit(id, instant);
    return this.#signals !== null;
  }

  /** Ends the worker. Pending requests are rejected. */
  async dispose(): Promise<void> {
    this.#fail(new WazabaError("engine", "the engine has been disposed of"));
    await this.#thread.end();
  }

  #start(): Thread {
    const start = { signals: this.#signals?.memory ?? null, provisions: this.#provisions };
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
    if (reply.type === "provided") this.#provide(reply.provisions);
    if (reply.id === NOBODYS && reply.type === "failed") this.#fail(new WazabaError("engine", reply.message));
    const pending = this.#pending.get(reply.id);
    if (pending === undefined) return;
    pending.onReply?.(reply);
    if (reply.type === "done") {
      this.#pending.delete(reply.id);
      if (pending.task.type === "configure") this.#configured = pending.task;
      pending.resolve(reply.result);
    } else if (reply.type === "failed") {
      this.#pending.delete(reply.id);
      pending.reject(new WazabaError(reply.code, reply.message));
    }
  }

  /** Received only where a worker may have to be replaced: from now on a spare one stands ready. */
  #provide(provisions: Provisions): void {
    // A late message of an ended worker needs no spare.
    if (this.#failure !== null) return;
    this.#provisions = provisions;
    this.#spare?.end();
    this.#spare = this.#start();
  }

  #stop(id: number): void {
    if (this.#signals !== null) this.#signals.stop(id);
    else if (this.#pending.has(id)) this.#replace(id);
  }

  /** Ends the worker. Another one takes the requests that are left and were not stopped. */
  #replace(stopped: number): void {
    const replaced = this.#thread;
    this.#thread = this.#spare ?? this.#start();
    replaced.end();
    this.#spare = this.#start();
    if (this.#configured !== null) this.#thread.post({ id: NOBODYS, task: this.#configured });
    for (const [id, { task, soFar, resolve }] of this.#pending) {
      if (id <= stopped && soFar !== undefined) {
        this.#pending.delete(id);
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
    for (const pending of this.#pending.values()) pending.reject(this.#failure);
    this.#pending.clear();
  }
}
