/** The tunables of the search, for tuning and for experiments; declared in `assembly/search/tunables.json`. */

import declared from "../../../assembly/search/tunables.json";

/** A tunable: a number of the search. */
export interface Tunable {
  readonly name: string;
  /** Its default. */
  readonly value: number;
  /** Its range. */
  readonly min: number;
  readonly max: number;
  /** The value that switches its search step off, if there is one. */
  readonly off?: number;
  /** What it is, with its unit. */
  readonly about: string;
}

/** Values of tunables other than their defaults, by index in `TUNABLES`. */
export type Tuning = ReadonlyMap<number, number>;

export const TUNABLES: readonly Tunable[] = declared;

/** The defaults, in the order of `TUNABLES`. */
export const TUNED: readonly number[] = TUNABLES.map(({ value }) => value);

/** The index of the tunable of that name, in any case; undefined if there is none. */
export function findTunable(name: string): number | undefined {
  const wanted = name.toLowerCase();
  const index = TUNABLES.findIndex((known) => known.name.toLowerCase() === wanted);
  return index < 0 ? undefined : index;
}
