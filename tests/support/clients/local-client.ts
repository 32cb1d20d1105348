/** A UCI client in the engine's own process, so that a test can give the engine a worker of its own. */

import { Uci, type UciSettings } from "../../../src/protocol/uci";

export class LocalClient {
  readonly lines: string[] = [];
  readonly #engine: Uci;
  readonly #quitted: Promise<void>;
  #next = 0;
  #wake = () => {};

  /** @param worker the worker's script */
  constructor(worker: URL, options: UciSettings["options"] = {}) {
    let quitted = () => {};
    this.#quitted = new Promise((resolve) => {
      quitted = resolve;
    });
    const write = (line: string) => {
      this.lines.push(line);
      this.#wake();
    };
    this.#engine = new Uci({ write, onQuit: quitted, name: "Local", options, worker: { worker } });
  }

  send(...lines: string[]): void {
    for (const line of lines) this.#engine.receive(line);
  }

  /** What comes until a line matches, this line included. */
  async until(pattern: RegExp): Promise<string[]> {
    const start = this.#next;
    for (;;) {
      while (this.#next < this.lines.length) {
        if (pattern.test(this.lines[this.#next++])) return this.lines.slice(start, this.#next);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async settle(): Promise<string[]> {
    this.send("isready");
    return (await this.until(/^readyok$/)).slice(0, -1);
  }

  quit(): Promise<void> {
    this.send("quit");
    return this.#quitted;
  }
}
