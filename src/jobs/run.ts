/** A run: jobs of one kind, whose results come in the order of the jobs however many are under way. */

import type { JobKind } from "./job";
import type { Pool } from "./pool";

export interface Run<Setup, Params, Result> {
  readonly kind: JobKind<Setup, Params, Result>;
  /** What all jobs have in common: plain data, as the parameters and the results are. */
  readonly setup: Setup;
  /** The index of the first job, and the exclusive end. */
  readonly from: number;
  readonly to: number;
  /**
   * A job's parameters; null if there is no such job, and none after it. They are asked for in the order of the jobs, each when
   * a worker is free for it.
   */
  params(index: number): Params | null | Promise<Params | null>;
  /** Hears of each result in the order of the jobs, so the results there are never have gaps; true: there are enough. */
  onResult(result: Result, index: number): boolean;
}

/**
 * Does the jobs until all are done, there are enough, one fails, or the signal comes, which is no error. Results that have not
 * had their turn by then are lost.
 *
 * @throws what a job or `onResult` threw first
 */
export async function runJobs<Setup, Params, Result>(
  run: Run<Setup, Params, Result>,
  pool: Pool,
  signal: AbortSignal,
): Promise<void> {
  const { kind, setup, from, to } = run;
  const over = new AbortController();
  const end = () => over.abort();
  const finished = new Map<number, Result>();
  let begun = from;
  let awaited = from;
  /** Parameters are made one after the other: what makes them need not know of several workers. */
  let last: Promise<unknown> = Promise.resolve();
  const next = async () => {
    if (begun >= to) return null;
    const index = begun++;
    const made = last.then(() => run.params(index));
    last = made.catch(() => {});
    const params = await made;
    return params === null ? null : { index, params };
  };
  const done = (index: number, result: Result) => {
    finished.set(index, result);
    for (; finished.has(awaited) && !over.signal.aborted; awaited++) {
      const due = finished.get(awaited) as Result;
      finished.delete(awaited);
      if (run.onResult(due, awaited)) end();
    }
  };
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  try {
    await pool.work({ kind, setup, size: to - from, next, done }, over.signal);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
