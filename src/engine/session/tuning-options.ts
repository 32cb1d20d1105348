/** The tunables of the search as options of a session (`--tune`). */

import { findTunable, TUNABLES, TUNED, type Tunable, type Tuning } from "../core/tuning";
import { type Option, parseOption } from "./options";

/** The tunables of a session. */
export class TuningOptions {
  readonly #numbers = new Map<number, number>();

  /** The values that were set. */
  get numbers(): Tuning {
    return this.#numbers;
  }

  /** All tunables as options, by name. */
  options(): [name: string, option: Option][] {
    return TUNABLES.map((tunable, index) => [tunable.name, optionOf(tunable, index)]);
  }

  /**
   * Sets a tunable by its name.
   *
   * @returns whether there is one of that name
   * @throws {WazabaError} `option` for an invalid value
   */
  set(name: string, text: string): boolean {
    const index = findTunable(name);
    if (index === undefined) return false;
    const tunable = TUNABLES[index];
    this.#numbers.set(index, parseOption(tunable.name, optionOf(tunable, index), text) as number);
    return true;
  }
}

/** Deeper than any search, plies. */
const NEVER = 127;

/**
 * The option of a tunable, with a wider range: up to twice the maximum, or to the value that switches its step off; but down
 * to 0 only where that is allowed, since some tunables divide.
 */
function optionOf({ about, min, max, off = 1 }: Tunable, index: number): Option {
  const range = { min: Math.min(1, min, off), max: Math.max(NEVER, 2 * max, off) };
  return { type: "spin", default: TUNED[index], ...range, about };
}
