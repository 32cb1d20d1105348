/** The cluster's pool: hands the jobs of a run to a queue of BullMQ, and collects the results of workers on many machines. */

import { createHash, randomUUID } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { hostname } from "node:os";
import type { Job, Queue as JobQueue } from "bullmq";
import { WazabaError } from "../errors";
import type { Pool, Queue } from "../jobs/pool";
import type { RedisAddress } from "./address";
import { buildOf, queueName } from "./build";
import { Cluster, type WorkerClient } from "./connection";
import { asMessage, enginesOf, isRefusal, type JobMessage, type ResultMessage } from "./message";
import { aborted, withPatience } from "./waiting";

/** A job that has failed so often is set aside. */
export const TRIES = 3;
/** Results and failures that nobody collects are kept for that long, seconds: a day, a week. */
const KEEP = { completed: 86_400, failed: 604_800 };
/** Jobs in flight for each that a worker does: there is always one waiting for it. */
const AHEAD = 2;

export interface ClusterPoolOptions {
  readonly address: RedisAddress;
  /** Jobs in flight at the same time. @default twice as many as the workers do, so that these never wait */
  readonly inFlight?: number | undefined;
  /** Definitions of games that are not built in, each a text. */
  readonly games: readonly string[];
  /** The file that keeps the run: who goes on with it gets what workers have done meanwhile. @default none */
  readonly file?: string | undefined;
  /** Hears of what is no failure: there is no worker, Redis is away. */
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
   * @throws {WazabaError} `cluster` if Redis cannot be used, or a job has failed too often; `usage` if a job could not travel
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
      // Nothing keeps the command waiting that is to end, not even a Redis that is away.
      await Promise.race([run.work(signal), aborted(signal)]);
      await run.tidyUp();
    } catch (error) {
      throw cluster.errorOf(error);
    } finally {
      await cluster.close();
    }
  }
}

/** Whose jobs they are. */
interface RunOptions extends ClusterPoolOptions {
  /** The queue's name. */
  readonly name: string;
  /** What all jobs have in common. */
  readonly message: Omit<JobMessage, "index" | "params">;
  readonly onSize: (size: number) => void;
}

/** The jobs of a run, in flight. */
class ClusterRun<Setup, Params, Result> {
  readonly #cluster: Cluster;
  readonly #wanted: Queue<Setup, Params, Result>;
  readonly #options: RunOptions;
  readonly #queue: JobQueue;
  readonly #id: string;
  /** Jobs whose results are awaited, by id. */
  readonly #inFlight = new Map<string, { readonly index: number; readonly params: unknown }>();
  /** Those whose results have been handed on, by index; they stay in Redis until nothing before them is missing. */
  readonly #collected = new Map<number, string>();
  /** Jobs to be looked at: something is said to have become of them. */
  readonly #heard = new Set<string>();
  #wake: () => void = () => {};
  #failure: unknown = null;
  #slots = 0;
  /** Looks in a row that have found no worker. */
  #missed = 0;
  #isOver = false;

  constructor(cluster: Cluster, wanted: Queue<Setup, Params, Result>, options: RunOptions) {
    this.#cluster = cluster;
    this.#wanted = wanted;
    this.#options = options;
    this.#queue = cluster.queue(options.name);
    this.#id = runId(options.file, [options.message, options.name]);
  }

  async work(signal: AbortSignal): Promise<void> {
    const events = this.#cluster.events(this.#options.name);
    for (const event of ["completed", "failed"] as const) {
      events.on(event, ({ jobId }: { jobId: string }) => {
        if (this.#inFlight.has(jobId)) this.#hear(jobId);
      });
    }
    // Events may be missed: while Redis was away, or before this process was there.
    const timer = setInterval(() => this.#look().catch(this.#fail), this.#cluster.pace.lookMs);
    try {
      await this.#look();
      for (let hasMore = true; hasMore || this.#inFlight.size > 0; ) {
        if (signal.aborted || this.#isOver) return;
        while (hasMore && this.#inFlight.size < this.#most()) hasMore = await this.#begin();
        const heard = [...this.#heard];
        this.#heard.clear();
        await Promise.all(heard.map((id) => this.#collect(id)));
        await this.#forget();
        if (this.#failure !== null) throw this.#failure;
        const isFree = hasMore && this.#inFlight.size < this.#most();
        if (this.#heard.size === 0 && this.#inFlight.size > 0 && !isFree) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      clearInterval(timer);
    }
  }

  /** Takes back what no worker has begun. What is under way is done, and kept for whoever goes on with the run. */
  async tidyUp(): Promise<void> {
    this.#isOver = true;
    const isKept = this.#options.file !== undefined;
    const ids = [...this.#inFlight.keys(), ...(isKept ? [] : this.#collected.values())];
    const removal = Promise.all(
      ids.map(async (id) => {
        const job = await this.#cluster.job(this.#queue, id);
        if (job === undefined || (isKept && job.finishedOn !== undefined)) return;
        // A job under way cannot be removed.
        await job.remove().catch(() => {});
      }),
    );
    await withPatience(removal, this.#cluster.pace.lookMs);
  }

  readonly #fail = (error: unknown) => {
    this.#failure ??= error;
    this.#wake();
  };

  #most(): number {
    return this.#options.inFlight ?? Math.max(1, AHEAD * this.#slots);
  }

  #hear(id: string): void {
    this.#heard.add(id);
    this.#wake();
  }

  /** Looks for workers, and at all jobs in flight. */
  async #look(): Promise<void> {
    await this.#cluster.announce(this.#options.name);
    const workers = await this.#cluster.workers();
    const ours = workers.filter(({ queues }) => queues.includes(this.#options.name));
    this.#slots = ours.reduce((sum, { jobs }) => sum + jobs, 0);
    this.#options.onSize(Math.min(this.#slots, this.#most()));
    this.#missed = ours.length > 0 ? 0 : this.#missed + 1;
    // A worker that has lost Redis for a moment is there at the next look. One that takes up this queue for its engines finds it at
    // its own next look, and connects after that.
    if (this.#missed === 3) this.#options.onNotice(nobodyFor(this.#options.name, workers));
    for (const id of this.#inFlight.keys()) this.#heard.add(id);
    this.#wake();
  }

  /** Gives the next job to the queue; false if there is none. */
  async #begin(): Promise<boolean> {
    const job = await this.#wanted.next();
    if (job === null || this.#isOver) return false;
    const params = asMessage(job.params);
    // With its parameters in it: if the run was killed, a tuning may want other ones now.
    const id = [this.#id, job.index, digest(params, 8)].join("-");
    this.#inFlight.set(id, { index: job.index, params });
    await this.#add(id);
    // A run before this one may have left it, done or failed.
    if (this.#options.file !== undefined) await this.#collect(id, true);
    return true;
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
        backoff: { type: "fixed", delay: this.#cluster.pace.restMs },
        removeOnComplete: { age: KEEP.completed },
        removeOnFail: { age: KEEP.failed },
        stackTraceLimit: 0,
      },
    );
  }

  /**
   * Takes the result of a job, if there is one.
   *
   * @param isOld whether what it finds may be of a run before this one, which may have failed
   * @throws {WazabaError} if the job has been set aside
   */
  async #collect(id: string, isOld = false): Promise<void> {
    const job = await this.#cluster.job(this.#queue, id);
    const wanted = this.#inFlight.get(id);
    if (wanted === undefined || this.#isOver) return;
    // The queue was flushed, or Redis has forgotten.
    if (job === undefined) return this.#add(id);
    if (job.finishedOn === undefined) return;
    if (job.returnvalue === null) {
      if (!isOld) throw setAside(job, wanted.index);
      await job.remove();
      return this.#add(id);
    }
    this.#inFlight.delete(id);
    this.#collected.set(wanted.index, id);
    this.#wanted.done(wanted.index, (job.returnvalue as ResultMessage).result as Result);
  }

  /** Removes the jobs whose results have had their turn. */
  async #forget(): Promise<void> {
    const least = Math.min(...[...this.#inFlight.values()].map(({ index }) => index));
    const due = [...this.#collected].filter(([index]) => index < least);
    for (const [index] of due) this.#collected.delete(index);
    await Promise.all(due.map(([, id]) => this.#queue.remove(id)));
  }
}

function setAside({ id, failedReason, attemptsMade }: Job, index: number): WazabaError {
  const tries = attemptsMade > 1 ? `failed ${attemptsMade} times` : "failed";
  return new WazabaError("cluster", `job ${index} (${id}) ${tries} and was set aside: ${failedReason}`);
}

/** Why nothing is done. */
function nobodyFor(queue: string, workers: readonly WorkerClient[]): string {
  const [build, ...names] = queue.split("+");
  const needs = names.length === 0 ? "" : ` with ${names.map((name) => `--engine ${name}=…`).join(" ")}`;
  const others = workers.map(({ host, pid, queues }) => `${host}:${pid} (${queues[0]})`);
  const who = others.length === 0 ? "" : `; there are ${others.slice(0, 3).join(", ")}`;
  return `no worker of Wazaba ${build}${needs} is there: waiting for one${who}`;
}

/**
 * A run's id. A file is another one when it is made anew, even under the same name, so timed games of another run are never taken
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

/** @throws {WazabaError} `usage` if the setup cannot travel */
function engines(kind: string, games: readonly string[], setup: unknown): ReadonlySet<string> {
  try {
    return enginesOf(kind, games, setup);
  } catch (error) {
    if (isRefusal(error)) throw new WazabaError("usage", `--cluster: ${error.message}`);
    throw error;
  }
}
