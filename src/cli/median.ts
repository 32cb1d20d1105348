/** A running median in constant memory. */

/** Numbers are kept to so many parts of one. */
const PARTS = 10;

/** The median of numbers without end, to a tenth: they are counted, so times take no more memory than they have values. */
export class Median {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(value: number): void {
    const part = Math.round(value * PARTS);
    this.#counts.set(part, (this.#counts.get(part) ?? 0) + 1);
    this.#total++;
  }

  /** Null without any number. */
  value(): number | null {
    if (this.#total === 0) return null;
    const sorted = [...this.#counts].sort(([a], [b]) => a - b);
    const at = (place: number) => {
      let left = place;
      for (const [part, count] of sorted) {
        if (left < count) return part;
        left -= count;
      }
      return 0;
    };
    return (at((this.#total - 1) >> 1) + at(this.#total >> 1)) / (2 * PARTS);
  }
}
