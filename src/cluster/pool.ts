/** The cluster's pool: adds the jobs of a run to a BullMQ queue, and collects the results of workers on many machines. */

import { createHash, randomUUID } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { hostname } from "node:os";
import type { Job, Queue as JobQueue } from "bullmq";
import { WazabaError } from "../errors";
import type { Pool, Queue } from "../jobs/pool";
import type { RedisAddress } from "./address";
import { buildOf, queueName } from "./build";
import { Cluster, type WorkerClient } from "./connection";
import { asMessage, enginesOf, isRejection, type JobMessage, type ResultMessage } from "./message";
import { aborted, settledWithin } from "./waiting";

/** After this many failures a job is set aside. */
export const TRIES = 3;
/** How long uncollected results and failures are kept, seconds: a day, a week. */
const KEEP = { completed: 86_400, failed: 604_800 };
/** Jobs in flight per worker slot: one is always waiting. */
const JOBS_PER_SLOT = 2;

export interface ClusterPoolOptions {
  readonly address: RedisAddress;
  /** Jobs in flight at the same time. @default two per worker slot, so that workers never wait */
  readonly inFlight?: number | undefined;
  /** The definitions of variants that are not built in, as text. */
  readonly games: readonly string[];
  /** The run's journal: resuming it collects what workers have done in the meantime. @default none */
  readonly file?: string | undefined;
  /** Receives non-fatal notices: no worker is connected, Redis is unavailable. */
  readonly onNotice: (what: string) => void;
}

/** A pool of workers on other machines. */
export class ClusterPool implements Pool {
  readonly #options: ClusterPoolOptions;
  #size = 1;

  constructor(options: ClusterPoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * @throws {WazabaError} `cluster` if Redis cannot be used, or a job has failed too often; `usage` if a job cannot be sent
   */
  async work<Setup, Params, Result>(queue: Queue<Setup, Params, Result>, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { address, games, onNotice } = this.#options;
    const kind = queue.kind.name;
    const setup = asMessage(queue.setup);
    const build = buildOf();
    const name = queueName(build, engines(kind, games, setup));
    let cluster: Cluster;
    try {
      cluster = await Cluster.connect(address, { onNotice }, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    try {
      const message = { kind, build, games, setup };
      const onSize = (size: number) => {
        this.#size = Math.max(this.#size, size);
      };
      const run = new ClusterRun(cluster, queue, { ...this.#options, name, message, onSize });
      // Nothing may delay the end, not even an unavailable Redis.
      await Promise.race([run.work(signal), aborted(signal)]);
      await run.tidyUp();
    } catch (error) {
      throw cluster.errorOf(error);
    } finally {
      await cluster.close();
    }
  }
}

/** The options of one run. */
interface RunOptions extends ClusterPoolOptions {
  /** The queue's name. */
  readonly name: string;
  /** What all jobs share. */
  readonly message: Omit<JobMessage, "index" | "params">;
  readonly onSize: (size: number) => void;
}

/** The jobs of a run, in flight. */
class ClusterRun<Setup, Params, Result> {
  readonly #cluster: Cluster;
  readonly #source: Queue<Setup, Params, Result>;
  readonly #options: RunOptions;
  readonly #queue: JobQueue;
  readonly #id: string;
  /** Jobs whose results are awaited, by id. */
  readonly #inFlight = new Map<string, { readonly index: number; readonly params: unknown }>();
  /** Delivered jobs by index; they stay in Redis until all earlier ones are delivered. */
  readonly #collected = new Map<number, string>();
  /** Jobs that may have finished, to be looked at. */
  readonly #changed = new Set<string>();
  #wake: () => void = () => {};
  #failure: unknown = null;
  #slots = 0;
  /** Consecutive polls that found no worker. */
  #emptyPolls = 0;
  #isOver = false;

  constructor(cluster: Cluster, source: Queue<Setup, Params, Result>, options: RunOptions) {
    this.#cluster = cluster;
    this.#source = source;
    this.#options = options;
    this.#queue = cluster.queue(options.name);
    this.#id = runId(options.file, [options.message, options.name]);
  }

  async work(signal: AbortSignal): Promise<void> {
    const events = this.#cluster.events(this.#options.name);
    for (const event of ["completed", "failed"] as const) {
      events.on(event, ({ jobId }: { jobId: string }) => {
        if (this.#inFlight.has(jobId)) this.#markChanged(jobId);
      });
    }
    // Events may be missed, while Redis is unavailable or before this process started.
    const timer = setInterval(() => this.#poll().catch(this.#fail), this.#cluster.intervals.pollMs);
    try {
      await this.#poll();
      for (let hasMore = true; hasMore || this.#inFlight.size > 0; ) {
        if (signal.aborted || this.#isOver) return;
        const sent: Promise<void>[] = [];
        while (hasMore && this.#inFlight.size < this.#maxInFlight()) {
          const id = await this.#next();
          hasMore = id !== null;
          // All are on their way at once: one after another, a distant Redis would take a round trip for each.
          if (id !== null) sent.push(this.#submit(id).catch(this.#fail));
        }
        await Promise.all(sent);
        const changed = [...this.#changed];
        this.#changed.clear();
        await Promise.all(changed.map((id) => this.#collect(id)));
        await this.#removeDelivered();
        if (this.#failure !== null) throw this.#failure;
        const isFree = hasMore && this.#inFlight.size < this.#maxInFlight();
        if (this.#changed.size === 0 && this.#inFlight.size > 0 && !isFree) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      clearInterval(timer);
    }
  }

  /** Removes the jobs that no worker has started. Those in progress are finished, and kept for when the run is resumed. */
  async tidyUp(): Promise<void> {
    this.#isOver = true;
    const isKept = this.#options.file !== undefined;
    const ids = [...this.#inFlight.keys(), ...(isKept ? [] : this.#collected.values())];
    const removal = Promise.all(
      ids.map(async (id) => {
        const job = await this.#cluster.job(this.#queue, id);
        if (job === undefined || (isKept && job.finishedOn !== undefined)) return;
        // A job in progress cannot be removed.
        await job.remove().catch(() => {});
      }),
    );
    await settledWithin(removal, this.#cluster.intervals.pollMs);
  }

  readonly #fail = (error: unknown) => {
    this.#failure ??= error;
    this.#wake();
  };

  #maxInFlight(): number {
    return this.#options.inFlight ?? Math.max(1, JOBS_PER_SLOT * this.#slots);
  }

  #markChanged(id: string): void {
    this.#changed.add(id);
    this.#wake();
  }

  /** Polls for workers, and for all jobs in flight. */
  async #poll(): Promise<void> {
    await this.#cluster.announce(this.#options.name);
    const workers = await this.#cluster.workers();
    const ours = workers.filter(({ queues }) => queues.includes(this.#options.name));
    this.#slots = ours.reduce((sum, { jobs }) => sum + jobs, 0);
    this.#options.onSize(Math.min(this.#slots, this.#maxInFlight()));
    this.#emptyPolls = ours.length > 0 ? 0 : this.#emptyPolls + 1;
    // A worker that lost Redis for a moment is back by the next poll. One that can serve this queue finds it at its own next poll, and
    // connects after that.
    if (this.#emptyPolls === 3) this.#options.onNotice(describeMissingWorker(this.#options.name, workers));
    for (const id of this.#inFlight.keys()) this.#changed.add(id);
    this.#wake();
  }

  /** The id of the next job; null if there is none. */
  async #next(): Promise<string | null> {
    const job = await this.#source.next();
    if (job === null || this.#isOver) return null;
    const params = asMessage(job.params);
    // The id includes the parameters: after a run was killed, a tuning run may need other ones now.
    const id = [this.#id, job.index, digest(params, 8)].join("-");
    this.#inFlight.set(id, { index: job.index, params });
    return id;
  }

  /** Adds a job to the queue. */
  async #submit(id: string): Promise<void> {
    await this.#add(id);
    // An earlier run may have left it, done or failed.
    if (this.#options.file !== undefined) await this.#collect(id, true);
  }

  async #add(id: string): Promise<void> {
    const { index, params } = this.#inFlight.get(id) ?? {};
    const { message } = this.#options;
    await this.#queue.add(
      message.kind,
      { ...message, index, params },
      {
        jobId: id,
        attempts: TRIES,
        backoff: { type: "fixed", delay: this.#cluster.intervals.retryMs },
        removeOnComplete: { age: KEEP.completed },
        removeOnFail: { age: KEEP.failed },
        stackTraceLimit: 0,
      },
    );
  }

  /**
   * Takes the result of a job, if there is one.
   *
   * @param isOld whether the result may be an earlier run's, which may have failed
   * @throws {WazabaError} if the job has been set aside
   */
  async #collect(id: string, isOld = false): Promise<void> {
    const job = await this.#cluster.job(this.#queue, id);
    const wanted = this.#inFlight.get(id);
    if (wanted === undefined || this.#isOver) return;
    // The queue was flushed, or Redis has dropped the job.
    if (job === undefined) return this.#add(id);
    if (job.finishedOn === undefined) return;
    if (job.returnvalue === null) {
      if (!isOld) throw setAside(job, wanted.index);
      await job.remove();
      return this.#add(id);
    }
    this.#inFlight.delete(id);
    this.#collected.set(wanted.index, id);
    this.#source.done(wanted.index, (job.returnvalue as ResultMessage).result as Result);
  }

  /** Removes jobs whose results, and all earlier ones, have been delivered. */
  async #removeDelivered(): Promise<void> {
    let first = Number.POSITIVE_INFINITY;
    for (const { index } of this.#inFlight.values()) first = Math.min(first, index);
    const due = [...this.#collected].filter(([index]) => index < first);
    for (const [index] of due) this.#collected.delete(index);
    await Promise.all(due.map(([, id]) => this.#queue.remove(id)));
  }
}

function setAside({ id, failedReason, attemptsMade }: Job, index: number): WazabaError {
  const tries = attemptsMade > 1 ? `failed ${attemptsMade} times` : "failed";
  return new WazabaError("cluster", `job ${index} (${id}) ${tries} and was set aside: ${failedReason}`);
}

/** The notice that no worker is connected. */
function describeMissingWorker(queue: string, workers: readonly WorkerClient[]): string {
  const [build, ...names] = queue.split("+");
  const needs = names.length === 0 ? "" : ` with ${names.map((name) => `--engine ${name}=…`).join(" ")}`;
  const others = workers.map(({ host, pid, queues }) => `${host}:${pid} (${queues[0]})`);
  const who = others.length === 0 ? "" : `; connected: ${others.slice(0, 3).join(", ")}`;
  return `waiting for a worker of Wazaba ${build}${needs}${who}`;
}

/**
 * A run's id. A recreated file counts as another one, even under the same name, so that timed games of another run are never taken
 * for its own.
 */
function runId(file: string | undefined, what: unknown): string {
  if (file === undefined) return digest(randomUUID(), 16);
  const { dev, ino, birthtimeNs } = statSync(realpathSync(file), { bigint: true });
  return digest([hostname(), String(dev), String(ino), String(birthtimeNs), what], 16);
}

function digest(value: unknown, length: number): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, length);
}

/** @throws {WazabaError} `usage` if the setup cannot be sent */
function engines(kind: string, games: readonly string[], setup: unknown): ReadonlySet<string> {
  try {
    return enginesOf(kind, games, setup);
  } catch (error) {
    if (isRejection(error)) throw new WazabaError("usage", `--cluster: ${error.message}`);
    throw error;
  }
}
