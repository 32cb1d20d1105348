/** What has been loaded, above the lines. */

import type { GameRecord } from "../../play/record";
import { plural } from "../../play/text";
import { find } from "../shell/dom";
import { t } from "../shell/language";

/** Says what has been loaded, and what was odd in it, until the game changes. */
export class LoadedNote {
  readonly #record: GameRecord;
  readonly #note = find("loaded", HTMLElement);

  constructor(record: GameRecord) {
    this.#record = record;
    record.changed.listen((change) => {
      if (change !== "place") this.#note.hidden = true;
    });
  }

  /** @param title what the game is, @param warning what was odd; either may be empty */
  show(title: string, warning: string): void {
    const moves = Math.ceil(this.#record.end.position.plies / 2);
    const parts = [title, warning].filter((part) => part !== "").map((part) => `${part}.`);
    if (moves > 0) {
      const length = plural(moves, "1 move", "{count} moves");
      parts.push(`${length}.`, t("“Review the game” finds its mistakes."));
    }
    this.#note.textContent = parts.join(" ");
    this.#note.classList.toggle("error", warning !== "");
    this.#note.hidden = parts.length === 0;
  }
}
