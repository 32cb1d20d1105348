/** A worker of the cluster: takes jobs from queues, validates them as untrusted input, does them, and returns unfinished ones at its end. */

import { hostname } from "node:os";
import type { Job, Worker } from "bullmq";
import { quote } from "../errors";
import type { JobWorker } from "../jobs/job";
import { queueName, readQueueName } from "./build";
import type { Cluster } from "./connection";
import { type CheckedJob, checkJob, isRejection, type ResultMessage, type WorkerContext } from "./message";
import { TRIES } from "./pool";
import type { SearchMember } from "./search-member";
import { aborted, settledWithin } from "./waiting";

/**
 * How often a job may lose its worker before it counts as the cause. More than its failures, since innocent jobs lose a worker now and
 * then where machines come and go.
 */
const STALLS = 5;
/** Queues for other workers are reported if they were announced this recently, milliseconds. */
const RECENT_MS = 60_000;

export interface ClusterWorkerOptions extends WorkerContext {
  /** How many jobs it does at the same time. */
  readonly jobs: number;
  /** Its membership in searches on several machines, which jobs interrupt; null if none. */
  readonly member: Pick<SearchMember, "hold" | "release"> | null;
  /** Receives notices for people: rejected and failed jobs, among others. */
  readonly onNotice: (what: string) => void;
}

/** A worker's counters. */
export interface WorkerCounts {
  readonly done: number;
  readonly failed: number;
  readonly refused: number;
}

/** Does jobs until it is asked to stop. */
export class ClusterWorker {
  readonly #cluster: Cluster;
  readonly #options: ClusterWorkerOptions;
  readonly #workers = new Map<string, Worker>();
  /** Ready for further jobs with the same setup, so that running engines are kept. */
  readonly #idle: { readonly key: string; readonly worker: JobWorker<object, unknown> }[] = [];
  readonly #busy = new Set<JobWorker<object, unknown>>();
  readonly #slots: Slots;
  /** Queues that have been reported. */
  readonly #reported = new Set<string>();
  readonly #counts = { done: 0, failed: 0, refused: 0 };
  #isOver = false;

  constructor(cluster: Cluster, options: ClusterWorkerOptions) {
    this.#cluster = cluster;
    this.#options = options;
    this.#slots = new Slots(options.jobs);
  }

  get counts(): WorkerCounts {
    return { ...this.#counts };
  }

  /** Works until the signal aborts; unfinished jobs are then returned to their queues. */
  async work(signal: AbortSignal): Promise<void> {
    const { build } = this.#options;
    this.#listen(queueName(build, []));
    const poll = () => this.#poll().catch(() => {});
    await Promise.race([poll(), aborted(signal)]);
    // Queues for other engines come and go.
    const timer = setInterval(poll, this.#cluster.intervals.pollMs);
    await aborted(signal);
    clearInterval(timer);
    await this.#end();
  }

  /** Polls for queues that can be served here. */
  async #poll(): Promise<void> {
    const { build, engines, onNotice } = this.#options;
    for (const { name, age } of await this.#cluster.queues()) {
      const wanted = readQueueName(name);
      if (wanted.build === build && wanted.engines.every((engine) => engines.has(engine))) this.#listen(name);
      else if (age < RECENT_MS && !this.#reported.has(name)) {
        this.#reported.add(name);
        const missing = wanted.engines.filter((engine) => !engines.has(engine));
        const other = wanted.build === build ? "" : `Wazaba ${wanted.build}, but this is ${build}`;
        const what = other || `${missing.map((engine) => `--engine ${engine}=…`).join(" ")}, which this worker lacks`;
        onNotice(`leaving jobs to other workers: they need ${what}`);
      }
    }
  }

  #listen(queue: string): void {
    if (this.#workers.has(queue) || this.#isOver) return;
    const self = { host: hostname(), pid: process.pid, jobs: this.#options.jobs };
    const worker = this.#cluster.worker(queue, self, STALLS, (job, token) => this.#take(job, token));
    this.#workers.set(queue, worker);
  }

  /** Does a job of any queue, once a slot is free. */
  async #take(job: Job, token: string): Promise<ResultMessage> {
    const { UnrecoverableError, WaitingError } = this.#cluster.verdicts;
    await this.#slots.take();
    await this.#options.member?.hold();
    try {
      const result = await this.#do(checkJob(job.data, this.#options));
      this.#counts.done++;
      return { result };
    } catch (error) {
      if (this.#isOver) {
        await job.moveToWait(token);
        throw new WaitingError();
      }
      const { message } = error as Error;
      const name = quote(String(job.id));
      if (isRejection(error)) {
        this.#counts.refused++;
        this.#options.onNotice(`job ${name} rejected: ${message}`);
        throw new UnrecoverableError(`refused: ${message}`);
      }
      this.#counts.failed++;
      this.#options.onNotice(`job ${name} failed: ${message}`);
      // Anybody may have set the number of tries of a job.
      if (job.attemptsMade + 1 >= TRIES) throw new UnrecoverableError(message);
      throw new Error(message);
    } finally {
      this.#options.member?.release();
      this.#slots.free();
    }
  }

  async #do({ kind, setup, params, index, key }: CheckedJob): Promise<unknown> {
    if (this.#isOver) throw new Error("the worker has ended");
    const place = this.#idle.findIndex((idle) => idle.key === key);
    const ready = place < 0 ? null : this.#idle.splice(place, 1)[0].worker;
    const worker = ready ?? kind.worker(setup);
    this.#busy.add(worker);
    let isFit = false;
    try {
      if (ready === null) {
        await this.#makeRoom();
        await worker.open();
      }
      const result = await worker.run(params, index);
      isFit = true;
      return result;
    } finally {
      this.#busy.delete(worker);
      if (isFit && !this.#isOver) this.#idle.push({ key, worker });
      else await worker.close();
    }
  }

  /** Closes workers idling for other setups, oldest first, so that there are never more engines than slots. */
  async #makeRoom(): Promise<void> {
    const surplus = this.#idle.length + this.#busy.size - this.#options.jobs;
    const ended = this.#idle.splice(0, Math.max(0, surplus));
    await Promise.all(ended.map(({ worker }) => worker.close()));
  }

  async #end(): Promise<void> {
    this.#isOver = true;
    // First stop taking jobs; then those in progress fail, and so are returned.
    const closing = [...this.#workers.values()].map((worker) => worker.close());
    const all = [...this.#busy, ...this.#idle.splice(0).map(({ worker }) => worker)];
    await Promise.all(all.map((worker) => worker.close()));
    // If Redis is unavailable now, it will notice by itself that the jobs have no worker.
    await settledWithin(Promise.all(closing), this.#cluster.intervals.pollMs);
  }
}

/** A semaphore: as many at the same time as there are slots; others wait in order. */
class Slots {
  #count: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  async take(): Promise<void> {
    if (this.#count > 0) this.#count--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  free(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#count++;
    else next();
  }
}
