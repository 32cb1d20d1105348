/** Outbox of the search worker: sends several replies in one message. */

import { now } from "../time/time-management";
import type { Reply } from "./messages";

/** No reply waits for others longer than this, milliseconds: nobody sees the difference. */
const PATIENCE = 10;

/**
 * Sends replies several at a time: each message wakes the main thread, and short searches, as in matches, tell of ten
 * iterations within some milliseconds.
 */
export class Outbox {
  readonly #send: (replies: readonly Reply[]) => void;
  #waiting: Reply[] = [];
  /** Since when the first of them waits. */
  #since = 0;

  constructor(send: (replies: readonly Reply[]) => void) {
    this.#send = send;
  }

  add(reply: Reply): void {
    if (this.#waiting.length === 0) this.#since = now();
    this.#waiting.push(reply);
  }

  /** Sends what has waited long enough, with all after it. To be called now and then. */
  flushOld(): void {
    if (this.#waiting.length > 0 && now() - this.#since >= PATIENCE) this.flush();
  }

  flush(): void {
    this.#send(this.#waiting);
    this.#waiting = [];
  }
}
