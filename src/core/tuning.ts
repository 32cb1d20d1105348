/** The tunables of the search, for the tuner and for sessions that try out others; declared in `assembly/search/tunables.json`. */

import declared from "../../assembly/search/tunables.json";

/** A number of the search that can be tuned. */
export interface Tunable {
  readonly name: string;
  /** What the core begins with. */
  readonly value: number;
  /** The range that a tuner may try. */
  readonly least: number;
  readonly most: number;
  /** What switches its step off, where one number alone does. */
  readonly off?: number;
  /** What it is, with its unit. */
  readonly about: string;
}

/** Numbers that a search is to take instead of the core's own, by their places in `TUNABLES`. */
export type Tuning = ReadonlyMap<number, number>;

export const TUNABLES: readonly Tunable[] = declared;

/** The numbers that a core begins with, in the order of `TUNABLES`. */
export const TUNED: readonly number[] = TUNABLES.map(({ value }) => value);

/** The place of the number of that name, in whatever case; undefined if there is none. */
export function findTunable(name: string): number | undefined {
  const wanted = name.toLowerCase();
  const index = TUNABLES.findIndex((known) => known.name.toLowerCase() === wanted);
  return index < 0 ? undefined : index;
}
