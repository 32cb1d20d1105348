/** Stop and ponder hit: shared memory that reaches the search worker while it is busy. */

const STOPPED = 0;
const HIT = 1;

/**
 * The ids of the last requests that have been told to stop, and that a ponder search has become a real one. They only rise,
 * so no signal can be lost or meet a later search.
 */
export class Signals {
  /** To be handed to the other thread. */
  readonly memory: SharedArrayBuffer;
  readonly #ids: Int32Array;
  /** When the last ponder hit was. */
  readonly #instant: Float64Array;

  constructor(memory = new SharedArrayBuffer(16)) {
    this.memory = memory;
    this.#ids = new Int32Array(memory, 0, 2);
    this.#instant = new Float64Array(memory, 8, 1);
  }

  /** Ends this request and those before it. */
  stop(id: number): void {
    this.#raise(STOPPED, id);
  }

  isStopped(id: number): boolean {
    return Atomics.load(this.#ids, STOPPED) >= id;
  }

  /** The opponent has played the expected move: from this instant (of `now`) on the request's clock runs. */
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
