/** The connection to a cluster: BullMQ on Redis, what is checked before anything is done, and what is told of faults. */

import { isIP } from "node:net";
import type { ConnectionOptions, Job, Queue, QueueBaseOptions, QueueEvents, Worker } from "bullmq";
import { quote, WazabaError } from "../errors";
import { type RedisAddress, redact } from "./address";
import { readQueueName } from "./build";
import { Channels, type PubSubClient } from "./channels";
import { ENGINE_NAME } from "./kinds";
import { withPatience } from "./waiting";

/** BullMQ, as its module has it. */
type BullMq = typeof import("bullmq");

/** What all keys in Redis begin with. */
const PREFIX = "wazaba";
/** A hash of all queues: when one was last wanted, milliseconds since 1970. */
const QUEUES = `${PREFIX}:queues`;
/** Redis that is not answering is tried again after this, milliseconds. */
const RETRY_MS = { least: 100, most: 2000 };
const CONNECT_MS = 10_000;
/** For leaving in order, milliseconds. */
const GOODBYE_MS = 200;
/** What BullMQ needs of Redis. */
const LEAST_VERSION = [6, 2];
/**
 * Events that Redis keeps of a queue, each with a result: only what has just happened is of interest, since results are also
 * looked for where they are kept.
 */
const MOST_EVENTS = 200;

/** Times of the cluster, milliseconds. */
export interface Pace {
  /** A job whose worker has not been heard of for that long is given to another one. */
  readonly lockMs: number;
  /** How often a submitter looks for results that it has not heard of, and a worker for queues that are new. */
  readonly lookMs: number;
  /** How long a job rests that has failed. */
  readonly restMs: number;
}

const USUAL: Pace = { lockMs: 30_000, lookMs: 2000, restMs: 1000 };

/** The usual pace, faster by `WAZABA_CLUSTER_HASTE`: internal, for tests that let workers die. */
export function usualPace(): Pace {
  const haste = Number(process.env.WAZABA_CLUSTER_HASTE ?? 1);
  const { lockMs, lookMs, restMs } = USUAL;
  return { lockMs: lockMs / haste, lookMs: lookMs / haste, restMs: restMs / haste };
}

/** A worker that is connected to Redis now. */
export interface WorkerClient {
  readonly host: string;
  readonly pid: number;
  /** Jobs that it does at the same time. */
  readonly jobs: number;
  /** Queues that it takes jobs from. */
  readonly queues: readonly string[];
}

/** Somebody who is there for searches on several machines. */
export interface Party {
  /** A leader has clients of its own, and calls members. */
  readonly role: "leader" | "member";
  readonly host: string;
  readonly pid: number;
  /** Threads of its searches. */
  readonly threads: number;
  readonly build: string;
  /** Whether it is a member of a search now. */
  readonly isBusy: boolean;
}

/** What is used of BullMQ's Redis client. */
interface Client {
  duplicate(options: object): PubSubClient & Client;
  on(event: "error" | "ready", listener: (error: Error) => void): unknown;
  once(event: "ready", listener: () => void): unknown;
}

/** A name of a machine as Redis takes it in the name of a connection. */
export function nameable(host: string): string {
  return host.replace(/[^\w.-]/g, "_");
}

/** How to connect. */
export interface ClusterOptions {
  /** Whether to wait for a Redis that is not there yet. @default false */
  readonly isPatient?: boolean;
  /** Hears of what is no failure: Redis is away, or back again. */
  readonly onNotice: (what: string) => void;
  /** @default USUAL */
  readonly pace?: Pace;
}

/** A cluster that has been found to be usable. */
export class Cluster {
  readonly label: string;
  readonly pace: Pace;
  readonly #address: RedisAddress;
  readonly #onNotice: ClusterOptions["onNotice"];
  readonly #bullmq: BullMq;
  readonly #base: QueueBaseOptions;
  /** Its connection serves for all that belongs to no queue. */
  readonly #registry: Queue;
  readonly #open: { close(force?: boolean): Promise<void>; disconnect(): Promise<void> }[] = [];
  /** Connections for messages. */
  readonly #clients: (PubSubClient & Client)[] = [];
  readonly #Connection: BullMq["RedisConnection"];
  #lastNotice = "";
  #isReady = false;
  #isClosed = false;

  private constructor(bullmq: BullMq, address: RedisAddress, { onNotice, pace = usualPace() }: ClusterOptions) {
    this.label = address.label;
    this.pace = pace;
    this.#bullmq = bullmq;
    this.#Connection = quietly(bullmq.RedisConnection);
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
      // Commands wait for a Redis that is away.
      maxRetriesPerRequest: null,
      connectTimeout: CONNECT_MS,
      keepAlive: CONNECT_MS,
      retryStrategy: (times) => Math.min(RETRY_MS.least * 2 ** Math.min(times, 10), RETRY_MS.most),
    };
    // What BullMQ would print, `check` says.
    this.#base = { connection, prefix: PREFIX, skipVersionCheck: true };
    this.#registry = this.queue("registry");
  }

  /**
   * Connects.
   *
   * @throws {WazabaError} `cluster` if BullMQ is not installed, Redis is not there or not as it must be
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

  /** The error types of BullMQ by which a worker says what becomes of a job. */
  get verdicts(): Pick<BullMq, "UnrecoverableError" | "WaitingError"> {
    return this.#bullmq;
  }

  queue(name: string): Queue {
    const streams = { events: { maxLen: MOST_EVENTS } };
    return this.#watch(
      new this.#bullmq.Queue(name, { ...this.#base, streams, skipMetasUpdate: name === "registry" }, this.#Connection),
    );
  }

  events(queue: string): QueueEvents {
    return this.#watch(new this.#bullmq.QueueEvents(queue, this.#base, this.#Connection));
  }

  /** A job by its id; undefined if there is none. */
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
    const { lockMs } = this.pace;
    return this.#watch(
      new this.#bullmq.Worker(
        queue,
        (job, token) => process(job, token ?? ""),
        {
          ...this.#base,
          name: [nameable(host), pid, jobs].join(":"),
          concurrency: jobs,
          lockDuration: lockMs,
          stalledInterval: lockMs,
          maxStalledCount: stalls,
          runRetryDelay: this.pace.restMs,
          metrics: { maxDataPoints: MINUTES },
        },
        this.#Connection,
      ),
    );
  }

  /**
   * Connections for messages: one that sends, one that listens.
   *
   * @param party how others see it; it hears everything through the listening one
   */
  async channels({ role, host, pid, threads, build }: Omit<Party, "isBusy">): Promise<Channels> {
    const registry = (await this.#registry.client) as unknown as Client;
    const name = ["wazaba-search", role, nameable(host), pid, threads, build].join(":");
    const open = (options: object) => {
      const client = registry.duplicate(options);
      this.#clients.push(client);
      client.on("error", (error: Error) => this.#notice(error));
      client.on("ready", () => this.#isBack());
      return client;
    };
    // What was said while Redis was away is of no use afterwards.
    const now = { enableOfflineQueue: false, autoResendUnfulfilledCommands: false };
    const clients = [open(now), open({ connectionName: name })] as const;
    await Promise.all(clients.map(isReady));
    return new Channels(...clients);
  }

  /** Who is there for searches on several machines, of all builds. */
  async parties(): Promise<Party[]> {
    const clients = await (await this.#registry.client).clientList();
    const names = clients.matchAll(/ name=wazaba-search:(leader|member):([\w.-]+):(\d+):(\d+):(\S+) .*? sub=(\d+) /g);
    return [...names].map(([, role, host, pid, threads, build, channels]) => ({
      role: role as Party["role"],
      host,
      pid: Number(pid),
      threads: Number(threads),
      build,
      // A member listens for calls, and in a search to its leader, too.
      isBusy: role === "member" && Number(channels) > 1,
    }));
  }

  /** Workers that are connected now, of all builds. */
  async workers(): Promise<WorkerClient[]> {
    const clients = await (await this.#registry.client).clientList();
    const workers = new Map<string, WorkerClient & { queues: string[] }>();
    // As `worker` names them, and BullMQ the queue.
    const names = clients.matchAll(/ name=wazaba:([A-Za-z0-9+/]+=*):w:([\w.-]+):(\d+):(\d+) /g);
    for (const [, queue, host, pid, jobs] of names) {
      const id = `${host}:${pid}`;
      const worker = workers.get(id) ?? { host, pid: Number(pid), jobs: Number(jobs), queues: [] };
      worker.queues.push(Buffer.from(queue, "base64").toString("utf8"));
      workers.set(id, worker);
    }
    return [...workers.values()];
  }

  /** Says that a queue is wanted, so that workers look for it. */
  async announce(queue: string): Promise<void> {
    await (await this.#registry.client).hset(QUEUES, { [queue]: Date.now() });
  }

  /** Queues that have been wanted, and how long ago that was, milliseconds. What is no queue's name is left out. */
  async queues(): Promise<{ readonly name: string; readonly age: number }[]> {
    const all = await (await this.#registry.client).hgetall(QUEUES);
    return Object.entries(all)
      .map(([name, time]) => ({ name, age: Date.now() - Number(time) }))
      .filter(({ name }) => {
        const { build, engines } = readQueueName(name);
        return /^[\w.-]{1,60}$/.test(build) && engines.every((engine) => ENGINE_NAME.test(engine));
      });
  }

  /** An error of BullMQ or Redis in words, without the password. */
  errorOf(error: unknown): WazabaError {
    if (error instanceof WazabaError) return error;
    const { message, code } = error as NodeJS.ErrnoException;
    return new WazabaError("cluster", `${this.label}: ${this.#redact(inWords(message || code || String(error)))}`);
  }

  /** Ends all connections at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const client of this.#clients) leave(client);
    await Promise.all(
      this.#open.map(async (one) => {
        // It says at once that it is closing, and then may wait for a Redis that is away.
        await withPatience(one.close(true), GOODBYE_MS);
        await withPatience(one.disconnect(), GOODBYE_MS);
      }),
    );
  }

  /** Waits for the first connection. */
  async #ready(isPatient: boolean, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const abort = () => reject(new WazabaError("closed", "it was to end"));
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

  /** Whether Redis is as it must be. */
  async #check(): Promise<void> {
    const info = await (await this.#registry.client).info();
    const said = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, "m").exec(info)?.[1];
    const version = said("redis_version") ?? "0";
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major < LEAST_VERSION[0] || (major === LEAST_VERSION[0] && minor < LEAST_VERSION[1])) {
      throw this.errorOf(new Error(`Redis ${version} is too old; ${LEAST_VERSION.join(".")} will do`));
    }
    const policy = said("maxmemory_policy") ?? "noeviction";
    if (policy !== "noeviction") {
      const why = `with maxmemory-policy ${policy} Redis may drop jobs`;
      throw this.errorOf(new Error(`${why}; say "maxmemory-policy noeviction" in redis.conf`));
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
        client.on("ready", () => this.#isBack());
      },
      () => {},
    );
    return opened;
  }

  #isBack(): void {
    if (this.#lastNotice === "") return;
    this.#lastNotice = "";
    this.#onNotice(`${this.label}: Redis is back`);
  }

  /** Faults come from each connection, again and again: each is told once. */
  #notice(error: Error): void {
    const { message } = this.errorOf(error);
    // What a worker that was frozen has done meanwhile, another one does: no news for anyone.
    if (
      this.#isClosed ||
      message === this.#lastNotice ||
      /Missing (lock|key)|Lock mismatch|could not renew lock/i.test(message)
    )
      return;
    this.#lastNotice = message;
    this.#onNotice(message);
  }

  #redact(message: string): string {
    return redact(message, this.#address);
  }
}

async function isReady(client: PubSubClient & Client): Promise<void> {
  if (client.status !== "ready") await new Promise<void>((resolve) => client.once("ready", resolve));
}

/** Ends a connection in order. A Redis that is frozen does not end it, and must not keep this process. */
function leave(client: PubSubClient): void {
  const { stream } = client;
  client.disconnect();
  stream?.unref?.();
}

/** How many minutes of rates Redis keeps. */
const MINUTES = 60;

/** Errors that users can do something about. */
const IN_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /^OOM /,
    "Redis is full: what it holds has reached its maxmemory. Give it more, or give fewer jobs at the same time",
  ],
  [/WRONGPASS|invalid password/, "Redis refuses this user and password"],
  [/NOAUTH/, "Redis wants a password: redis://:PASSWORD@HOST"],
  [/NOPERM/, "Redis does not let this user do what jobs need"],
  [/^MISCONF/, "Redis cannot write its own files, and refuses changes"],
  [/^READONLY/, "this Redis is a replica, which cannot be written to"],
];

function inWords(message: string): string {
  return IN_WORDS.find(([pattern]) => pattern.test(message))?.[1] ?? message.split("\n", 1)[0];
}

/** A connection that is closed before it was there fails later, when nobody listens any more: no reason to end the process. */
function quietly(Connection: BullMq["RedisConnection"]): BullMq["RedisConnection"] {
  return class extends Connection {
    override emit(event: string | symbol, ...args: unknown[]): boolean {
      return event === "error" && this.listenerCount(event) === 0 ? false : super.emit(event, ...args);
    }
  };
}

/**
 * BullMQ is an optional peer dependency: whoever plays on one machine neither installs nor loads it.
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
    throw new WazabaError("cluster", `--cluster needs BullMQ, ${why}; install it with: npm install bullmq@5`);
  }
}
