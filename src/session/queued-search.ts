/** A search in the queue of a session: it can be stopped, or get its ponder hit, before it has begun. */

import type { Running } from "../engine/dispatcher";
import { now } from "../time/time-management";

/** What runs for a search; counting leaves has no clock to hit. */
type Work = Running<unknown> & { ponderHit?(instant: number): void };

/** A search from the moment it is asked for: it can be stopped, or its ponder move be played, before it has begun. */
export class QueuedSearch {
  /** Resolved when it may answer. */
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

  /** When its clock began: as it was asked for, or when the one before it had ended, or its ponder move was played. */
  get start(): number {
    return Math.max(this.#start, this.#hit ?? 0);
  }

  /** The search before it has ended only now. */
  restart(): void {
    this.#start = now();
  }

  /** Its turn has come, and it is known whether its answer has to wait. */
  begin({ infinite, ponder }: { readonly infinite: boolean; readonly ponder: boolean }): void {
    this.#hasBegun = true;
    this.#isInfinite = infinite;
    this.isPondering = ponder && this.#hit === null;
    this.#answerIfAllowed();
  }

  /** What it does now; to be stopped if it has been already. */
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

  /** Ends it if it would not end by itself. */
  release(): void {
    if (this.#isInfinite || this.isPondering) this.stop();
  }

  #answerIfAllowed(): void {
    if (this.#hasBegun && !this.#isInfinite && !this.isPondering) this.#letGo();
  }
}
