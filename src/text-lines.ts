/** Lines from the bytes of a text file that arrives in pieces, whatever its encoding and its line endings. */

import { TextFileDecoder } from "./decode";
import { LineReader } from "./line-reader";

export class TextLines {
  readonly #decoder = new TextFileDecoder();
  readonly #lines: (string | null)[] = [];
  readonly #reader = new LineReader(
    (line) => this.#lines.push(line),
    () => this.#lines.push(null),
  );

  #endsInReturn = false;

  /** @returns the lines that have ended; null for one that is too long */
  push(bytes: Uint8Array): (string | null)[] {
    return this.#read(this.#decoder.push(bytes));
  }

  /** @returns the last lines */
  end(): (string | null)[] {
    const lines = this.#read(this.#decoder.end());
    this.#reader.end();
    return [...lines, ...this.#lines.splice(0)];
  }

  #read(text: string): (string | null)[] {
    // Old files end their lines with a carriage return only; the line feed of a CRLF may come with the next piece.
    const whole = this.#endsInReturn && text.startsWith("\n") ? text.slice(1) : text;
    if (text !== "") this.#endsInReturn = text.endsWith("\r");
    this.#reader.push(whole.replace(/\r\n?/g, "\n"));
    return this.#lines.splice(0);
  }
}
