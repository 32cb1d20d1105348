/**
 * Dispatcher of a search worker: sends requests in order, hands replies to their askers, stops a busy worker.
 *
 * It hears of a stop through memory that threads share. Pages without COOP and COEP headers have none: there the worker is
 * ended, and another one, which has its script and what the first has read at hand, goes on where it was, with an empty table.
 */

import { WazabaError } from "../errors";
import type { Configure, Provisions, Reply, Request, SearchResult, Task } from "./messages";
import { Signals } from "./signals";
import { threads } from "./thread";
import type { Place, StartThread, Thread } from "./thread-types";

export interface DispatcherOptions extends Place {
  /** Whether threads can share memory. @default as it is here */
  readonly sharesMemory?: boolean | undefined;
}

/** Something under way in the worker. */
export interface Running<T> {
  readonly result: Promise<T>;
  /** Ends it early; the result is then what was found until now. */
  stop(): void;
}

/** Who waits for a task. */
export interface Client {
  onReply?(reply: Reply): void;
  /** The answer of a task that is stopped, where nobody can ask the worker any more. Without it a task is begun again. */
  soFar?(): SearchResult | undefined;
}

interface Pending extends Client {
  readonly task: Task;
  readonly resolve: (result: SearchResult | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** Whatever puts a new worker in the place of the one before has no number of its own. */
const NOBODYS = 0;

export class Dispatcher {
  readonly #startThread: StartThread;
  readonly #place: Place;
  /** Null where threads share no memory. */
  readonly #signals: Signals | null;
  /** In the order in which they were asked for, which is that of their ids. */
  readonly #pending = new Map<number, Pending>();
  #lastId = NOBODYS;
  #thread: Thread;
  /** Takes the present thread's place when that has to be ended. */
  #spare: Thread | null = null;
  /** What a new worker begins with. */
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

  /** Why it is of no more use: its worker has ended by itself, or it was disposed of. Null as long as all is well. */
  get failure(): WazabaError | null {
    return this.#failure;
  }

  /** Asks the worker to do something, after all that it was asked for before. */
  request(task: Task, client: Client = {}): Running<SearchResult | undefined> & { readonly id: number } {
    const id = ++this.#lastId;
    const result = new Promise<SearchResult | undefined>((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      this.#pending.set(id, { ...client, task, resolve, reject });
      this.#thread.post({ id, task });
    });
    return { id, result, stop: () => this.#stop(id) };
  }

  /** Tells a ponder search that its move was played at that instant; false if it cannot be told. */
  ponderHit(id: number, instant: number): boolean {
    this.#signals?.ponderHit(id, instant);
    return this.#signals !== null;
  }

  /** Ends the worker. What is under way is rejected. */
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

  /** Told only where a worker may have to be replaced: from now on one stands ready. */
  #provide(provisions: Provisions): void {
    // What an ended worker had still to say needs no successor.
    if (this.#failure !== null) return;
    this.#provisions = provisions;
    this.#spare?.end();
    this.#spare = this.#start();
  }

  #stop(id: number): void {
    if (this.#signals !== null) this.#signals.stop(id);
    else if (this.#pending.has(id)) this.#replace(id);
  }

  /** Ends the worker. Of what it was asked for, another one does what is left and was not to be stopped. */
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

  /** Nothing more will come: all who wait are told, and no worker is left to wait. */
  #fail(failure: WazabaError): void {
    this.#failure ??= failure;
    this.#spare?.end();
    this.#spare = null;
    for (const pending of this.#pending.values()) pending.reject(this.#failure);
    this.#pending.clear();
  }
}
