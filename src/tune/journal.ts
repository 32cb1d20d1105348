/** A tuning on file: a line that says what is tuned and how, then a line of JSON for each iteration; it goes on there. */

import { readFileSync } from "node:fs";
import { quote, WazabaError } from "../errors";
import { type Conditions, differenceOf, parseObject } from "../jobs/conditions";
import { GameFile } from "../jobs/file";
import type { Iteration } from "./run";

/** The file of a tuning. */
export class Journal {
  /** The iterations it held when it was opened. */
  readonly iterations: readonly Iteration[];
  readonly #file: GameFile;
  readonly #conditions: Conditions;
  #isEmpty: boolean;

  /**
   * Opens the file, or creates it.
   *
   * @throws {WazabaError} `file` if it cannot be opened, or holds something else than this tuning; it is then left as it is
   */
  constructor(name: string, conditions: Conditions) {
    this.#conditions = conditions;
    this.#file = new GameFile(name, (line) => {
      const { tune } = (parseObject(line) ?? {}) as { tune?: Conditions };
      if (tune === undefined) return "holds no tuning";
      const difference = differenceOf(tune, conditions);
      return difference === null ? null : `holds another tuning: ${difference}`;
    });
    this.#isEmpty = this.#file.before === 0;
    const lines = this.#isEmpty ? [] : readFileSync(name, "utf8").split("\n").slice(1, -1);
    this.iterations = lines.map((line, index) => {
      const iteration = parseObject(line) as Iteration | null;
      if (iteration?.iteration === index && typeof iteration.values === "object") return iteration;
      this.#file.close();
      throw new WazabaError("file", `--out: ${quote(name)}: line ${index + 2} is not iteration ${index + 1}`);
    });
  }

  /** @throws {WazabaError} `file` if there is no more room */
  add(iteration: Iteration): void {
    if (this.#isEmpty) this.#file.add(JSON.stringify({ tune: this.#conditions }));
    this.#isEmpty = false;
    this.#file.add(JSON.stringify(iteration));
  }

  close(): void {
    this.#file.close();
  }
}
