/** A terminal for tests: a program in a pseudo-terminal, and the screen as a person sees it. */

import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { expect } from "vitest";
import { CLI } from "./client";

/** The limit for a screen to show something, milliseconds. */
const PATIENCE = 20_000;

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export class TestTerminal {
  /** All that was written, with its control sequences. */
  written = "";
  /** Its exit code; for a signal 128 and more, as a shell has it. */
  readonly exit: Promise<number>;
  readonly #screen: xterm.Terminal;
  readonly #process: ReturnType<typeof spawn>;

  /** Starts `wazaba` with arguments. */
  constructor(args: readonly string[], { columns = 80, rows = 24, env = {} }: TerminalOptions = {}) {
    this.#screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
    this.#process = spawn(process.execPath, [CLI, ...args], {
      name: "xterm-256color",
      cols: columns,
      rows,
      env: { ...process.env, ...env } as Record<string, string>,
    });
    this.#process.onData((data) => {
      this.written += data;
      this.#screen.write(data);
    });
    this.exit = new Promise((resolve) => {
      this.#process.onExit(({ exitCode, signal }) => resolve(signal ? 128 + signal : exitCode));
    });
  }

  type(text: string): void {
    this.#process.write(text);
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
    this.#process.resize(columns, rows);
  }

  kill(): void {
    this.#process.kill();
  }

  /** The rows of the screen. */
  get rows(): string[] {
    const { active } = this.#screen.buffer;
    return Array.from({ length: this.#screen.rows }, (_, row) => {
      return active.getLine(active.baseY + row)?.translateToString(true) ?? "";
    });
  }

  get text(): string {
    return this.rows.join("\n");
  }

  /** Waits until the screen shows a text. */
  async shows(wanted: RegExp): Promise<void> {
    await expect.poll(() => this.text, { timeout: PATIENCE, interval: 10 }).toMatch(wanted);
  }
}
