/** Start positions, one EPD or FEN per line, in a file of any size: only the offsets of some lines are kept in memory. */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { parseEpd } from "../../chess/notation/epd";
import { hasOrthodoxCastling, type Setup } from "../../chess/position/setup";
import { Game } from "../../chess/rules/game";
import type { Variant } from "../../chess/variants/variant";
import { EpdError, quote, WazabaError } from "../../errors";
import type { Positions } from "./balanced";

const CHUNK = 2 ** 16;
const NEWLINE = 10;
/** The offset of one line in this many is kept. */
const STEP = 256;
/** No position is nearly as long, bytes. */
const MAX_LINE = 4096;

export interface PositionFileSettings {
  readonly variant: Variant;
  /** Whether castling from any rook squares is allowed. */
  readonly chess960: boolean;
  /** Called once for each unusable line. */
  readonly onBadLine: (what: string) => void;
}

export class PositionFile implements Positions {
  /** The number of lines, usable or not. */
  readonly size: number;
  readonly #name: string;
  readonly #descriptor: number;
  readonly #settings: PositionFileSettings;
  /** The offset of every 256th line. */
  readonly #starts: number[] = [0];
  readonly #bad = new Set<number>();
  readonly #buffer = Buffer.alloc(CHUNK);

  /**
   * Reads the file once to count its lines.
   *
   * @throws {WazabaError} `openings` if it cannot be read, or is empty
   */
  constructor(name: string, settings: PositionFileSettings) {
    this.#name = name;
    this.#settings = settings;
    const fail = (reason: string) => new WazabaError("openings", `--openings: ${quote(name)}: ${reason}`);
    try {
      this.#descriptor = openSync(name, "r");
      if (!fstatSync(this.#descriptor).isFile()) throw new WazabaError("openings", "is not a regular file");
      this.size = this.#countLines();
    } catch (error) {
      throw fail((error as Error).message);
    }
    if (this.size === 0) throw fail("contains no openings");
  }

  position(number: number): Setup | null {
    const line = this.#line(number);
    if (/^\s*(#|$)/.test(line)) return null;
    try {
      if (line.length >= MAX_LINE) throw new WazabaError("openings", "the line is too long");
      const { variant, chess960 } = this.#settings;
      const { root } = parseEpd(line, variant);
      if (!chess960 && !hasOrthodoxCastling(root))
        throw new WazabaError("openings", "its castling rights require --chess960");
      const outcome = new Game(root).outcome();
      if (outcome !== null) throw new WazabaError("openings", `the game is over: ${outcome.reason}`);
      return root;
    } catch (error) {
      if (!(error instanceof WazabaError)) throw error;
      const reason = error instanceof EpdError ? error.cause.message : error.message;
      if (!this.#bad.has(number)) this.#settings.onBadLine(`${this.#name}: line ${number + 1} skipped: ${reason}`);
      this.#bad.add(number);
      return null;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #countLines(): number {
    const buffer = Buffer.alloc(2 ** 20);
    let lines = 0;
    let isLineOpen = false;
    let position = 0;
    for (let length = this.#read(buffer, 0); length > 0; length = this.#read(buffer, position)) {
      const piece = buffer.subarray(0, length);
      for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) {
        lines++;
        if (lines % STEP === 0) this.#starts.push(position + at + 1);
      }
      isLineOpen = piece[length - 1] !== NEWLINE;
      position += length;
    }
    return isLineOpen ? lines + 1 : lines;
  }

  /** The line with that index, from 0, up to the maximum length. */
  #line(number: number): string {
    let position = this.#starts[Math.floor(number / STEP)];
    let before = number % STEP;
    let text = "";
    for (;;) {
      const length = this.#read(this.#buffer, position);
      if (length === 0) return text;
      const piece = this.#buffer.subarray(0, length);
      let start = 0;
      while (before > 0 && start < length) {
        const end = piece.indexOf(NEWLINE, start);
        start = end < 0 ? length : end + 1;
        if (end >= 0) before--;
      }
      if (before === 0 && start < length) {
        const end = piece.indexOf(NEWLINE, start);
        text += piece.toString("utf8", start, end < 0 ? length : end);
        if (end >= 0 || text.length >= MAX_LINE) return text;
      }
      position += length;
    }
  }

  #read(buffer: Buffer, position: number): number {
    return readSync(this.#descriptor, buffer, 0, buffer.length, position);
  }
}
