/** The tunables of the search as options of a session (`--tune`). */

import { findTunable, TUNABLES, TUNED, type Tunable, type Tuning } from "../core/tuning";
import { type Option, parseOption } from "./options";

/** What a session has made of the numbers. */
export class TuningOptions {
  readonly #numbers = new Map<number, number>();

  /** Those that were set. */
  get numbers(): Tuning {
    return this.#numbers;
  }

  /** What options there are, by their names. */
  options(): [name: string, option: Option][] {
    return TUNABLES.map((tunable, index) => [tunable.name, optionOf(tunable, index)]);
  }

  /**
   * Sets a number by its name.
   *
   * @returns whether there is one of that name
   * @throws {WazabaError} `option` if it takes no such value
   */
  set(name: string, text: string): boolean {
    const index = findTunable(name);
    if (index === undefined) return false;
    const tunable = TUNABLES[index];
    this.#numbers.set(index, parseOption(tunable.name, optionOf(tunable, index), text) as number);
    return true;
  }
}

/** No search is as deep, plies. */
const NEVER = 127;

/**
 * A wider range than a tuner's: up to twice as much, or to what switches the step off; but not down to 0 unless that makes
 * sense, for some numbers divide.
 */
function optionOf({ about, least, most, off = 1 }: Tunable, index: number): Option {
  const range = { least: Math.min(1, least, off), most: Math.max(NEVER, 2 * most, off) };
  return { type: "spin", default: TUNED[index], ...range, about };
}
