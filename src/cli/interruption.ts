/** Signals: the first one ends a long command in order, the second one at once. */

import { constants } from "node:os";

/** Waits for SIGINT or SIGTERM: the first one aborts, the second one ends the process. */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #onSignal = (name: NodeJS.Signals) => {
    this.name = name;
    this.exitCode = 128 + constants.signals[name];
    this.dispose();
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

  /** Leaves signals alone from now on. */
  dispose(): void {
    for (const name of ["SIGINT", "SIGTERM"]) process.off(name, this.#onSignal);
  }
}
