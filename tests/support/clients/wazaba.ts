/** The command line's process: run to its end, or while it goes on. */

import { spawn, spawnSync } from "node:child_process";
import { CLI } from "./client";

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command to its end. */
export const wazaba = (...args: string[]): Outcome => wazabaReading("", ...args);

/** The same with something on its standard input. */
export function wazabaReading(input: string, ...args: string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { encoding: "utf8", input });
  return { code: status, out: stdout, err: stderr };
}

/** What a command reports with `--json`. */
export const json = (...args: string[]) => JSON.parse(wazaba(...args, "--json").out);

/** A command that runs until it is stopped. */
export class Running {
  out = "";
  readonly exit: Promise<number | null>;
  readonly #child;

  constructor(...args: string[]) {
    this.#child = spawn(process.execPath, [CLI, ...args]);
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.out += text;
    });
    this.exit = new Promise((resolve) => this.#child.once("close", resolve));
    // It may exit before it has read everything.
    this.#child.stdin.on("error", () => {});
  }

  write(text: string): void {
    this.#child.stdin.write(text);
  }

  /** Waits until its output matches. */
  async until(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.out) && this.#child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Stops reading its output. */
  closeOutput(): void {
    this.#child.stdout.destroy();
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}
