/** The pool: does the jobs of a run, several at the same time, in this process or on many machines. */

import type { JobKind, JobWorker } from "./job";

/** The jobs of a run, as a pool takes them. */
export interface Queue<Setup, Params, Result> {
  readonly kind: JobKind<Setup, Params, Result>;
  /** What all jobs have in common. */
  readonly setup: Setup;
  /** How many there may be at most. */
  readonly size: number;
  /** The next job, asked for when a worker is free; null if there is none left. */
  next(): Promise<{ readonly index: number; readonly params: Params } | null>;
  /** A job is done; jobs that were begun later may be done sooner. */
  done(index: number, result: Result): void;
}

export interface Pool {
  /** How many jobs it does at the same time; the most so far where that changes. */
  readonly size: number;
  /**
   * Does jobs until there are none left, one fails or the signal comes, which is no error. Nothing of it is left at its end in
   * this process.
   *
   * @throws what a worker or the queue threw first
   */
  work<Setup, Params, Result>(queue: Queue<Setup, Params, Result>, signal: AbortSignal): Promise<void>;
}

/** A pool of workers in this process. */
export class LocalPool implements Pool {
  readonly size: number;

  /** @param size jobs at the same time */
  constructor(size: number) {
    this.size = size;
  }

  async work<Setup, Params, Result>(queue: Queue<Setup, Params, Result>, signal: AbortSignal): Promise<void> {
    const count = Math.max(0, Math.min(this.size, queue.size));
    const workers = Array.from({ length: count }, () => queue.kind.worker(asData(queue.setup)));
    let isOver = signal.aborted;
    const end = async () => {
      isOver = true;
      await Promise.all(workers.map((worker) => worker.close()));
    };
    const onAbort = () => void end();
    const failures: unknown[] = [];
    signal.addEventListener("abort", onAbort);
    await Promise.all(
      workers.map(async (worker) => {
        try {
          await workOff(queue, worker, () => isOver);
        } catch (error) {
          // Once a run is over its workers fail because they were closed.
          if (!isOver) failures.push(error);
          await end();
        }
      }),
    );
    signal.removeEventListener("abort", onAbort);
    await end();
    if (failures.length > 0) throw failures[0];
  }
}

/** One worker's part of the jobs. */
async function workOff<S, P, R>(queue: Queue<S, P, R>, worker: JobWorker<P, R>, isOver: () => boolean): Promise<void> {
  if (isOver()) return;
  await worker.open();
  while (!isOver()) {
    const job = await queue.next();
    if (job === null || isOver()) return;
    const result = await worker.run(asData(job.params), job.index);
    if (!isOver()) queue.done(job.index, asData(result));
  }
}

/** Jobs and results travel as JSON even here, so nothing can get into them that could not leave this process. */
function asData<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
