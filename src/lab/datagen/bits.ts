/** Bit streams, and variable-length codes of integers. */

/** Writes bits, most significant first, into a growing byte array. */
export class BitWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  /** @param count number of bits, 0 to 31 */
  bits(value: number, count: number): void {
    if ((this.#length + count + 7) >> 3 > this.#bytes.length) {
      const bytes = new Uint8Array(2 * this.#bytes.length);
      bytes.set(this.#bytes);
      this.#bytes = bytes;
    }
    for (let bit = count - 1; bit >= 0; bit--, this.#length++) {
      if ((value >>> bit) & 1) this.#bytes[this.#length >> 3] |= 128 >> (this.#length & 7);
    }
  }

  /** One of `count` values, in as many bits as they need, fewer for small ones (truncated binary). */
  choice(value: number, count: number): void {
    const width = 31 - Math.clz32(count);
    const short = 2 ** (width + 1) - count;
    if (value < short) this.bits(value, width);
    else this.bits(value + short, width + 1);
  }

  /** Any number from 0 to 2^24 (exponential Golomb code). @param order of the code: numbers below 2^order are the shortest */
  count(value: number, order: number): void {
    const rest = value + 2 ** order;
    const width = 32 - Math.clz32(rest);
    this.bits(0, width - order - 1);
    this.bits(rest, width);
  }

  /** Any number from −2^23 to 2^23. */
  signed(value: number, order: number): void {
    this.count(value >= 0 ? 2 * value : -2 * value - 1, order);
  }

  /** Everything so far; the last byte is padded with zeros. */
  bytes(): Uint8Array {
    return this.#bytes.slice(0, (this.#length + 7) >> 3);
  }
}

/** Reads what a `BitWriter` wrote. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;

  /** @param offset bytes */
  constructor(bytes: Uint8Array, offset = 0) {
    this.#bytes = bytes;
    this.#at = 8 * offset;
  }

  /** How many bytes have been read, including the current one. */
  get offset(): number {
    return (this.#at + 7) >> 3;
  }

  /** @throws {RangeError} beyond the end */
  bits(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit++, this.#at++) {
      if (this.#at >> 3 >= this.#bytes.length) throw new RangeError("the record is truncated");
      value = 2 * value + ((this.#bytes[this.#at >> 3] >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  choice(count: number): number {
    const width = 31 - Math.clz32(count);
    const short = 2 ** (width + 1) - count;
    const value = this.bits(width);
    return value < short ? value : 2 * value + this.bits(1) - short;
  }

  /** @throws {RangeError} if there is no such code */
  count(order: number): number {
    let zeros = 0;
    while (this.bits(1) === 0) if (++zeros > 25) throw new RangeError("the record contains an invalid number");
    const width = zeros + order;
    return 2 ** width + this.bits(width) - 2 ** order;
  }

  signed(order: number): number {
    const value = this.count(order);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
