/** The journal of a tuning run: a header with what is tuned and how, then a line of JSON for each iteration. */

import { type Conditions, parseObject } from "../../jobs/conditions";
import { Journal } from "../../jobs/journal";
import type { Iteration } from "./tuning";

export class TuneJournal {
  /** The iterations it contained when it was opened. */
  readonly iterations: readonly Iteration[];
  readonly #journal: Journal;

  /** @throws {WazabaError} `file` if it cannot be opened, or belongs to another tuning run */
  constructor(name: string, conditions: Conditions) {
    const what = { none: "no tuning", other: "another tuning" };
    this.#journal = new Journal(name, { kind: "tune", conditions, what });
    this.iterations = this.#journal.results(parseIteration, "iteration");
  }

  /** @throws {WazabaError} `file` if the disk is full */
  add(iteration: Iteration): void {
    this.#journal.add([JSON.stringify(iteration)]);
  }

  close(): void {
    this.#journal.close();
  }
}

function parseIteration(line: string, index: number): Iteration | null {
  const iteration = parseObject(line) as Iteration | null;
  return iteration?.iteration === index && typeof iteration.values === "object" ? iteration : null;
}
