/** Memory that a main thread shares with its helpers: which searches are over, and how many nodes each thread has searched. */

/** The maximum number of threads of one engine. */
export const MAX_THREADS = 64;

/** Bytes per thread: a cache line, so that threads do not wait for each other. */
const LINE = 64;

/** A line has the node count of its thread; the main thread's also has the id of the last search that is over. */
export class TeamMemory {
  /** Passed to the other threads, which exist only where threads share memory. */
  readonly buffer: ArrayBufferLike;
  readonly #ids: Int32Array;
  /** Whole numbers of 64 bits, since an analysis may pass 2^31 nodes: read and written in one piece. */
  readonly #nodes: readonly BigInt64Array<ArrayBufferLike>[];

  constructor(buffer: ArrayBufferLike = newBuffer(MAX_THREADS * LINE)) {
    this.buffer = buffer;
    this.#ids = new Int32Array(buffer, 0, 1);
    this.#nodes = Array.from({ length: MAX_THREADS }, (_, thread) => new BigInt64Array(buffer, thread * LINE + 8, 1));
  }

  /** Ends this search and those before it; ids only rise, so it never affects a later one. */
  end(id: number): void {
    Atomics.store(this.#ids, 0, id);
  }

  isOver(id: number): boolean {
    return Atomics.load(this.#ids, 0) >= id;
  }

  /** Sets a thread's node count. */
  count(thread: number, nodes: number): void {
    Atomics.store(this.#nodes[thread], 0, BigInt(nodes));
  }

  /** Resets all node counts to zero. */
  clear(): void {
    for (const count of this.#nodes) Atomics.store(count, 0, 0n);
  }

  /** A thread's node count. */
  nodesOf(thread: number): number {
    return Number(Atomics.load(this.#nodes[thread], 0));
  }

  /** The node counts of all threads together. */
  get nodes(): number {
    return this.#nodes.reduce((sum, _, thread) => sum + this.nodesOf(thread), 0);
  }
}

function newBuffer(bytes: number): ArrayBufferLike {
  return typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
}
