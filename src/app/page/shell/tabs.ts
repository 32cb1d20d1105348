/** The tabs of the panel. */

import { Signal } from "../../play/signal";
import { find } from "./dom";

const NAMES = ["play", "analyse", "speed", "share"] as const;
export type TabName = (typeof NAMES)[number];

export class Tabs {
  readonly changed = new Signal<TabName>();
  #current: TabName = "play";

  constructor() {
    // Only the keyboard gives a tab the focus, and a press elsewhere takes it: arrow keys then step through the game.
    document.addEventListener("pointerdown", () => {
      if (document.activeElement?.matches("[role=tab]")) (document.activeElement as HTMLElement).blur();
    });
    for (const name of NAMES) {
      const tab = tabOf(name);
      tab.addEventListener("mousedown", (event) => event.preventDefault());
      tab.addEventListener("click", () => this.show(name));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        const next = NAMES[(NAMES.indexOf(name) + step + NAMES.length) % NAMES.length];
        this.show(next);
        tabOf(next).focus();
      });
    }
  }

  get current(): TabName {
    return this.#current;
  }

  show(name: TabName): void {
    for (const other of NAMES) {
      const isSeen = other === name;
      tabOf(other).setAttribute("aria-selected", String(isSeen));
      tabOf(other).tabIndex = isSeen ? 0 : -1;
      find(`panel-${other}`, HTMLElement).hidden = !isSeen;
    }
    if (name === this.#current) return;
    this.#current = name;
    this.changed.emit(name);
  }
}

/** A tab by its name in a link. */
export function readTab(name: string | null): TabName | null {
  return NAMES.find((known) => known === name) ?? null;
}

function tabOf(name: TabName): HTMLButtonElement {
  return find(`tab-${name}`, HTMLButtonElement);
}
