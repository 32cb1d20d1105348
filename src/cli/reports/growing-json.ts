/**
 * A JSON document with a list that may exceed memory: it is written as the list grows, one item a line.
 */

import { print } from "../output";

export class GrowingJson {
  readonly #head: string;
  #hasBegun = false;
  #hasItems = false;

  /**
   * @param fields the fields before the list
   * @param list the name of the list
   */
  constructor(fields: Readonly<Record<string, unknown>>, list: string) {
    this.#head = `${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(list)}:[\n`;
  }

  add(item: object): void {
    this.#begin();
    print(`${this.#hasItems ? ",\n" : ""}${JSON.stringify(item)}`);
    this.#hasItems = true;
  }

  /** @param fields the fields after the list */
  end(fields: Readonly<Record<string, unknown>>): void {
    this.#begin();
    print(`${this.#hasItems ? "\n" : ""}],${JSON.stringify(fields).slice(1)}\n`);
  }

  /** Writes the head, only when there is something to write: an earlier error leaves no partial document. */
  #begin(): void {
    if (!this.#hasBegun) print(this.#head);
    this.#hasBegun = true;
  }
}
