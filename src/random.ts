/** Pseudo-random numbers with a seed, the same in every run. */

/** A generator (mulberry32): integers from 0 to `below` − 1, the same for the same seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** The items in random order, the same for the same seed (Fisher–Yates shuffle). */
export function shuffled<T>(things: readonly T[], seed: number): T[] {
  const random = randomNumbers(seed);
  const order = [...things];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** A separate seed for each index of each seed: an integer below 2³². */
export function seedFor(seed: number, index: number): number {
  return randomNumbers(Math.imul(seed, 0x9e3779b1) + index)(2 ** 32);
}
