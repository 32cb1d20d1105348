/** Stop and ponder hit: memory that reaches the search worker while it is busy, shared unless it is in the same thread. */

const STOPPED = 0;
const HIT = 1;
/** The size of the memory. */
export const SIGNALS_BYTES = 16;

/**
 * The ids of the last request that was stopped, and of the last ponder search that was hit. They only rise, so no signal can
 * be lost or reach a later search.
 */
export class Signals {
  /** Passed to the other thread. */
  readonly memory: ArrayBufferLike;
  readonly #ids: Int32Array;
  /** The instant of the last ponder hit. */
  readonly #instant: Float64Array;

  constructor(memory: ArrayBufferLike = new SharedArrayBuffer(SIGNALS_BYTES)) {
    this.memory = memory;
    this.#ids = new Int32Array(memory, 0, 2);
    this.#instant = new Float64Array(memory, 8, 1);
  }

  /** Whether it is for another thread. */
  get isShared(): boolean {
    return typeof SharedArrayBuffer !== "undefined" && this.memory instanceof SharedArrayBuffer;
  }

  /** Ends this request and those before it. */
  stop(id: number): void {
    this.#raise(STOPPED, id);
  }

  isStopped(id: number): boolean {
    return Atomics.load(this.#ids, STOPPED) >= id;
  }

  /** Ponder hit: the request's clock runs from this instant (of `now`). */
  ponderHit(id: number, instant: number): void {
    this.#instant[0] = instant;
    this.#raise(HIT, id);
  }

  /** The instant of the request's ponder hit; null before it. */
  hitAt(id: number): number | null {
    return Atomics.load(this.#ids, HIT) >= id ? this.#instant[0] : null;
  }

  #raise(word: number, id: number): void {
    if (Atomics.load(this.#ids, word) < id) Atomics.store(this.#ids, word, id);
  }
}
