/** The pool: does the jobs of a run, several at a time, in this process or on many machines. */

import type { JobKind, JobWorker } from "./job";

/** The queue of a run's jobs. */
export interface Queue<Setup, Params, Result> {
  readonly kind: JobKind<Setup, Params, Result>;
  /** What all jobs share. */
  readonly setup: Setup;
  /** The maximum number of jobs. */
  readonly size: number;
  /** Returns the next job when a worker is free; null if there are none left. */
  next(): Promise<{ readonly index: number; readonly params: Params } | null>;
  /** Records a result; jobs may finish out of order. */
  done(index: number, result: Result): void;
}

export interface Pool {
  /** How many jobs it does at the same time; the maximum so far if that changes. */
  readonly size: number;
  /**
   * Does jobs until none are left, one fails, or the signal aborts, which is not an error. When it returns, nothing of it is left
   * running in this process.
   *
   * @throws the first error of a worker or the queue
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
          await workThrough(queue, worker, () => isOver);
        } catch (error) {
          // After the end, workers fail because they were closed.
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

/** One worker's loop. */
async function workThrough<S, P, R>(
  queue: Queue<S, P, R>,
  worker: JobWorker<P, R>,
  isOver: () => boolean,
): Promise<void> {
  if (isOver()) return;
  await worker.open();
  while (!isOver()) {
    const job = await queue.next();
    if (job === null || isOver()) return;
    const result = await worker.run(asData(job.params), job.index);
    if (!isOver()) queue.done(job.index, asData(result));
  }
}

/** Jobs and results go through JSON even here, so that nothing can get into them that could not leave this process. */
function asData<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
