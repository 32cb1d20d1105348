/** A worker of the cluster: takes jobs from queues, checks them as input from strangers, does them, and gives them back at its end. */

import { hostname } from "node:os";
import type { Job, Worker } from "bullmq";
import { quote } from "../errors";
import type { JobWorker } from "../jobs/job";
import { queueName, readQueueName } from "./build";
import type { Cluster } from "./connection";
import { type CheckedJob, checkJob, isRefusal, type Knowledge, type ResultMessage } from "./message";
import { TRIES } from "./pool";
import type { SearchMember } from "./search-member";
import { aborted, withPatience } from "./waiting";

/**
 * How often a job may lose its worker before it counts as what kills them. Not as few as its failures: where machines come and go,
 * innocent jobs lose a worker now and then.
 */
const STALLS = 5;
/** Queues of other builds that were wanted so recently are told of, milliseconds. */
const RECENT_MS = 60_000;

export interface ClusterWorkerOptions extends Knowledge {
  /** Jobs at the same time. */
  readonly jobs: number;
  /** Its part in searches on several machines, which jobs interrupt; null if it has none. */
  readonly member: Pick<SearchMember, "hold" | "release"> | null;
  /** Hears of jobs that were refused or have failed, and of what else people should know. */
  readonly onNotice: (what: string) => void;
}

/** What a worker has done. */
export interface WorkerCounts {
  readonly done: number;
  readonly failed: number;
  readonly refused: number;
}

/** Gets jobs done for as long as it is wanted. */
export class ClusterWorker {
  readonly #cluster: Cluster;
  readonly #options: ClusterWorkerOptions;
  readonly #workers = new Map<string, Worker>();
  /** Ready for further jobs of the same setup: engines that are started are kept. */
  readonly #idle: { readonly key: string; readonly worker: JobWorker<object, unknown> }[] = [];
  readonly #busy = new Set<JobWorker<object, unknown>>();
  readonly #slots: Slots;
  /** Builds that have been told of. */
  readonly #told = new Set<string>();
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

  /** Works until the signal comes; gives back what is under way then. */
  async work(signal: AbortSignal): Promise<void> {
    const { build } = this.#options;
    this.#listen(queueName(build, []));
    const look = () => this.#look().catch(() => {});
    await Promise.race([look(), aborted(signal)]);
    // Queues for other engines come and go.
    const timer = setInterval(look, this.#cluster.pace.lookMs);
    await aborted(signal);
    clearInterval(timer);
    await this.#end();
  }

  /** Looks for queues that can be served here. */
  async #look(): Promise<void> {
    const { build, engines, onNotice } = this.#options;
    for (const { name, age } of await this.#cluster.queues()) {
      const wanted = readQueueName(name);
      if (wanted.build === build && wanted.engines.every((engine) => engines.has(engine))) this.#listen(name);
      else if (age < RECENT_MS && !this.#told.has(name)) {
        this.#told.add(name);
        const missing = wanted.engines.filter((engine) => !engines.has(engine));
        const whose = wanted.build === build ? "" : `Wazaba ${wanted.build}, and this is ${build}`;
        const what = whose || `${missing.map((engine) => `--engine ${engine}=…`).join(" ")}, which is not here`;
        onNotice(`jobs are left to other workers: they are for ${what}`);
      }
    }
  }

  #listen(queue: string): void {
    if (this.#workers.has(queue) || this.#isOver) return;
    const self = { host: hostname(), pid: process.pid, jobs: this.#options.jobs };
    const worker = this.#cluster.worker(queue, self, STALLS, (job, token) => this.#take(job, token));
    this.#workers.set(queue, worker);
  }

  /** Does a job of any queue. It waits for its turn if those of other queues keep all slots busy. */
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
      if (isRefusal(error)) {
        this.#counts.refused++;
        this.#options.onNotice(`job ${name} is refused: ${message}`);
        throw new UnrecoverableError(`refused: ${message}`);
      }
      this.#counts.failed++;
      this.#options.onNotice(`job ${name} has failed: ${message}`);
      // The tries that a job asks for are a stranger's wish.
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

  /** Ends those that wait for jobs of other setups, oldest first: no more engines than jobs at the same time. */
  async #makeRoom(): Promise<void> {
    const surplus = this.#idle.length + this.#busy.size - this.#options.jobs;
    const ended = this.#idle.splice(0, Math.max(0, surplus));
    await Promise.all(ended.map(({ worker }) => worker.close()));
  }

  async #end(): Promise<void> {
    this.#isOver = true;
    // No new jobs first; then what is under way fails, and so is given back.
    const closing = [...this.#workers.values()].map((worker) => worker.close());
    const all = [...this.#busy, ...this.#idle.splice(0).map(({ worker }) => worker)];
    await Promise.all(all.map((worker) => worker.close()));
    // If Redis is away, it finds out by itself that the jobs have no worker.
    await withPatience(Promise.all(closing), this.#cluster.pace.lookMs);
  }
}

/** As many at the same time as there are slots; the others wait in their order. */
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
