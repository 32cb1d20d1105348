/** The memory of endgame tables: one after another, without gaps, up to a limit. */

/** A table's place. */
export interface Block {
  /** The number of the table in the module. */
  readonly number: number;
  address: number;
  readonly bytes: number;
}

const PAGE = 65536;

/** Memory that grows, but no more than its limit. */
export class Arena {
  readonly #memory: WebAssembly.Memory;
  readonly #start: number;
  readonly #onMove: (block: Block) => void;
  /** By address. */
  #blocks: Block[] = [];
  /** Bytes for tables. */
  limit: number;

  /**
   * @param memory what is in use of it stays as it is
   * @param onMove called when a table has another address
   */
  constructor(memory: WebAssembly.Memory, limit: number, onMove: (block: Block) => void) {
    this.#memory = memory;
    this.#start = memory.buffer.byteLength;
    this.limit = limit;
    this.#onMove = onMove;
  }

  get #end(): number {
    const last = this.#blocks.at(-1);
    return last === undefined ? this.#start : last.address + last.bytes;
  }

  /** Whether there is room for that many bytes. */
  hasRoom(bytes: number): boolean {
    return this.#end - this.#start + bytes <= this.limit;
  }

  /** @throws {RangeError} if the memory cannot grow */
  add(number: number, bytes: number): Block {
    const address = this.#end;
    const missing = address + bytes - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    const block = { number, address, bytes };
    this.#blocks.push(block);
    return block;
  }

  /** Frees a block; those behind it move up. */
  free(freed: Block): void {
    const bytes = new Uint8Array(this.#memory.buffer);
    for (const block of this.#blocks.slice(this.#blocks.indexOf(freed) + 1)) {
      bytes.copyWithin(block.address - freed.bytes, block.address, block.address + block.bytes);
      block.address -= freed.bytes;
      this.#onMove(block);
    }
    this.#blocks = this.#blocks.filter((block) => block !== freed);
  }
}
