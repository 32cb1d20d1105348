/**
 * The compression of Syzygy's tables: values in blocks, each a stream of canonical Huffman codes whose symbols stand for pairs of
 * symbols, down to single values. A sparse index leads to the block of a position.
 */

import { message } from "../../message";
import { damaged } from "./damaged";
import type { PagedFile } from "./paged-file";

/** Bits of a code that this reads. */
const WINDOW = 32;
/** The right half of a symbol that is a single value. */
const NO_PAIR = 0xfff;
/** Flags of a stream. */
const IS_CONSTANT = 0x80;

/** Bytes of an entry of the sparse index: block, and value within it; of a block's length; of a pair of symbols. */
const INDEX_ENTRY = 6;
const LENGTH_ENTRY = 2;
const PAIR = 3;

/** A compressed stream of values. */
export class ValueStream {
  readonly flags: number;
  readonly #file: PagedFile;
  /** Where the header ends. */
  readonly end: number;
  /** Set if all values are this one. */
  readonly #constant: number | null = null;
  /** Bytes of a block, and values between two entries of the index. */
  readonly #blockBytes: number = 0;
  readonly #span: number = 0;
  readonly #blocks: number = 0;
  readonly #lengths: number = 0;
  readonly #indexEntries: number = 0;
  readonly #minLength: number = 0;
  /** By length of the code: its first code, as a fraction of 1 in 32 bits, and its first symbol. */
  readonly #firstCodes: number[] = [];
  readonly #firstSymbols: number[] = [];
  /** How many values a symbol stands for. */
  readonly #counts: number[] = [];
  readonly #pairs: number = 0;
  #indexAt = 0;
  #lengthsAt = 0;
  #blocksAt = 0;

  /** Reads the header at an offset. @param size how many values there are @throws {WazabaError} `file` if it is damaged */
  constructor(file: PagedFile, at: number, size: number) {
    this.#file = file;
    this.flags = file.u8(at);
    if ((this.flags & IS_CONSTANT) !== 0) {
      this.#constant = file.u8(at + 1);
      this.end = at + 2;
      return;
    }
    const [blockBits, spanBits, padding] = [file.u8(at + 1), file.u8(at + 2), file.u8(at + 3)];
    this.#blocks = file.u32(at + 4);
    const maxLength = file.u8(at + 8);
    this.#minLength = file.u8(at + 9);
    const lengths = maxLength - this.#minLength + 1;
    if (blockBits > 30 || spanBits > 30 || this.#minLength < 1 || lengths < 1 || maxLength > WINDOW)
      throw damaged(message`its header`);
    this.#blockBytes = 2 ** blockBits;
    this.#span = 2 ** spanBits;
    this.#lengths = this.#blocks + padding;
    this.#indexEntries = Math.ceil(size / this.#span);
    const symbolsAt = at + 10;
    for (let i = 0; i < lengths; i++) this.#firstSymbols.push(file.u16(symbolsAt + 2 * i));
    this.#firstCodes = firstCodes(this.#firstSymbols, this.#minLength);
    const symbols = file.u16(symbolsAt + 2 * lengths);
    this.#pairs = symbolsAt + 2 * lengths + 2;
    this.end = this.#pairs + PAIR * symbols + (symbols & 1);
    if (symbols === 0 || this.end > file.size) throw damaged(message`its header`);
    for (let symbol = 0; symbol < symbols; symbol++) this.#count(symbol, symbols, 0);
  }

  /** Places its index, the lengths of its blocks, and its blocks, each at or after an offset, where the next thing follows. */
  placeIndex(at: number): number {
    this.#indexAt = at;
    return at + INDEX_ENTRY * this.#indexEntries;
  }

  placeLengths(at: number): number {
    this.#lengthsAt = at;
    return at + LENGTH_ENTRY * this.#lengths;
  }

  placeBlocks(at: number): number {
    this.#blocksAt = Math.ceil(at / 64) * 64;
    return this.#blocksAt + this.#blockBytes * this.#blocks;
  }

  /** The symbol's value at an index, 12 bits. @throws {WazabaError} `file` if the file is damaged */
  value(index: number): number {
    if (this.#constant !== null) return this.#constant;
    const file = this.#file;
    const entry = this.#indexAt + INDEX_ENTRY * Math.floor(index / this.#span);
    let block = file.u32(entry);
    let offset = file.u16(entry + 4) + (index % this.#span) - this.#span / 2;
    while (offset < 0) offset += this.#lengthOf(--block);
    for (let length = this.#lengthOf(block); offset >= length; length = this.#lengthOf(block)) {
      offset -= length;
      block++;
    }
    return this.#valueAt(this.#symbolAt(block, offset));
  }

  #lengthOf(block: number): number {
    if (block < 0 || block >= this.#lengths) throw damaged(message`its index`);
    return this.#file.u16(this.#lengthsAt + LENGTH_ENTRY * block) + 1;
  }

  /** The symbol at a value of a block, and the value within it. */
  #symbolAt(block: number, offset: number): { symbol: number; offset: number } {
    const start = this.#blocksAt + this.#blockBytes * block;
    let left = offset;
    for (let bit = 0; bit < 8 * this.#blockBytes; ) {
      const code = this.#window(start, bit);
      let length = 0;
      while (code < this.#firstCodes[length]) length++;
      const bits = this.#minLength + length;
      const symbol = this.#firstSymbols[length] + Math.floor((code - this.#firstCodes[length]) / 2 ** (WINDOW - bits));
      const count = this.#counts[symbol];
      if (count === undefined) break;
      if (left < count) return { symbol, offset: left };
      left -= count;
      bit += bits;
    }
    throw damaged(message`a block`);
  }

  /** 32 bits of a block, from a bit on. */
  #window(start: number, bit: number): number {
    const file = this.#file;
    const at = start + (bit >> 3);
    const shift = bit & 7;
    const high = ((file.u8(at) << 24) | (file.u8(at + 1) << 16) | (file.u8(at + 2) << 8) | file.u8(at + 3)) >>> 0;
    return shift === 0 ? high : ((high << shift) | (file.u8(at + 4) >> (8 - shift))) >>> 0;
  }

  /** Goes down the pairs of a symbol to a value. */
  #valueAt(place: { symbol: number; offset: number }): number {
    let { symbol, offset } = place;
    for (;;) {
      const [left, right] = this.#pair(symbol);
      if (right === NO_PAIR) return left;
      const count = this.#counts[left];
      if (offset < count) symbol = left;
      else {
        offset -= count;
        symbol = right;
      }
    }
  }

  #pair(symbol: number): readonly [left: number, right: number] {
    const at = this.#pairs + PAIR * symbol;
    const middle = this.#file.u8(at + 1);
    return [this.#file.u8(at) | ((middle & 0xf) << 8), (middle >> 4) | (this.#file.u8(at + 2) << 4)];
  }

  /** Counts the values that a symbol stands for. A damaged file might have a circle of pairs. */
  #count(symbol: number, symbols: number, depth: number): number {
    const known = this.#counts[symbol];
    if (known !== undefined) return known;
    if (symbol >= symbols || depth > symbols) throw damaged(message`its symbols`);
    const [left, right] = this.#pair(symbol);
    const next = depth + 1;
    const count = right === NO_PAIR ? 1 : this.#count(left, symbols, next) + this.#count(right, symbols, next);
    this.#counts[symbol] = count;
    return count;
  }
}

/** The first code of each length, the longest length last: those that are shorter are larger. */
function firstCodes(firstSymbols: readonly number[], minLength: number): number[] {
  const codes = firstSymbols.map(() => 0);
  for (let i = codes.length - 2; i >= 0; i--) {
    codes[i] = (codes[i + 1] + firstSymbols[i] - firstSymbols[i + 1]) / 2;
  }
  return codes.map((code, i) => code * 2 ** (WINDOW - minLength - i));
}
