/** How many threads search for the page: the user's choice, where threads can share memory. */

import { MAX_THREADS } from "../../../engine/worker/team-memory";
import { Signal } from "../../play/signal";
import { find, make } from "../shell/dom";

const KEY = "threads";

export class ThreadChoice {
  readonly changed = new Signal();
  readonly #label = find("thread-choice", HTMLElement);
  readonly #field = find("threads", HTMLSelectElement);

  constructor() {
    const max = crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, MAX_THREADS) : 1;
    const counts = Array.from({ length: max }, (_, i) => String(i + 1));
    this.#field.append(...counts.map((count) => make("option", {}, count)));
    this.#label.hidden = max === 1;
    const remembered = recall();
    if (counts.includes(remembered)) this.#field.value = remembered;
    this.#field.addEventListener("change", () => {
      remember(this.#field.value);
      this.changed.emit();
    });
  }

  /** Takes the choice away: there is one thread. */
  leaveOut(): void {
    this.#label.hidden = true;
  }

  get count(): number {
    return Number(this.#field.value);
  }
}

function remember(count: string): void {
  try {
    localStorage.setItem(KEY, count);
  } catch {
    // Storage may be forbidden; then there is one thread again next time.
  }
}

function recall(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}
