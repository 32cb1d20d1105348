/** A search in the queue of a session: it can be stopped, or receive its ponder hit, before it has started. */

import type { Running } from "../threads/searcher";
import { now } from "../time/time-management";

/** A running request; perft has no ponder hit. */
type Work = Running<unknown> & { ponderHit?(instant: number): void };

export class QueuedSearch {
  /** Resolved when the answer may be sent. */
  readonly released: Promise<void>;
  isPondering = false;
  isStopped = false;
  #start = now();
  #hit: number | null = null;
  #hasBegun = false;
  #isInfinite = false;
  #running: Work | null = null;
  #letGo: () => void = () => {};

  constructor() {
    this.released = new Promise((resolve) => {
      this.#letGo = resolve;
    });
  }

  /** When its clock started: at the request, at the end of the search before it, or at the ponder hit. */
  get start(): number {
    return Math.max(this.#start, this.#hit ?? 0);
  }

  /** Restarts its clock, when the search before it has only just ended. */
  restart(): void {
    this.#start = now();
  }

  /** Starts its turn. An infinite search or a ponder search holds its answer back. */
  begin({ infinite, ponder }: { readonly infinite: boolean; readonly ponder: boolean }): void {
    this.#hasBegun = true;
    this.#isInfinite = infinite;
    this.isPondering = ponder && this.#hit === null;
    this.#answerIfAllowed();
  }

  /** Attaches the running request; stops it at once if `stop` was called before. */
  run(running: Work): void {
    this.#running = running;
    if (this.isStopped) running.stop();
    else if (this.#hit !== null) running.ponderHit?.(this.#hit);
  }

  ponderHit(): void {
    this.#hit ??= now();
    this.isPondering = false;
    this.#running?.ponderHit?.(this.#hit);
    this.#answerIfAllowed();
  }

  stop(): void {
    this.isStopped = true;
    this.#running?.stop();
    this.#letGo();
  }

  /** Stops it if it would not end on its own. */
  release(): void {
    if (this.#isInfinite || this.isPondering) this.stop();
  }

  #answerIfAllowed(): void {
    if (this.#hasBegun && !this.#isInfinite && !this.isPondering) this.#letGo();
  }
}
