/** The real process under fire: sends lines and counts the answers. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { CLI } from "../support/clients/client";
import type { Protocol } from "./protocol";

/** The limit for any answer, milliseconds. */
const PATIENCE = 60_000;
/** The interval at which the engine is asked to stop, milliseconds. */
const NUDGE_EVERY = 50;
/** How long memory is measured after a reset, milliseconds: threads still end, and garbage is still collected. */
const SETTLE_MS = 2000;
const WEIGH_EVERY = 100;
/**
 * Each thread, the search worker included, collects its garbage by itself, so that only retained memory is measured: a
 * core of another hash size stays until V8 finds the time.
 */
const COLLECTING = ["--expose-gc", "--import", "data:text/javascript,setInterval(gc,500).unref()"];
/** malloc returns blocks that it would otherwise keep (environment variables of the GNU C library; bytes). */
const GIVING_BACK = { MALLOC_MMAP_THRESHOLD_: "65536", MALLOC_TRIM_THRESHOLD_: "65536" };

/** The violation, and the last lines before it. */
export class Finding extends Error {}

export class EngineUnderFire {
  readonly #protocol: Protocol;
  readonly #child: ChildProcessWithoutNullStreams;
  #exitCode: number | null | undefined;
  #rest = "";
  #lines: string[] = [];
  #errors = "";
  #barriers = 0;
  #wake: () => void = () => {};
  /** Commands answered so far, by name. */
  readonly answered = new Map<string, number>();

  constructor(protocol: Protocol) {
    this.#protocol = protocol;
    // Where this is set, every Node process first reads a few hundred certificates.
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    this.#child = spawn(process.execPath, [...COLLECTING, CLI, ...protocol.args], {
      env: { ...env, ...GIVING_BACK },
    });
    this.#child.stdout.setEncoding("utf8");
    this.#child.stdout.on("data", (text: string) => {
      const lines = (this.#rest + text).split("\n");
      this.#rest = lines.pop() ?? "";
      for (const line of lines) this.#lines.push(line);
      this.#wake();
    });
    this.#child.stderr.setEncoding("utf8");
    this.#child.stderr.on("data", (text: string) => {
      this.#errors += text;
    });
    // The next wait notices that the process is gone.
    this.#child.stdin.on("error", () => {});
    this.#child.on("exit", (code) => {
      this.#exitCode = code;
      this.#wake();
    });
  }

  async greet(): Promise<void> {
    const [line, answer] = this.#protocol.greeting;
    this.#child.stdin.write(`${line}\n`);
    await this.#take((said) => said === answer);
  }

  /**
   * Sends some bytes at once, and everything that ends what they ask for.
   *
   * @throws {Finding} if a command was not answered, or answered twice, or the process complained, died, or fell silent
   */
  async endure(volley: Buffer): Promise<void> {
    const { halt, answers, commandOf } = this.#protocol;
    const asked = countBy(volley.toString("utf8").split("\n"), (line) => commandOf(line));
    const barrier = this.#protocol.barrier(++this.#barriers);
    this.#child.stdin.write(volley);
    this.#child.stdin.write([...halt, barrier.line].map((line) => `${line}\n`).join(""));
    const said = await this.#nudging(this.#take((line) => line === barrier.answer));
    for (const [command, answer] of Object.entries(answers)) {
      const wanted = asked.get(command) ?? 0;
      const got = said.filter((line) => answer.test(line)).length;
      if (got !== wanted) throw new Finding(`${command}: asked ${wanted} times, answered ${got} times`);
      this.answered.set(command, (this.answered.get(command) ?? 0) + got);
    }
    if (this.#errors !== "") throw new Finding(`standard error: ${this.#errors}`);
  }

  /** Brings everything back to the start; the memory that the process then keeps, bytes; null where that cannot be seen. */
  async reset(): Promise<number | null> {
    await this.endure(Buffer.from(this.#protocol.reset.map((line) => `${line}\n`).join("")));
    let least: number | null = null;
    for (let ms = 0; ms < SETTLE_MS; ms += WEIGH_EVERY) {
      await sleep(WEIGH_EVERY);
      const rss = this.#rss();
      if (rss !== null) least = Math.min(rss, least ?? rss);
    }
    return least;
  }

  /** What the process has of the machine's memory, bytes; null where that cannot be seen. */
  #rss(): number | null {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    } catch {
      return null;
    }
  }

  async signature(): Promise<string> {
    const [lines, answer] = this.#protocol.bench;
    this.#child.stdin.write(lines.map((line) => `${line}\n`).join(""));
    const said = await this.#take((text) => answer.test(text));
    return answer.exec(said.at(-1) ?? "")?.[1] ?? "";
  }

  /** Says goodbye; the exit code. */
  async quit(): Promise<number | null> {
    this.#child.stdin.write(`${this.#protocol.farewells[0]}\n`);
    while (this.#exitCode === undefined) await this.#news();
    return this.#exitCode;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** Waits for something, and says what ends searches meanwhile. */
  async #nudging<T>(wanted: Promise<T>): Promise<T> {
    const { nudge } = this.#protocol;
    if (nudge === undefined) return wanted;
    const timer = setInterval(() => this.#child.stdin.write(`${nudge}\n`), NUDGE_EVERY);
    try {
      return await wanted;
    } finally {
      clearInterval(timer);
    }
  }

  /** All lines up to one. */
  async #take(isLast: (line: string) => boolean): Promise<string[]> {
    for (let next = 0; ; ) {
      for (; next < this.#lines.length; next++) {
        if (isLast(this.#lines[next])) return this.#lines.splice(0, next + 1);
      }
      if (this.#exitCode !== undefined) throw new Finding(`gone with exit code ${this.#exitCode}; ${this.#errors}`);
      await this.#news();
    }
  }

  #news(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Finding(`silent for ${PATIENCE} ms`)), PATIENCE);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function countBy<T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  return counts;
}
