/** The status of a cluster: its workers, and the jobs that are waiting, active, done or failed, with their rates. Plain data. */

import type { Queue } from "bullmq";
import { readQueueName } from "./build";
import type { Cluster, Party, WorkerClient } from "./connection";

const MINUTE_MS = 60_000;

export interface QueueStatus {
  readonly build: string;
  /** Engines other than Wazaba that its jobs need. */
  readonly engines: readonly string[];
  /** Jobs, including those that wait for their next try. */
  readonly waiting: number;
  readonly active: number;
  /** Done, and not collected yet. */
  readonly completed: number;
  /** Set aside, while Redis keeps them. */
  readonly failed: number;
  /** Done since the queue was first used. */
  readonly done: number;
  /** Done in the last full minute. */
  readonly perMinute: number;
}

export interface ClusterStatus {
  readonly redis: string;
  readonly workers: readonly WorkerClient[];
  /** The processes connected for searches on several machines. */
  readonly parties: readonly Party[];
  readonly queues: readonly QueueStatus[];
}

/** Polls the status from Redis. */
export class StatusReader {
  readonly #cluster: Cluster;
  readonly #queues = new Map<string, Queue>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** @throws {WazabaError} `cluster` if Redis reports an error */
  async read(): Promise<ClusterStatus> {
    try {
      const workers = await this.#cluster.workers();
      const parties = await this.#cluster.parties();
      const wanted = (await this.#cluster.queues()).map(({ name }) => name);
      const names = [...new Set([...wanted, ...workers.flatMap(({ queues }) => queues)])].sort();
      const queues = await Promise.all(names.map((name) => this.#statusOf(name)));
      return { redis: this.#cluster.label, workers, parties, queues };
    } catch (error) {
      throw this.#cluster.errorOf(error);
    }
  }

  async #statusOf(name: string): Promise<QueueStatus> {
    const queue = this.#queues.get(name) ?? this.#cluster.queue(name);
    this.#queues.set(name, queue);
    const counts = await queue.getJobCounts("wait", "delayed", "active", "completed", "failed");
    const { meta, data } = await queue.getMetrics("completed");
    const { wait = 0, delayed = 0, active = 0, completed = 0, failed = 0 } = counts;
    const jobs = { waiting: wait + delayed, active, completed, failed };
    // The last recorded minute may be long ago.
    const isRecent = Date.now() - meta.prevTS < 2 * MINUTE_MS;
    return { ...readQueueName(name), ...jobs, done: meta.count, perMinute: isRecent ? (data.at(0) ?? 0) : 0 };
  }
}
