/** A tuning run in progress: SPSA chooses what each iteration plays, and learns from its result. */

import { formatOpening, type OpeningSuite } from "../openings/suite";
import type { IterationResult, TuneParams } from "./jobs";
import type { Spsa, Trial } from "./spsa";

/** A finished iteration: plain data, and all that is kept of it. */
export interface Iteration extends IterationResult {
  /** From 0. */
  readonly iteration: number;
  /** The parameters' values after it, by name. */
  readonly values: Readonly<Record<string, number>>;
}

/** Iterations are started in order, and their results are learned in order; several may be in progress. */
export class Tuning {
  readonly #spsa: Spsa;
  readonly #suite: OpeningSuite;
  readonly #pairs: number;
  readonly #trials = new Map<number, Trial>();

  /** @param pairs game pairs per iteration */
  constructor(spsa: Spsa, suite: OpeningSuite, pairs: number) {
    this.#spsa = spsa;
    this.#suite = suite;
    this.#pairs = pairs;
  }

  /** What an iteration plays, given what is known now. */
  async params(iteration: number): Promise<TuneParams> {
    const first = iteration * this.#pairs;
    const openings = [];
    for (let pair = first; pair < first + this.#pairs; pair++) {
      openings.push(formatOpening(await this.#suite.opening(pair), this.#suite));
    }
    const trial = this.#spsa.trial(iteration);
    this.#trials.set(iteration, trial);
    return { plus: this.#optionsOf(trial.plus), minus: this.#optionsOf(trial.minus), openings };
  }

  /** Takes the step that an iteration's result calls for. */
  learn(iteration: number, result: IterationResult): Iteration {
    const spsa = this.#spsa;
    spsa.learn(this.#trials.get(iteration) as Trial, (result.wins - result.losses) / (2 * this.#pairs));
    this.#trials.delete(iteration);
    const values = Object.fromEntries(spsa.parameters.map(({ name }, i) => [name, spsa.values[i]]));
    return { iteration, ...result, values };
  }

  #optionsOf(point: readonly number[]): TuneParams["plus"] {
    return this.#spsa.parameters.map(({ name }, i) => [name, String(point[i])]);
  }
}
