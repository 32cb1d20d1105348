/** A UCI or xboard client that drives the engine's process as a GUI does. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { resolve } from "node:path";

/** The tests and the fuzzer, which is bundled elsewhere, run in the project folder. */
export const CLI = resolve("dist/cli.cjs");

/** The notice about more threads than this machine has processors. */
export const MORE_THREADS = /^info string Threads: \d+ requested, but this machine runs \d+ at a time/;

/** How long a client waits for a line, milliseconds. */
const PATIENCE = 25_000;

/** A client of the real engine process. Every line of output is kept; waiting goes on from the last line waited for. */
export class Client {
  readonly lines: string[] = [];
  /** Its output on standard error. */
  err = "";
  readonly exit: Promise<number | null>;
  readonly #child: ChildProcessWithoutNullStreams;
  #next = 0;
  #rest = "";
  #wake: () => void = () => {};

  constructor(args: readonly string[] = []) {
    this.#child = spawn(process.execPath, [CLI, ...args]);
    this.#child.stdout.setEncoding("utf8");
    this.#child.stdout.on("data", (text: string) => {
      const lines = (this.#rest + text).split("\n");
      this.#rest = lines.pop() ?? "";
      this.lines.push(...lines);
      this.#wake();
    });
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.err += text;
    });
    this.exit = new Promise((resolve) => {
      this.#child.on("exit", (code) => {
        resolve(code);
        this.#wake();
      });
    });
  }

  /** The process's id. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  send(...lines: string[]): void {
    this.#child.stdin.write(lines.map((line) => `${line}\n`).join(""));
  }

  /** Sends bytes as they are. */
  sendRaw(bytes: string | Uint8Array): void {
    this.#child.stdin.write(bytes);
  }

  /** No more input. */
  end(): void {
    this.#child.stdin.end();
  }

  /** Stops reading its output. */
  closeOutput(): void {
    this.#child.stdout.destroy();
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The next line that matches, and all before it since the last one waited for. */
  async until(pattern: RegExp, patience = PATIENCE): Promise<{ line: string; before: string[] }> {
    const start = this.#next;
    // A test that is timed out only tells where it began.
    const last = performance.now() + patience;
    for (;;) {
      while (this.#next < this.lines.length) {
        const line = this.lines[this.#next++];
        if (pattern.test(line)) return { line, before: this.lines.slice(start, this.#next - 1) };
      }
      if (this.#child.exitCode !== null) throw new Error(`the engine is gone; ${pattern} never came`);
      const left = last - performance.now();
      if (left <= 0) throw new Error(`${pattern} never came, but\n${this.lines.slice(start).join("\n")}`);
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, left);
      });
      clearTimeout(timer);
    }
  }

  /** Everything sent so far has been dealt with; what came meanwhile. */
  async settle(): Promise<string[]> {
    this.send("isready");
    return (await this.until(/^readyok$/)).before;
  }

  async quit(): Promise<number | null> {
    this.send("quit");
    return this.exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill("SIGKILL");
    await this.exit;
  }
}
