/** The helper threads of a search worker: the host starts and ends them, the worker talks to them through ports of their own. */

import { WazabaError } from "../../errors";
import { message } from "../../message";
import type { NewHelper } from "../worker/messages";
import type { Place, StartThread, Thread } from "./thread-types";

/** A helper thread that has just started. */
interface Starting extends NewHelper {
  /** Rejects if it dies before it is up. */
  readonly failed: Promise<never>;
  isUp: boolean;
}

/** How the helpers' owner reaches the search worker. */
export interface HelperHost {
  /** Makes the search worker add helpers; resolves when they are up. */
  add(helpers: readonly NewHelper[]): Promise<unknown>;
  /** Makes the search worker forget a helper. */
  drop(thread: number): void;
  /** Called when a helper thread has died. The search continues without it. */
  onLost(reason: WazabaError): void;
}

export class HelperThreads {
  readonly #startThread: StartThread;
  readonly #place: Place;
  readonly #host: HelperHost;
  /** By number, from 1. No number is used twice. */
  readonly #threads = new Map<number, Thread>();
  #last = 0;

  constructor(startThread: StartThread, place: Place, host: HelperHost) {
    this.#startThread = startThread;
    this.#place = place;
    this.#host = host;
  }

  get count(): number {
    return this.#threads.size;
  }

  /**
   * Sets their number.
   *
   * @throws {WazabaError} `memory`, `asset` or `engine` if they cannot start; the number is then as before
   */
  async setCount(count: number): Promise<void> {
    const before = [...this.#threads.keys()];
    // All at once, since another call may come before these are up.
    const ended = before.slice(count).map((thread) => this.#end(thread));
    const added = Array.from({ length: Math.max(0, count - before.length) }, () => this.#start());
    await Promise.all(ended);
    if (added.length === 0) return;
    try {
      const failed = Promise.race(added.map(({ failed }) => failed));
      const helpers = added.map(({ thread, port }) => ({ thread, port }));
      await Promise.race([this.#host.add(helpers), failed]);
    } catch (error) {
      for (const { thread } of added) this.#end(thread);
      throw error;
    }
    for (const helper of added) helper.isUp = true;
  }

  /** The search worker gets no answer from a helper. */
  lose(thread: number): void {
    this.#lose(thread, this.#host.onLost, new WazabaError("engine", message`it does not answer`));
  }

  /** Ends all; they no longer count at once. */
  async endAll(): Promise<void> {
    const threads = [...this.#threads.values()];
    this.#threads.clear();
    await Promise.all(threads.map((thread) => thread.end()));
  }

  #start(): Starting {
    const thread = ++this.#last;
    const { port1, port2 } = new MessageChannel();
    const start = { signals: null, cache: { files: {}, speeds: {} }, helps: port2 };
    let fail = (_failure: WazabaError) => {};
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const helper: Starting = { thread, port: port1, failed, isUp: false };
    const onEnd = (failure: WazabaError) => this.#lose(thread, helper.isUp ? this.#host.onLost : fail, failure);
    const started = this.#startThread(start, { onReplies: () => {}, onEnd }, this.#place);
    // The search worker waits for its helpers.
    started.keepAlive(false);
    this.#threads.set(thread, started);
    return helper;
  }

  /** A helper thread has died; the others continue. */
  #lose(thread: number, report: (failure: WazabaError) => void, failure: WazabaError): void {
    if (!this.#threads.has(thread)) return;
    this.#end(thread);
    report(new WazabaError(failure.code, message`a helper thread is lost: ${failure.messageData}`));
  }

  async #end(thread: number): Promise<void> {
    const helper = this.#threads.get(thread);
    this.#threads.delete(thread);
    this.#host.drop(thread);
    await helper?.end();
  }
}
