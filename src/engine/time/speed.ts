/** The measured speed of this machine at the mate search. */

/** Nodes per second for a speed factor of 1; the 486 of Dabbaba's author has 10. */
export const NODES_PER_FACTOR = 200;
/** The maximum weight of earlier runs, milliseconds: recent ones are more relevant. */
const MEMORY = 200;
/** The shortest run that counts, milliseconds. */
const MIN_RUN = 0.5;
/** The weight of the first run, milliseconds: small, since the JIT compiler was still at work. */
const FIRST = 2;

/** Nodes per second: a mean over the last runs, weighted by their length. */
export class Speed {
  #nodes: number;
  #ms: number;

  /** Starts with a first run: its nodes and its time. */
  constructor(nodes: number, ms: number) {
    this.#nodes = (nodes * FIRST) / ms;
    this.#ms = FIRST;
  }

  get nodesPerSecond(): number {
    return (this.#nodes * 1000) / this.#ms;
  }

  /** Adds a run. */
  update(nodes: number, ms: number): void {
    if (ms < MIN_RUN) return;
    const weight = Math.min(1, MEMORY / this.#ms);
    this.#nodes = this.#nodes * weight + nodes;
    this.#ms = this.#ms * weight + ms;
  }
}
