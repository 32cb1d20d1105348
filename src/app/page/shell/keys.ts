/** Keyboard shortcuts of the page. Input fields, lists, the board and the graph handle their keys first. */

import { find } from "./dom";

/** Actions by key, as `KeyboardEvent` names it. */
export type Keys = Readonly<Record<string, () => void>>;

/** Keys that open a list. */
const OPENING = new Set(["ArrowUp", "ArrowDown", "Enter", " "]);

export function setUpKeys(keys: Keys): void {
  const help = find("help", HTMLDialogElement);
  const openHelp = () => {
    help.showModal();
    // The focus goes to the first field, which stands far below on a phone on its side.
    help.scrollTop = 0;
  };
  find("help-open", HTMLButtonElement).addEventListener("click", openHelp);
  const all: Keys = { ...keys, "?": openHelp };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    if (event.target instanceof HTMLSelectElement) return onListKey(event, event.target);
    const action = all[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  // Once something is chosen, keys are the game's again.
  document.addEventListener("change", ({ target }) => target instanceof HTMLSelectElement && target.blur());
}

/** In a closed list a key would choose another game or level unseen. So keys open it, and nothing else. */
function onListKey(event: KeyboardEvent, list: HTMLSelectElement): void {
  if (event.key.length > 1 && !/^(Arrow|Page|Home|End|Enter)/.test(event.key)) return;
  event.preventDefault();
  if (OPENING.has(event.key)) list.showPicker();
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea");
}
