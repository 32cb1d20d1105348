/**
 * Text from bytes, the only place that decodes those of files. A byte order mark identifies UTF-16 and UTF-8. Without one each
 * line is strict UTF-8 if it can be, else windows-1252, which contains Latin-1: joined files may hold both.
 */

const LF = 10;
const CR = 13;

/** The bytes of a byte order mark. */
const LONGEST_MARK = 3;

/** An open line of more bytes is decoded in parts: no reader accepts a line that long (`MAX_LINE`). */
const LONGEST_OPEN_LINE = 2 ** 24;

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const WINDOWS_1252 = new TextDecoder("windows-1252");

/** The characters at 0x80 to 0x9f, a blank for unused ones. Node 20 decodes these bytes as Latin-1. */
const C1_RANGE = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** Decodes a whole file. */
export function decodeText(bytes: Uint8Array): string {
  const decoder = new TextFileDecoder();
  return decoder.push(bytes) + decoder.end();
}

/** Decodes a file that arrives in pieces; the result does not depend on where they end. */
export class TextFileDecoder {
  /** The pieces of the open line, and their bytes. */
  #open: Uint8Array[] = [];
  #size = 0;
  /** Null for UTF-8 and windows-1252, undefined until the first bytes have arrived. */
  #utf16: TextDecoder | null | undefined = undefined;

  /** The text of the lines that have ended. */
  push(piece: Uint8Array): string {
    if (this.#utf16) return this.#utf16.decode(piece, { stream: true });
    const end = endOfLines(piece);
    this.#keep(piece.subarray(0, end));
    const isComplete = end > 0 || this.#size >= LONGEST_OPEN_LINE;
    const text = isComplete && this.#size >= LONGEST_MARK ? this.#decode(true) : "";
    const rest = piece.subarray(end);
    if (this.#isUtf16()) return text + this.push(rest);
    this.#keep(rest);
    return text;
  }

  /** The text of the last line. */
  end(): string {
    return this.#utf16 ? this.#utf16.decode() : this.#decode(false);
  }

  #isUtf16(): boolean {
    return Boolean(this.#utf16);
  }

  #keep(bytes: Uint8Array): void {
    // A copy: streams may use their buffers again.
    if (bytes.length > 0) this.#open.push(bytes.slice());
    this.#size += bytes.length;
  }

  #decode(stream: boolean): string {
    const all = joined(this.#open, this.#size);
    this.#open = [];
    this.#size = 0;
    const bytes = this.#utf16 === undefined ? this.#begin(all) : all;
    return this.#utf16 ? this.#utf16.decode(bytes, { stream }) : decodeLines(bytes);
  }

  /** Looks for a byte order mark. @returns the bytes without it */
  #begin(bytes: Uint8Array): Uint8Array {
    const [first, second, third] = bytes;
    this.#utf16 = null;
    if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.subarray(3);
    const isLittle = first === 0xff && second === 0xfe;
    if (!isLittle && !(first === 0xfe && second === 0xff)) return bytes;
    this.#utf16 = new TextDecoder(isLittle ? "utf-16le" : "utf-16be");
    return bytes.subarray(2);
  }
}

/** Where the open line begins. A CR at the very end may be half of a CRLF, so it ends no line yet. */
function endOfLines(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] !== LF && (bytes[end - 1] !== CR || end === bytes.length)) end--;
  return end;
}

function decodeLines(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return linesOf(bytes).map(decodeLine).join("");
  }
}

function decodeLine(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    const text = WINDOWS_1252.decode(bytes);
    return text.replace(/[\x80-\x9f]/g, (c) => C1_RANGE.charAt(c.charCodeAt(0) - 0x80).replace(" ", c));
  }
}

/** The lines with their ends. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  bytes.forEach((byte, at) => {
    if (byte !== LF && byte !== CR) return;
    lines.push(bytes.subarray(start, at + 1));
    start = at + 1;
  });
  lines.push(bytes.subarray(start));
  return lines;
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
