/** The scale of the levels (`bench/levels.mjs`): the Elo that games against players of known Elo make likeliest. */

import { expect, test } from "vitest";
import { estimateElo } from "../../bench/levels-fit.mjs";
import { randomNumbers } from "../support/cores";

const batch = (level: number, points: number, games = 20) => ({ level, points, games });

test.each([
  { name: "half of the points: the same Elo", results: [batch(1700, 10)], elo: 1700, error: 152.3 },
  { name: "ten to one: 400 more", results: [batch(1700, 20, 22)], elo: 2100, error: 252.4 },
  {
    name: "a third against one, two thirds against the other",
    results: [batch(1600, 8, 12), batch(1800, 4, 12)],
    elo: 1700,
    error: 147.3,
  },
  { name: "all points: no more than that", results: [batch(1350, 20), batch(1500, 20)], elo: 1900, error: 218.3 },
  { name: "no point: no less than that", results: [batch(1350, 0)], elo: 950, error: 264.6 },
])("$name", ({ results, elo, error }) => {
  const estimate = estimateElo(results);
  expect(estimate.elo).toBeCloseTo(elo, 0);
  expect(Math.abs(estimate.error - error) / error).toBeLessThan(0.05);
});

test("finds the Elo of games played by chance, within its error", () => {
  const random = randomNumbers(7);
  let outside = 0;
  for (let player = 0; player < 200; player++) {
    const elo = 1300 + 5 * player;
    const results = [];
    for (let level = 1350; level <= 2350; level += 250) {
      const chance = 1 / (1 + 10 ** ((level - elo) / 400));
      const points = Array.from({ length: 20 }, () => random(10_000) < 10_000 * chance).filter(Boolean).length;
      results.push(batch(level, points));
    }
    const estimate = estimateElo(results);
    if (Math.abs(estimate.elo - elo) > estimate.error) outside++;
  }
  // One in twenty is.
  expect(outside).toBeGreaterThan(1);
  expect(outside).toBeLessThan(22);
});
