/**
 * Polyglot opening books (`.bin`): 16-byte entries sorted by key, all numbers big-endian: the position's key (8 bytes), a move, its
 * weight (2 bytes each), and 4 bytes for learning programs. A move is, from the low bits up: to (6 bits), from (6), and promotion (3):
 * none, knight, bishop, rook, queen. Castling is king takes rook. The source is named in `key.ts`.
 */

import { NO_MOVE } from "../../../assembly/rules/move";
import { WazabaError } from "../../errors";
import { findMove } from "../notation/uci-move";
import type { Game } from "../rules/game";
import { CHESS } from "../variants/games";
import type { BookMove, OpeningBook } from "./book";
import { polyglotKey } from "./key";

/** The bytes of a book. */
export interface BookBytes {
  readonly size: number;
  /**
   * Reads bytes at an offset.
   *
   * @throws {Error} if they cannot be read
   */
  read(at: number, length: number): Uint8Array;
}

const ENTRY = 16;
/** The maximum number of keys checked when a book is opened, so that a large book does not delay the start. */
const MAX_CHECKED = 512;
/** The maximum number of moves of a position. */
const MAX_MOVES = 256;

/** A Polyglot book, read on demand. For orthodox chess and Chess960. */
export class PolyglotBook implements OpeningBook {
  /** The number of entries. */
  readonly size: number;
  readonly #bytes: BookBytes;

  /** @throws {WazabaError} `book` if it is empty, not made of entries, or not sorted by key */
  constructor(bytes: BookBytes) {
    this.#bytes = bytes;
    this.size = bytes.size / ENTRY;
    if (bytes.size === 0) throw new WazabaError("book", "the book is empty");
    if (!Number.isInteger(this.size)) {
      throw new WazabaError("book", `this is not a book: ${bytes.size} bytes are not a multiple of ${ENTRY}`);
    }
    this.#checkOrder();
  }

  moves(game: Game): readonly BookMove[] {
    if (game.variant.id !== CHESS.id) return [];
    const key = polyglotKey(game);
    const moves: BookMove[] = [];
    const first = this.#firstOf(key);
    const end = Math.min(first + MAX_MOVES, this.size);
    for (let index = first; index < end; index++) {
      const entry = this.#entry(index);
      if (entry.getBigUint64(0) !== key) break;
      const move = readMove(entry.getUint16(8), game);
      if (move !== NO_MOVE) moves.push({ move, weight: entry.getUint16(10), learn: entry.getUint32(12) });
    }
    return moves.sort((a, b) => b.weight - a.weight);
  }

  #checkOrder(): void {
    const step = Math.max(1, Math.floor(this.size / MAX_CHECKED));
    let last = -1n;
    for (let index = 0; index < this.size; index += step) {
      const key = this.#key(index);
      if (key < last) throw new WazabaError("book", `this is not a book: entry ${index + 1} is not sorted by key`);
      last = key;
    }
  }

  /** The first entry with that key, or with the next greater one. */
  #firstOf(key: bigint): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.#key(middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #key(index: number): bigint {
    return this.#entry(index).getBigUint64(0);
  }

  #entry(index: number): DataView {
    const bytes = this.#bytes.read(index * ENTRY, ENTRY);
    return new DataView(bytes.buffer, bytes.byteOffset, ENTRY);
  }
}

/** The legal move of an entry; `NO_MOVE` if it is illegal, since another position may have the same key. */
function readMove(bits: number, game: Game): number {
  const promotion = (bits >> 12) & 7;
  // Polyglot's numbers of piece types are ours.
  return findMove(game, (bits >> 6) & 63, bits & 63, promotion === 0 ? -1 : promotion);
}
