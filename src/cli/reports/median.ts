/** A running median in bounded memory. */

/** The resolution: numbers are rounded to this part of one. */
const PARTS = 10;

/** The median of any number of values, rounded to a tenth: equal values are counted. */
export class Median {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(value: number): void {
    const part = Math.round(value * PARTS);
    this.#counts.set(part, (this.#counts.get(part) ?? 0) + 1);
    this.#total++;
  }

  /** Null if there are no values. */
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
