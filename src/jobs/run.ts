/** A run: jobs of one kind, whose results are delivered in order, however many are in progress. */

import type { JobKind } from "./job";
import type { Pool } from "./pool";

export interface Run<Setup, Params, Result> {
  readonly kind: JobKind<Setup, Params, Result>;
  /** What all jobs share: plain data, like the parameters and the results. */
  readonly setup: Setup;
  /** The index of the first job, and the exclusive end. */
  readonly from: number;
  readonly to: number;
  /**
   * A job's parameters; null if neither it nor any later job exists. Called in the order of the jobs, each time when a worker is
   * free.
   */
  params(index: number): Params | null | Promise<Params | null>;
  /** Receives each result, in the order of the jobs, without gaps; returns true once there are enough. */
  onResult(result: Result, index: number): boolean;
}

/**
 * Does the jobs until all are done, there are enough, one fails, or the signal aborts, which is not an error. Results not yet
 * delivered by then are lost.
 *
 * @throws the first error of a job or `onResult`
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
  let started = from;
  let awaited = from;
  /** Parameters are created one at a time, so `params` need not be reentrant. */
  let last: Promise<unknown> = Promise.resolve();
  const next = async () => {
    if (started >= to) return null;
    const index = started++;
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
