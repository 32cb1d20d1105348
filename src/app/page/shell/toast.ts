/** The toast: a short message with a way back, which goes by itself. */

import { find } from "./dom";

/** How long it stays, milliseconds; longer as long as it has the focus. */
const STAY = 8000;

export class Toast {
  readonly #element = find("toast", HTMLElement);
  readonly #text = find("toast-text", HTMLElement);
  #undo: () => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    find("toast-undo", HTMLButtonElement).addEventListener("click", () => {
      this.hide();
      this.#undo();
    });
    this.#element.addEventListener("focusin", () => clearTimeout(this.#timer));
    this.#element.addEventListener("focusout", () => this.#goSoon());
  }

  show(text: string, undo: () => void): void {
    this.#undo = undo;
    this.#text.textContent = text;
    this.#element.hidden = false;
    this.#goSoon();
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#element.hidden = true;
  }

  #goSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), STAY);
  }
}
