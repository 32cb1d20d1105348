/** What the benchmarks share: medians, a client for UCI engines, tables. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

export function median(values) {
  return quantile(values, 0.5);
}

/** The value below which that part of the values lies; between two of them the mean by distance. */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place % 1);
}

/** Debian's Stockfish, null where it is not installed. */
export function findStockfish() {
  return ["/usr/games/stockfish", "/usr/bin/stockfish"].find((path) => existsSync(path)) ?? null;
}

/** An engine that speaks UCI. */
export class UciProcess {
  #child;
  #rest = "";
  #waiting = null;
  #hasEnded = false;

  constructor(command, args = []) {
    // Where this is set, every Node process first reads a few hundred certificates: 50 to 100 ms.
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    this.#child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], env });
    this.#child.stdout.setEncoding("utf8");
    this.#child.stdout.on("data", (text) => this.#take(text));
    // Without a process there is none to answer, nor to be written to.
    this.#child.stdin.on("error", () => {});
    this.#child.once("close", (code) => {
      this.#hasEnded = true;
      this.#waiting?.reject(new Error(`the engine has ended with exit code ${code}`));
    });
  }

  send(line) {
    this.#child.stdin.write(`${line}\n`);
  }

  /**
   * Sends a line, waits for one that begins with `answer`: the line, and how long it took in milliseconds. `onLine` hears
   * of the lines before it in the same way.
   *
   * @throws {Error} if the process ends before
   */
  ask(line, answer, onLine = () => {}) {
    const start = performance.now();
    const timed = (found) => ({ line: found, ms: performance.now() - start });
    const promise = new Promise((resolve, reject) => {
      const resolveTimed = (found) => resolve(timed(found));
      this.#waiting = { answer, onLine: (other) => onLine(timed(other)), resolve: resolveTimed, reject };
      if (this.#hasEnded) reject(new Error("the engine has ended"));
    });
    if (line !== null) this.send(line);
    return promise;
  }

  /** Asks it to quit, and waits until it has. */
  async quit() {
    const gone = new Promise((resolve) => this.#child.once("exit", resolve));
    this.send("quit");
    await gone;
  }

  /** Ends it at once, if it runs. */
  kill() {
    this.#child.kill("SIGKILL");
  }

  #take(text) {
    this.#rest += text;
    const lines = this.#rest.split("\n");
    this.#rest = lines.pop();
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

/** A Markdown table. */
export function table(head, rows) {
  const all = [head, head.map((_, i) => (i === 0 ? "---" : "---:")), ...rows];
  return all.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
