/** The move list: each move is a button that leads there. */

import type { GameRecord } from "../../play/record";
import { endingText, moveNumber } from "../../play/words";
import { button, find, make } from "./dom";

export class MovesPanel {
  readonly #record: GameRecord;
  readonly #list = find("moves", HTMLElement);
  readonly #rejoin = find("rejoin", HTMLButtonElement);
  readonly #ending = find("ending", HTMLElement);
  #buttons: HTMLButtonElement[] = [];

  constructor(record: GameRecord) {
    this.#record = record;
    this.#rejoin.addEventListener("click", () => record.rejoin());
    const steps: [string, () => number][] = [
      ["first", () => 0],
      ["previous", () => record.ply - 1],
      ["next", () => record.ply + 1],
      ["last", () => record.entries.length - 1],
    ];
    for (const [id, ply] of steps) find(id, HTMLButtonElement).addEventListener("click", () => record.go(ply()));
    record.changed.listen((change) => {
      if (change !== "place") this.#fill();
      this.#mark();
    });
    record.evaluated.listen(() => this.#showEnding());
    new ResizeObserver(() => this.#mark()).observe(this.#list);
    this.#fill();
    this.#mark();
  }

  #fill(): void {
    const { entries } = this.#record;
    this.#buttons = [];
    const parts: Node[] = [];
    for (let ply = 1; ply < entries.length; ply++) {
      const { position } = entries[ply - 1];
      if (ply === 1 || position.turn === "white") parts.push(make("span", { class: "number" }, moveNumber(position)));
      const one = button(entries[ply].move?.san ?? "", { class: "move" }, () => this.#record.go(ply));
      this.#buttons.push(one);
      parts.push(one);
    }
    this.#list.replaceChildren(...parts);
    this.#rejoin.hidden = !this.#record.isAside;
    this.#showEnding();
  }

  #showEnding(): void {
    const { ending } = this.#record;
    this.#ending.hidden = ending === null;
    this.#ending.textContent = ending === null ? "" : endingText(ending);
  }

  #mark(): void {
    for (const one of this.#list.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    const present = this.#buttons[this.#record.ply - 1];
    if (present === undefined) {
      this.#list.scrollTop = 0;
      return;
    }
    present.setAttribute("aria-current", "true");
    // Not scrollIntoView, which would also scroll the page.
    const top = present.offsetTop - this.#list.offsetTop;
    const { scrollTop, clientHeight } = this.#list;
    if (top < scrollTop || top + present.offsetHeight > scrollTop + clientHeight) {
      this.#list.scrollTop = top - clientHeight / 2;
    }
  }
}
