/** Elements of the page: those of `index.html` by their ids, and new ones. */

/** An element of `index.html`. @throws {Error} if there is none, or of another kind */
export function find<T extends Element>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`index.html has no #${id}`);
}

/** A new element with attributes, text and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A button with an action. */
export function button(
  text: string,
  attributes: Readonly<Record<string, string>>,
  onClick: () => void,
): HTMLButtonElement {
  const element = make("button", { type: "button", ...attributes }, text);
  element.addEventListener("click", onClick);
  return element;
}

/** Offers a file to be saved. */
export function saveFile(name: string, contents: Blob): void {
  const address = URL.createObjectURL(contents);
  const anchor = make("a", { href: address, download: name });
  anchor.click();
  URL.revokeObjectURL(address);
}
