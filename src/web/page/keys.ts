/** Keyboard shortcuts of the page. Input fields, the board and the graph handle their keys first. */

import { find } from "./dom";

/** Actions by key, as `KeyboardEvent` names it. */
export type Keys = Readonly<Record<string, () => void>>;

export function setUpKeys(keys: Keys): void {
  const help = find("help", HTMLDialogElement);
  const openHelp = () => help.showModal();
  find("help-open", HTMLButtonElement).addEventListener("click", openHelp);
  const all: Keys = { ...keys, "?": openHelp };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    const action = all[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select");
}
