/** Line reader: splits a stream of text into lines. */

/** Longer lines are dropped, characters: no command is nearly as long. */
export const MAX_LINE = 4 * 2 ** 20;

/** Collects pieces of text and passes on whole lines, without their ends (`\n` or `\r\n`). */
export class LineReader {
  #rest = "";
  #isDropping = false;
  readonly #onLine: (line: string) => void;
  readonly #onDropped: () => void;

  constructor(onLine: (line: string) => void, onDropped: () => void) {
    this.#onLine = onLine;
    this.#onDropped = onDropped;
  }

  push(text: string): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      this.#take(text.slice(start, end));
      this.#finish();
      start = end + 1;
    }
    this.#take(text.slice(start));
  }

  /** The stream has ended: the rest is also a line. */
  end(): void {
    if (this.#rest !== "" || this.#isDropping) this.#finish();
  }

  #take(piece: string): void {
    if (this.#isDropping) return;
    this.#rest += piece;
    if (this.#rest.length <= MAX_LINE) return;
    this.#rest = "";
    this.#isDropping = true;
  }

  #finish(): void {
    const line = this.#rest;
    this.#rest = "";
    if (this.#isDropping) this.#onDropped();
    else this.#onLine(line.endsWith("\r") ? line.slice(0, -1) : line);
    this.#isDropping = false;
  }
}
