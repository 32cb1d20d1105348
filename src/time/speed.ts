/** The measured speed of this machine at the mate search. */

/** Nodes a second of a machine with a speed factor of 1; the 486 of Dabbaba's author has 10. */
export const NODES_PER_FACTOR = 200;
/** What was measured before counts as so many milliseconds at most: what a machine does now says more. */
const MEMORY = 200;
/** Shorter runs, milliseconds, say nothing. */
const SHORTEST = 0.5;
/** The first run counts as one of so many: it saw a core that compilers were still at, so real searches know better soon. */
const FIRST = 2;

/** Nodes a second: a mean over the last runs, each counted by its length. */
export class Speed {
  #nodes: number;
  #ms: number;

  /** Begins with a first run: its nodes, and how long it took. */
  constructor(nodes: number, ms: number) {
    this.#nodes = (nodes * FIRST) / ms;
    this.#ms = FIRST;
  }

  get nodesPerSecond(): number {
    return (this.#nodes * 1000) / this.#ms;
  }

  /** Takes another run into account. */
  update(nodes: number, ms: number): void {
    if (ms < SHORTEST) return;
    const weight = Math.min(1, MEMORY / this.#ms);
    this.#nodes = this.#nodes * weight + nodes;
    this.#ms = this.#ms * weight + ms;
  }
}
