/** The journal of training games: a header that says how they were made, then a line for each game. */

import type { Conditions } from "../jobs/conditions";
import { Journal } from "../jobs/journal";
import type { Variant } from "../variants/variant";
import { isTrainingGame, type TrainingGame } from "./training-game";

export class DatagenJournal {
  readonly #journal: Journal;

  /** @throws {WazabaError} `file` if it cannot be opened, or holds something else than such games */
  constructor(name: string, conditions: Conditions, variant: Variant) {
    const what = { none: `no games of ${variant.id}`, other: "other games" };
    const isHeaderless = (line: string) => isTrainingGame(line, variant);
    this.#journal = new Journal(name, { kind: "datagen", conditions, what, isHeaderless });
  }

  /** How many games it held when it was opened. */
  get before(): number {
    return this.#journal.before;
  }

  /** Whether it says how its games were made. Files from before there was a header go on without. */
  get saysConditions(): boolean {
    return this.#journal.hasHeader;
  }

  /** @throws {WazabaError} `file` if there is no more room */
  add(games: readonly TrainingGame[]): void {
    this.#journal.add(games.map(({ text }) => text));
  }

  close(): void {
    this.#journal.close();
  }
}
