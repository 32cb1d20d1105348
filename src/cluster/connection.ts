/** The connection to a cluster: BullMQ on Redis, checks before anything is done, and reports of faults. */

import { isIP } from "node:net";
import type { ConnectionOptions, Job, Queue, QueueBaseOptions, QueueEvents, Worker } from "bullmq";
import { quote, WazabaError } from "../errors";
import { type RedisAddress, redact } from "./address";
import { readQueueName } from "./build";
import { Channels, type PubSubClient } from "./channels";
import { ENGINE_NAME } from "./kinds";
import { settledWithin } from "./waiting";

/** The BullMQ module. */
type BullMq = typeof import("bullmq");

/** The prefix of all keys in Redis. */
const PREFIX = "wazaba";
/** A hash of all queues: when each was last announced, milliseconds since 1970. */
const QUEUES = `${PREFIX}:queues`;
/** The delay before reconnecting to Redis, milliseconds. */
const RETRY_MS = { min: 100, max: 2000 };
const CONNECT_MS = 10_000;
/** The same with TLS, milliseconds: a Redis without TLS never answers the handshake. */
const CONNECT_TLS_MS = 2500;
/** The time limit for an orderly disconnection, milliseconds. */
const CLOSE_MS = 200;
/** The Redis version that BullMQ requires. */
const MIN_VERSION = [6, 2];
/**
 * How many events Redis keeps per queue, each with a result: only recent ones matter, since results are also looked up where they are
 * stored.
 */
const MAX_EVENTS = 200;

/** The cluster's intervals, milliseconds. */
export interface Intervals {
  /** A job whose worker has been silent this long is given to another one. */
  readonly lockMs: number;
  /** How often a submitter polls for missed results, and a worker for new queues. */
  readonly pollMs: number;
  /** How long a failed job waits for its next try. */
  readonly retryMs: number;
}

const DEFAULT_INTERVALS: Intervals = { lockMs: 30_000, pollMs: 2000, retryMs: 1000 };

/** The default intervals, divided by `WAZABA_CLUSTER_HASTE`: internal, for tests that let workers die. */
export function defaultIntervals(): Intervals {
  const haste = Number(process.env.WAZABA_CLUSTER_HASTE ?? 1);
  const { lockMs, pollMs, retryMs } = DEFAULT_INTERVALS;
  return { lockMs: lockMs / haste, pollMs: pollMs / haste, retryMs: retryMs / haste };
}

/** A currently connected worker. */
export interface WorkerClient {
  readonly host: string;
  readonly pid: number;
  /** How many jobs it does at the same time. */
  readonly jobs: number;
  /** The queues from which it takes jobs. */
  readonly queues: readonly string[];
}

/** A process that takes part in searches on several machines. */
export interface Party {
  /** A leader has a client of its own, and invites members. */
  readonly role: "leader" | "member";
  readonly host: string;
  readonly pid: number;
  /** Threads of its searches. */
  readonly threads: number;
  readonly build: string;
  /** Whether it is currently a member of a search. */
  readonly isBusy: boolean;
}

/** The part of BullMQ's Redis client that is used here. */
interface Client {
  duplicate(options: object): PubSubClient & Client;
  on(event: "error" | "ready", listener: (error: Error) => void): unknown;
  once(event: "ready", listener: () => void): unknown;
}

/** A host name as it may appear in the name of a Redis connection. */
export function connectionNameOf(host: string): string {
  return host.replace(/[^\w.-]/g, "_");
}

/** What a notice is about. */
export type ConnectionEvent = "fault" | "recovery";

/** How to connect. */
export interface ClusterOptions {
  /** Whether to wait for a Redis that is not available yet. @default false */
  readonly isPatient?: boolean;
  /** Receives non-fatal faults, such as a lost connection, and the recovery from them. */
  readonly onNotice: (message: string, event: ConnectionEvent) => void;
  /** @default DEFAULT_INTERVALS */
  readonly intervals?: Intervals;
}

/** A connected cluster whose Redis has been checked. */
export class Cluster {
  readonly label: string;
  readonly intervals: Intervals;
  readonly #address: RedisAddress;
  readonly #onNotice: ClusterOptions["onNotice"];
  readonly #bullmq: BullMq;
  readonly #base: QueueBaseOptions;
  /** Its connection is used for everything that belongs to no queue. */
  readonly #registry: Queue;
  readonly #open: { close(force?: boolean): Promise<void>; disconnect(): Promise<void> }[] = [];
  /** Connections for messages. */
  readonly #clients: (PubSubClient & Client)[] = [];
  readonly #Connection: BullMq["RedisConnection"];
  #lastNotice = "";
  #isReady = false;
  #isClosed = false;

  private constructor(
    bullmq: BullMq,
    address: RedisAddress,
    { onNotice, intervals = defaultIntervals() }: ClusterOptions,
  ) {
    this.label = address.label;
    this.intervals = intervals;
    this.#bullmq = bullmq;
    this.#Connection = withoutLateErrors(bullmq.RedisConnection);
    this.#address = address;
    this.#onNotice = onNotice;
    const { host, port, username, password, db, isTls } = address;
    const connection: ConnectionOptions = {
      host,
      port,
      db,
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(isTls && { tls: isIP(host) === 0 ? { servername: host } : {} }),
      // Commands wait while Redis is unavailable.
      maxRetriesPerRequest: null,
      connectTimeout: isTls ? CONNECT_TLS_MS : CONNECT_MS,
      keepAlive: CONNECT_MS,
      retryStrategy: (times) => Math.min(RETRY_MS.min * 2 ** Math.min(times, 10), RETRY_MS.max),
    };
    // `#check` reports what BullMQ would print.
    this.#base = { connection, prefix: PREFIX, skipVersionCheck: true };
    this.#registry = this.queue("registry");
  }

  /**
   * Connects.
   *
   * @throws {WazabaError} `cluster` if BullMQ is not installed, or Redis is unavailable or unsuitable
   */
  static async connect(address: RedisAddress, options: ClusterOptions, signal: AbortSignal): Promise<Cluster> {
    const cluster = new Cluster(await loadBullMq(), address, options);
    try {
      await cluster.#ready(options.isPatient ?? false, signal);
      await cluster.#check();
      return cluster;
    } catch (error) {
      await cluster.close();
      throw cluster.errorOf(error);
    }
  }

  /** BullMQ's error types by which a worker decides what happens to a job. */
  get verdicts(): Pick<BullMq, "UnrecoverableError" | "WaitingError"> {
    return this.#bullmq;
  }

  queue(name: string): Queue {
    const streams = { events: { maxLen: MAX_EVENTS } };
    return this.#watch(
      new this.#bullmq.Queue(name, { ...this.#base, streams, skipMetasUpdate: name === "registry" }, this.#Connection),
    );
  }

  events(queue: string): QueueEvents {
    return this.#watch(new this.#bullmq.QueueEvents(queue, this.#base, this.#Connection));
  }

  /** A job by its id; undefined if it does not exist. */
  job(queue: Queue, id: string): Promise<Job | undefined> {
    return this.#bullmq.Job.fromId(queue, id);
  }

  /**
   * A worker of one queue.
   *
   * @param stalls how often a job may lose its worker
   */
  worker(
    queue: string,
    { host, pid, jobs }: Pick<WorkerClient, "host" | "pid" | "jobs">,
    stalls: number,
    process: (job: Job, token: string) => Promise<unknown>,
  ): Worker {
    const { lockMs } = this.intervals;
    return this.#watch(
      new this.#bullmq.Worker(
        queue,
        (job, token) => process(job, token ?? ""),
        {
          ...this.#base,
          name: [connectionNameOf(host), pid, jobs].join(":"),
          concurrency: jobs,
          lockDuration: lockMs,
          stalledInterval: lockMs,
          maxStalledCount: stalls,
          runRetryDelay: this.intervals.retryMs,
          metrics: { maxDataPoints: MINUTES },
        },
        this.#Connection,
      ),
    );
  }

  /**
   * Connections for messages: one for sending, one for listening.
   *
   * @param party how others see this process
   */
  async channels({ role, host, pid, threads, build }: Omit<Party, "isBusy">): Promise<Channels> {
    const registry = (await this.#registry.client) as unknown as Client;
    const name = ["wazaba-search", role, connectionNameOf(host), pid, threads, build].join(":");
    const open = (options: object) => {
      const client = registry.duplicate(options);
      this.#clients.push(client);
      client.on("error", (error: Error) => this.#notice(error));
      client.on("ready", () => this.#recover());
      return client;
    };
    // What was sent while Redis was unavailable is useless afterwards.
    const now = { enableOfflineQueue: false, autoResendUnfulfilledCommands: false };
    const clients = [open(now), open({ connectionName: name })] as const;
    await Promise.all(clients.map(isReady));
    return new Channels(...clients);
  }

  /** The processes connected for searches on several machines, of all builds. */
  async parties(): Promise<Party[]> {
    const clients = await (await this.#registry.client).clientList();
    const names = clients.matchAll(/ name=wazaba-search:(leader|member):([\w.-]+):(\d+):(\d+):(\S+) .*? sub=(\d+) /g);
    return [...names].map(([, role, host, pid, threads, build, channels]) => ({
      role: role as Party["role"],
      host,
      pid: Number(pid),
      threads: Number(threads),
      build,
      // A member listens for calls, and during a search to its leader, too.
      isBusy: role === "member" && Number(channels) > 1,
    }));
  }

  /** Connected workers, of all builds. */
  async workers(): Promise<WorkerClient[]> {
    const clients = await (await this.#registry.client).clientList();
    const workers = new Map<string, WorkerClient & { queues: string[] }>();
    // The names given by `worker`, and BullMQ's prefix.
    const names = clients.matchAll(/ name=wazaba:([A-Za-z0-9+/]+=*):w:([\w.-]+):(\d+):(\d+) /g);
    for (const [, queue, host, pid, jobs] of names) {
      const id = `${host}:${pid}`;
      const worker = workers.get(id) ?? { host, pid: Number(pid), jobs: Number(jobs), queues: [] };
      worker.queues.push(Buffer.from(queue, "base64").toString("utf8"));
      workers.set(id, worker);
    }
    return [...workers.values()];
  }

  /** Announces a queue, so that workers find it. */
  async announce(queue: string): Promise<void> {
    await (await this.#registry.client).hset(QUEUES, { [queue]: Date.now() });
  }

  /** Announced queues, and how long ago that was, milliseconds. Invalid names are skipped. */
  async queues(): Promise<{ readonly name: string; readonly age: number }[]> {
    const all = await (await this.#registry.client).hgetall(QUEUES);
    return Object.entries(all)
      .map(([name, time]) => ({ name, age: Date.now() - Number(time) }))
      .filter(({ name }) => {
        const { build, engines } = readQueueName(name);
        return /^[\w.-]{1,60}$/.test(build) && engines.every((engine) => ENGINE_NAME.test(engine));
      });
  }

  /** An error of BullMQ or Redis in plain words, without the password. */
  errorOf(error: unknown): WazabaError {
    if (error instanceof WazabaError) return error;
    const { message, code } = error as NodeJS.ErrnoException;
    const reason = explain(message || code || String(error), this.#address.isTls);
    return new WazabaError("cluster", `${this.label}: ${this.#redact(reason)}`);
  }

  /** Ends all connections at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const client of this.#clients) leave(client);
    await Promise.all(
      this.#open.map(async (one) => {
        // It notes at once that it is closing, but may then wait for a Redis that is unavailable.
        await settledWithin(one.close(true), CLOSE_MS);
        await settledWithin(one.disconnect(), CLOSE_MS);
      }),
    );
  }

  /** Waits for the first connection. */
  async #ready(isPatient: boolean, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const abort = () => reject(new WazabaError("closed", "the connection was closed"));
      if (signal.aborted) return abort();
      signal.addEventListener("abort", abort, { once: true });
      this.#registry.waitUntilReady().then(() => resolve(), reject);
      this.#registry.on("error", (error) => {
        if (!isPatient || /WRONGPASS|NOAUTH|NOPERM/.test(error.message)) reject(error);
        else if (!this.#isReady) this.#notice(error);
      });
    });
    this.#isReady = true;
  }

  /** Checks Redis's version and settings. */
  async #check(): Promise<void> {
    const info = await (await this.#registry.client).info();
    const setting = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, "m").exec(info)?.[1];
    const version = setting("redis_version") ?? "0";
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1])) {
      throw this.errorOf(new Error(`Redis ${version} is too old; ${MIN_VERSION.join(".")} or newer is required`));
    }
    const policy = setting("maxmemory_policy") ?? "noeviction";
    if (policy !== "noeviction") {
      const why = `with maxmemory-policy ${policy} Redis may drop jobs`;
      throw this.errorOf(new Error(`${why}; set "maxmemory-policy noeviction" in redis.conf`));
    }
  }

  #watch<T extends Queue | QueueEvents | Worker>(opened: T): T {
    this.#open.push(opened);
    const watched: { on(event: string, listener: (error: Error) => void): unknown } = opened;
    watched.on("error", (error) => {
      if (this.#isReady) this.#notice(error);
    });
    opened.waitUntilReady().then(
      (client) => {
        client.on("ready", () => this.#recover());
      },
      () => {},
    );
    return opened;
  }

  #recover(): void {
    if (this.#lastNotice === "") return;
    this.#lastNotice = "";
    this.#onNotice(`${this.label}: Redis is back`, "recovery");
  }

  /** Every connection reports the same fault again and again: it is passed on once. */
  #notice(error: Error): void {
    const { message } = this.errorOf(error);
    // Another worker does the job of one that was frozen: nobody needs to know.
    if (
      this.#isClosed ||
      message === this.#lastNotice ||
      /Missing (lock|key)|Lock mismatch|could not renew lock/i.test(message)
    )
      return;
    this.#lastNotice = message;
    this.#onNotice(message, "fault");
  }

  #redact(message: string): string {
    return redact(message, this.#address);
  }
}

async function isReady(client: PubSubClient & Client): Promise<void> {
  if (client.status !== "ready") await new Promise<void>((resolve) => client.once("ready", resolve));
}

/** Disconnects. A frozen Redis does not close the socket, and must not keep this process alive. */
function leave(client: PubSubClient): void {
  const { stream } = client;
  client.disconnect();
  stream?.unref?.();
}

/** How many minutes of throughput Redis keeps. */
const MINUTES = 60;

/** Explanations of errors that users can do something about. */
const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [/^OOM /, "Redis is full: it has reached its maxmemory. Increase that, or reduce the number of jobs in flight"],
  [/WRONGPASS|invalid password/, "Redis rejected this user and password"],
  [/NOAUTH/, "Redis requires a password: redis://:PASSWORD@HOST"],
  [/NOPERM/, "this Redis user lacks permissions that jobs need"],
  [/^MISCONF/, "Redis cannot write its files, and rejects changes"],
  [/^READONLY/, "this Redis is a read-only replica"],
];

/** The same where TLS is used. */
const TLS_EXPLANATIONS: typeof EXPLANATIONS = [
  [/ETIMEDOUT/, `no TLS handshake within ${CONNECT_TLS_MS / 1000} s; if this Redis does not use TLS, write redis://`],
];

function explain(message: string, isTls: boolean): string {
  const known = isTls ? [...EXPLANATIONS, ...TLS_EXPLANATIONS] : EXPLANATIONS;
  return known.find(([pattern]) => pattern.test(message))?.[1] ?? message.split("\n", 1)[0];
}

/** A connection that is closed before it is established fails later, when nobody is listening: that must not end the process. */
function withoutLateErrors(Connection: BullMq["RedisConnection"]): BullMq["RedisConnection"] {
  return class extends Connection {
    override emit(event: string | symbol, ...args: unknown[]): boolean {
      return event === "error" && this.listenerCount(event) === 0 ? false : super.emit(event, ...args);
    }
  };
}

/**
 * BullMQ is an optional peer dependency: on one machine it is neither installed nor loaded.
 *
 * @throws {WazabaError} `cluster` if it is not installed
 */
async function loadBullMq(): Promise<BullMq> {
  try {
    return await import("bullmq");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
    const why = isMissing ? "which is not installed" : `which cannot be loaded: ${quote(message)}`;
    throw new WazabaError("cluster", `--cluster requires BullMQ, ${why}; install it with: npm install bullmq@5`);
  }
}
