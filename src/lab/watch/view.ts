/** What the lab shows of a run, whatever its kind: facts, tables, curves and games. */

import type { Span } from "./growing-file";

/** A table whose first column names the row. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Values over the course of a run. */
export interface Chart {
  readonly title: string;
  /** What is counted from left to right: `pairs`. */
  readonly unit: string;
  readonly series: readonly Series[];
  /** Horizontal lines: `H1 at 2.94`. */
  readonly bounds: readonly { readonly label: string; readonly value: number }[];
  /** Decimals of its values. */
  readonly digits: number;
}

export interface Series {
  readonly label: string;
  readonly points: readonly Point[];
}

export type Point = readonly [x: number, y: number];

/** A game that can be looked at. */
export interface PlayedGame extends Span {
  /** From 0. */
  readonly index: number;
  readonly white: string;
  readonly black: string;
  /** `1-0`, `0-1` or `1/2-1/2`. */
  readonly result: string;
  readonly reason: string;
  readonly plies: number;
}

export interface View {
  /** What it is: `match`, `tournament`, `tuning`, `training games` or `training`. */
  readonly kind: string;
  /** `A against B`. */
  readonly title: string;
  /** `chess, 10+0.1, 12 of 200 games`. */
  readonly facts: string;
  readonly tables: readonly Table[];
  readonly charts: readonly Chart[];
  readonly games: readonly PlayedGame[];
}

/** More points of a curve cannot be distinguished. */
const MAX_POINTS = 200;

/** Places at which to draw the curve of `count` values, evenly, with the first and the last. */
export function sampled(count: number): number[] {
  if (count <= MAX_POINTS) return Array.from({ length: count }, (_, place) => place);
  return Array.from({ length: MAX_POINTS }, (_, i) => Math.round((i * (count - 1)) / (MAX_POINTS - 1)));
}
