/**
 * A JSON document with a list that may be longer than memory: it is written as the list grows, an item a line, and is complete
 * at its end.
 */
export class GrowingJson {
  readonly #head: string;
  #hasBegun = false;
  #hasItems = false;

  /**
   * @param fields what comes before the list
   * @param list the list's name
   */
  constructor(fields: Readonly<Record<string, unknown>>, list: string) {
    this.#head = `${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(list)}:[\n`;
  }

  add(item: object): void {
    this.#begin();
    process.stdout.write(`${this.#hasItems ? ",\n" : ""}${JSON.stringify(item)}`);
    this.#hasItems = true;
  }

  /** @param fields what comes after the list */
  end(fields: Readonly<Record<string, unknown>>): void {
    this.#begin();
    process.stdout.write(`${this.#hasItems ? "\n" : ""}],${JSON.stringify(fields).slice(1)}\n`);
  }

  /** Not before there is something to write: what goes wrong until then leaves no torn document behind. */
  #begin(): void {
    if (!this.#hasBegun) process.stdout.write(this.#head);
    this.#hasBegun = true;
  }
}
