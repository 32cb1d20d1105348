/** Games for training on file: a line that says how they were made, then a line for each game; it goes on there. */

import { type Conditions, differenceOf, parseObject } from "../jobs/conditions";
import { GameFile } from "../jobs/file";
import type { Variant } from "../variants/variant";
import { isTrainingGame, type TrainingGame } from "./game";

export class TrainingFile {
  /** How many games it held when it was opened. */
  readonly before: number;
  /** Whether it says how its games were made. Files from before there was such a line do not, and go on without. */
  readonly saysConditions: boolean;
  readonly #file: GameFile;
  /** The first line, if it has yet to be written. */
  #header: string;

  /**
   * Opens the file, or creates it.
   *
   * @throws {WazabaError} `file` if it cannot be opened, or holds something else than such games; it is then left as it is
   */
  constructor(name: string, conditions: Conditions, variant: Variant) {
    const header = JSON.stringify({ datagen: conditions });
    let first = "";
    this.#file = new GameFile(name, (line) => {
      first = line;
      const { datagen } = (parseObject(line) ?? {}) as { datagen?: Conditions };
      if (datagen !== undefined) {
        const difference = differenceOf(datagen, conditions);
        return difference === null ? null : `holds other games: ${difference}`;
      }
      // Killed in its first write, the file has part of a line.
      const isTorn = line !== "" && header.startsWith(line);
      return isTorn || isTrainingGame(line, variant) ? null : `holds no games of ${variant.id}`;
    });
    const lines = this.#file.before;
    this.saysConditions = lines === 0 || parseObject(first) !== null;
    this.#header = lines === 0 ? `${header}\n` : "";
    this.before = lines > 0 && this.saysConditions ? lines - 1 : lines;
  }

  /** @throws {WazabaError} `file` if there is no more room */
  add(games: readonly TrainingGame[]): void {
    if (games.length > 0) this.#file.add(this.#header + games.map(({ text }) => text).join("\n"));
    this.#header = "";
  }

  close(): void {
    this.#file.close();
  }
}
