/** Processes of a cluster: workers and submitters, as people start them, but faster to notice that one is gone. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { redisAddress } from "../../../src/cluster/address";
import { Cluster } from "../../../src/cluster/connection";
import { type ClusterStatus, type QueueStatus, StatusReader } from "../../../src/cluster/status";
import { CLI } from "../clients/client";
import type { RedisServer } from "./redis";

/** How much faster: a lock lasts a second and a half. */
const HASTE = "20";
export const LOCK_MS = 1500;
/** The limit of all waits, milliseconds. */
const PATIENCE = 60_000;

/** The options of a process. */
interface Settings {
  /** The program. @default the built one */
  readonly cli?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A command of Wazaba that keeps running. */
export class Command {
  out = "";
  err = "";
  readonly exit: Promise<number | null>;
  readonly #child: ChildProcessWithoutNullStreams;
  #wake: () => void = () => {};

  constructor(args: readonly string[], { cli = CLI, environment = {} }: Settings = {}) {
    const env = { ...process.env, WAZABA_CLUSTER_HASTE: HASTE, ...environment };
    this.#child = spawn(process.execPath, [cli, ...args], { env });
    this.#child.stdin.end();
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.out += text;
      this.#wake();
    });
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.err += text;
      this.#wake();
    });
    this.exit = new Promise((resolve) => {
      this.#child.once("close", (code) => {
        resolve(code);
        this.#wake();
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Waits until either output matches. */
  async says(pattern: RegExp): Promise<void> {
    const isGone = () => this.#child.exitCode !== null || this.#child.signalCode !== null;
    const last = performance.now() + PATIENCE;
    while (!pattern.test(this.out) && !pattern.test(this.err)) {
      if (isGone() || performance.now() > last) throw new Error(`${pattern} never came, but\n${this.out}\n${this.err}`);
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, 1000);
      });
      clearTimeout(timer);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill("SIGKILL");
    await this.exit;
  }
}

/** A worker that takes jobs by now. */
export async function startWorker(
  redis: RedisServer,
  args: readonly string[] = [],
  settings: Settings = {},
): Promise<Command> {
  const worker = new Command(["worker", "--cluster", redis.url, "--jobs", "1", ...args], settings);
  await worker.says(/^worker of /m);
  return worker;
}

/** A command that gives jobs. */
export function submit(redis: RedisServer, args: readonly string[], settings: Settings = {}): Command {
  return new Command([...args, "--cluster", redis.url], settings);
}

/** What somebody sees who looks at the cluster. */
export class Watcher {
  readonly #cluster: Cluster;
  readonly #reader: StatusReader;

  private constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#reader = new StatusReader(cluster);
  }

  static async of(redis: RedisServer): Promise<Watcher> {
    const options = { onNotice: () => {}, isPatient: true };
    return new Watcher(await Cluster.connect(redisAddress(redis.url, "test"), options, new AbortController().signal));
  }

  get cluster(): Cluster {
    return this.#cluster;
  }

  /** Waits for something to be so; what is then. */
  async until(isSo: (sum: QueueStatus, status: ClusterStatus) => boolean): Promise<ClusterStatus> {
    const last = performance.now() + PATIENCE;
    for (;;) {
      const status = await this.#reader.read();
      if (isSo(sumOf(status), status)) return status;
      if (performance.now() > last) throw new Error(`it never was so, but ${JSON.stringify(status)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cluster.close();
  }
}

/** All queues together. */
function sumOf({ queues }: ClusterStatus): QueueStatus {
  const sum = (name: "waiting" | "active" | "completed" | "failed" | "done" | "perMinute") => {
    return queues.reduce((total, queue) => total + queue[name], 0);
  };
  return {
    build: "",
    engines: [],
    waiting: sum("waiting"),
    active: sum("active"),
    completed: sum("completed"),
    failed: sum("failed"),
    done: sum("done"),
    perMinute: sum("perMinute"),
  };
}
