/** Whatever is pasted or dropped anywhere on the page is opened, except text for a field. */

import type { GameRecord } from "../../play/record";
import { plural } from "../../play/text";
import { find } from "../shell/dom";
import { t } from "../shell/language";
import type { SharePanel } from "./share";

export function setUpDrop(share: SharePanel): void {
  document.addEventListener("paste", (event) => {
    if (isField(event.target) || document.querySelector("dialog[open]") !== null) return;
    open(share, event, event.clipboardData);
  });
  // Files and text only: pieces are not dragged in this way.
  for (const name of ["dragenter", "dragover"] as const) {
    document.addEventListener(name, (event) => {
      if (!isContent(event.dataTransfer) || isField(event.target)) return;
      event.preventDefault();
      document.body.classList.add("dropping");
    });
  }
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (isContent(event.dataTransfer) && !isField(event.target)) open(share, event, event.dataTransfer);
  });
}

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

function open(share: SharePanel, event: Event, data: DataTransfer | null): void {
  const [file] = data?.files ?? [];
  const text = data?.getData("text/plain") ?? "";
  if (file === undefined && text.trim() === "") return;
  event.preventDefault();
  if (file === undefined) share.open(text);
  else share.openFile(file);
}

function isContent(data: DataTransfer | null): boolean {
  return data?.types.some((type) => type === "Files" || type === "text/plain") ?? false;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio]), textarea");
}
