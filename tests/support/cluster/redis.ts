/** A Redis of one's own: Debian's `redis-server` on a free port, with a password, in a folder of its own. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../port";

/** No word of any message, so that it is found wherever it is told. */
export const PASSWORD = "Pa55w%rd:of/Redis@home";

export class RedisServer {
  readonly folder = mkdtempSync(join(tmpdir(), "wazaba-redis-"));
  readonly port: number;
  /** With the password. */
  readonly url: string;
  readonly #options: readonly string[];
  readonly #isTls: boolean;
  #child: ChildProcess | null = null;

  private constructor(port: number, options: readonly string[]) {
    this.port = port;
    this.#options = options;
    this.#isTls = options.includes("--tls-port");
    const password = encodeURIComponent(PASSWORD);
    this.url = this.#isTls ? `rediss://:${password}@localhost:${port}` : `redis://:${password}@127.0.0.1:${port}`;
  }

  /** @param options of `redis-server`, besides port, folder and password; with `--tls-port` that is the one port */
  static async start(...options: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
  }

  /** Starts it again, where it was; resolves when it answers. */
  async start(): Promise<void> {
    const ports = this.#isTls ? ["--port", "0", "--tls-port", String(this.port)] : ["--port", String(this.port)];
    const own = ["--bind", "127.0.0.1", "--dir", this.folder, "--requirepass", PASSWORD, "--save", ""];
    // What comes later counts.
    const options = this.#options.flatMap((word, i) =>
      word === "--tls-port" || this.#options[i - 1] === "--tls-port" ? [] : [word],
    );
    const child = spawn("redis-server", [...own, ...options, ...ports], { stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    let said = "";
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.includes("Ready to accept connections")) resolve();
      });
      child.once("error", reject);
      child.once("exit", () => reject(new Error(said)));
    });
  }

  /** Ends it; what it has written stays. */
  async stop(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }

  /** Changes a setting, by a command of Redis. */
  set(...command: string[]): void {
    const env = { ...process.env, REDISCLI_AUTH: PASSWORD };
    const { stdout } = spawnSync("redis-cli", ["-p", String(this.port), ...command], { env, encoding: "utf8" });
    if (stdout.trim() !== "OK") throw new Error(`${command.join(" ")}: ${stdout}`);
  }

  /** Freezes it, or lets it go on. */
  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it, and removes its folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}
