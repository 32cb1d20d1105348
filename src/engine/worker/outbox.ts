/** Outbox of the search worker: sends several replies in one message. */

import { now } from "../time/time-management";
import type { Reply } from "./messages";

/** No reply waits longer than this, milliseconds. */
const PATIENCE = 10;

/**
 * Sends several replies in one message: each message wakes the main thread, and short searches, as in matches, report ten
 * iterations within milliseconds.
 */
export class Outbox {
  readonly #send: (replies: readonly Reply[]) => void;
  #waiting: Reply[] = [];
  /** When the first of them was added. */
  #since = 0;

  constructor(send: (replies: readonly Reply[]) => void) {
    this.#send = send;
  }

  add(reply: Reply): void {
    if (this.#waiting.length === 0) this.#since = now();
    this.#waiting.push(reply);
  }

  /** Sends all replies if the first has waited long enough. Call it from time to time. */
  flushOld(): void {
    if (this.#waiting.length > 0 && now() - this.#since >= PATIENCE) this.flush();
  }

  flush(): void {
    this.#send(this.#waiting);
    this.#waiting = [];
  }
}
