/** Shared by the benchmarks: medians, a client for UCI engines, tables. */

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * A line of an engine, and the milliseconds since the request it answers.
 *
 * @typedef {{ readonly line: string, readonly ms: number }} TimedLine
 */

/** @param {unknown} error whatever was thrown */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {readonly number[]} values */
export function median(values) {
  return quantile(values, 0.5);
}

/**
 * The quantile of these values, interpolated between neighbours.
 *
 * @param {readonly number[]} values
 * @param {number} part 0 to 1; 0.5 is the median
 */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place % 1);
}

/** @param {readonly number[]} numbers */
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** @param {readonly number[]} numbers */
export const geometricMean = (numbers) => Math.exp(sum(numbers.map(Math.log)) / numbers.length);

/**
 * Positions of games, spread evenly over the file.
 *
 * @param {number} count
 */
export function gamePositions(count) {
  const file = new URL("../tests/data/game-positions.epd", import.meta.url);
  const fens = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Array.from({ length: count }, (_, i) => fens[Math.floor(((i + 0.5) * fens.length) / count)]);
}

/** Debian's Stockfish, null where it is not installed. */
export function findStockfish() {
  return ["/usr/games/stockfish", "/usr/bin/stockfish"].find((path) => existsSync(path)) ?? null;
}

/** A UCI engine in a process of its own. */
export class UciProcess {
  #child;
  #rest = "";
  /**
   * @type {{
   *   readonly answer: string,
   *   readonly onLine: (line: string) => void,
   *   readonly resolve: (line: string) => void,
   *   readonly reject: (reason: Error) => void,
   * } | null}
   */
  #waiting = null;
  #hasEnded = false;

  /**
   * @param {string} command
   * @param {readonly string[]} args
   */
  constructor(command, args = []) {
    // Where this is set, every Node process first reads a few hundred certificates: 50 to 100 ms.
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    this.#child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], env });
    this.#child.stdout.setEncoding("utf8");
    this.#child.stdout.on("data", (text) => this.#take(text));
    // Writing to a process that has ended fails; `close` reports the end.
    this.#child.stdin.on("error", () => {});
    this.#child.once("close", (code) => {
      this.#hasEnded = true;
      this.#waiting?.reject(new Error(`the engine exited with code ${code}`));
    });
  }

  /** @param {string} line */
  send(line) {
    this.#child.stdin.write(`${line}\n`);
  }

  /**
   * Sends a line and waits for the answer.
   *
   * @param {string | null} line null: sends nothing, only waits
   * @param {string} answer how the line to wait for begins
   * @param {(line: TimedLine) => void} onLine called for each line before it
   * @returns {Promise<TimedLine>}
   * @throws {Error} if the process ends first
   */
  ask(line, answer, onLine = () => {}) {
    const start = performance.now();
    const timed = (/** @type {string} */ found) => ({ line: found, ms: performance.now() - start });
    /** @type {Promise<TimedLine>} */
    const promise = new Promise((resolve, reject) => {
      this.#waiting = {
        answer,
        onLine: (other) => onLine(timed(other)),
        resolve: (found) => resolve(timed(found)),
        reject,
      };
      if (this.#hasEnded) reject(new Error("the engine has exited"));
    });
    if (line !== null) this.send(line);
    return promise;
  }

  /** Sends `quit` and waits until the process has exited. */
  async quit() {
    const gone = new Promise((resolve) => this.#child.once("exit", resolve));
    this.send("quit");
    await gone;
  }

  /** Kills the process if it is still running. */
  kill() {
    this.#child.kill("SIGKILL");
  }

  /** @param {string} text */
  #take(text) {
    this.#rest += text;
    const lines = this.#rest.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      if (this.#waiting === null) continue;
      const { answer, onLine, resolve } = this.#waiting;
      if (!line.startsWith(answer)) {
        onLine(line);
        continue;
      }
      this.#waiting = null;
      resolve(line);
    }
  }
}

/**
 * A Markdown table.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export function table(head, rows) {
  const all = [head, head.map((_, i) => (i === 0 ? "---" : "---:")), ...rows];
  return all.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
