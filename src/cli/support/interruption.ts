/** Signals: the first one ends a long command in an orderly way, the second one at once. */

import { constants } from "node:os";

/**
 * A signal that soon after the first one is the same request, milliseconds: a terminal and npm both pass on a Ctrl-C, and a
 * shell's `kill` may reach a process twice.
 */
const SAME_REQUEST_MS = 500;

/** Waits for SIGINT or SIGTERM: the first one aborts, a later one ends the process, and what is registered for `exit` still runs. */
export class Interruption {
  readonly #controller = new AbortController();
  #abortedAt = Number.POSITIVE_INFINITY;
  readonly #onSignal = (name: NodeJS.Signals) => {
    const since = performance.now() - this.#abortedAt;
    if (since >= SAME_REQUEST_MS) process.exit(128 + constants.signals[name]);
    if (this.name !== null) return;
    this.name = name;
    this.exitCode = 128 + constants.signals[name];
    this.#abortedAt = performance.now();
    this.#controller.abort();
  };
  /** Which one it was; null if there was none. */
  name: NodeJS.Signals | null = null;
  /** 0 if there was none. */
  exitCode = 0;

  constructor() {
    for (const name of ["SIGINT", "SIGTERM"]) process.on(name, this.#onSignal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stops listening; after a signal it keeps listening, so that a repetition does not cut off the last output. */
  dispose(): void {
    if (this.name !== null) return;
    for (const name of ["SIGINT", "SIGTERM"]) process.off(name, this.#onSignal);
  }
}
