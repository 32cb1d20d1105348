import { describe, expect, test } from "vitest";
import { type Match, playClock } from "../../support/clients/clock-game";

const SEEDS = Array.from({ length: 100 }, (_, i) => i + 1);

/** What is used of all time given, by so many moves: [moves, at least, at most], means of 100 games. */
type Use = [moves: number, least: number, most: number];

/** Overhead 10 ms; in truth each move loses up to 5 ms, and what the search is late. */
const MATCHES: [what: string, match: Match, uses: Use[]][] = [
  [
    "10 s + 0.1 s",
    { base: 10_000, increment: 100 },
    [
      [20, 0.6, 0.8],
      [60, 0.9, 0.98],
      [150, 0.96, 0.999],
    ],
  ],
  [
    "1 s + 0.01 s",
    { base: 1000, increment: 10 },
    [
      [20, 0.45, 0.65],
      [60, 0.7, 0.8],
      [150, 0.82, 0.92],
    ],
  ],
  [
    "3 min + 2 s",
    { base: 180_000, increment: 2000 },
    [
      [20, 0.6, 0.8],
      [60, 0.9, 0.98],
    ],
  ],
  [
    "more increment than base, where no move can take much longer than planned",
    { base: 100, increment: 100 },
    [
      [20, 0.65, 0.95],
      [60, 0.85, 0.98],
    ],
  ],
  [
    "1 min",
    { base: 60_000 },
    [
      [20, 0.45, 0.65],
      [60, 0.85, 0.95],
      [150, 0.95, 0.999],
    ],
  ],
  [
    "10 s",
    { base: 10_000 },
    [
      [20, 0.45, 0.65],
      [60, 0.8, 0.95],
      [150, 0.94, 0.99],
    ],
  ],
  [
    "1 s, two fifths of it laid aside for the overhead",
    { base: 1000 },
    [
      [60, 0.5, 0.8],
      [150, 0.7, 0.95],
    ],
  ],
  [
    "40 moves in 10 s",
    { base: 10_000, period: 40 },
    [
      [20, 0.45, 0.65],
      [39, 0.8, 0.99],
      [120, 0.95, 0.999],
    ],
  ],
  ["1 s a move", { base: 1000, period: 1 }, [[40, 0.9, 0.999]]],
];

describe.each(MATCHES)("a game at %s", (_what, match, uses) => {
  test.each(uses)("after %i moves has used from %f to %f", (moves, least, most) => {
    const games = SEEDS.map((seed) => playClock(match, moves, seed));
    const fallen = games.filter(({ left }) => left.some((clock) => clock < 0));
    expect(fallen).toEqual([]);
    const used = games.reduce((sum, game) => sum + game.used, 0) / games.length;
    expect(used).toBeGreaterThan(least);
    expect(used).toBeLessThan(most);
  });
});

// A mate that is known is given at once, and its moves leave time that nothing needs.
test.each([0, 10])(
  "a game of 60 moves at 10 s + 0.1 s, the last %i at once, uses four fifths of its time",
  (atOnce) => {
    const control = { base: 10_000, increment: 100 };
    for (const seed of SEEDS) {
      const { left } = playClock(control, 60 - atOnce, seed);
      const unused = (left.at(-1) ?? 0) + atOnce * control.increment;
      expect(unused).toBeLessThan(0.2 * (control.base + 59 * control.increment));
    }
  },
);

// On a shared machine, or in a page, a process may stand still for that long.
test.each<Match>([
  { base: 1000, increment: 10 },
  { base: 2000, increment: 10 },
  { base: 10_000, increment: 10 },
  { base: 60_000, increment: 10 },
])("no flag falls at $base + $increment ms if some move takes a quarter of a second longer", (match) => {
  for (const seed of SEEDS) expect(Math.min(...playClock(match, 200, seed).left)).toBeGreaterThan(250);
});

test("with an increment it comes down to living off it", () => {
  const means = SEEDS.map((seed) => {
    const { left, spent } = playClock({ base: 10_000, increment: 100 }, 150, seed);
    expect(Math.max(...left.slice(100))).toBeLessThan(1200);
    const late = spent.slice(100);
    return late.reduce((sum, took) => sum + took, 0) / late.length;
  });
  expect(Math.min(...means)).toBeGreaterThan(80);
  expect(Math.max(...means)).toBeLessThan(120);
  expect(means.reduce((sum, mean) => sum + mean, 0) / means.length).toBeGreaterThan(92);
});
