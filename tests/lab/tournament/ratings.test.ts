import { describe, expect, test } from "vitest";
import { estimate, type PairCounts } from "../../../src/lab/match/statistics";
import { type PairingResult, rate } from "../../../src/lab/tournament/ratings";
import { randomNumbers } from "../../../src/random";

/**
 * The most likely ratings by minorization and maximization (Hunter, "MM algorithms for generalized Bradley-Terry models", 2004): another
 * method than the one under test. The mean is 0.
 */
function byMinorization(engines: number, results: readonly PairingResult[]): number[] {
  let strengths = new Array<number>(engines).fill(1);
  for (let i = 0; i < 20_000; i++) {
    const next = strengths.map((strength, engine) => {
      let points = 0;
      let weight = 0;
      for (const { a, b, pairs } of results) {
        if (a !== engine && b !== engine) continue;
        const games = 2 * pairs.reduce((sum, count) => sum + count, 0);
        const ofA = pairs.reduce((sum, count, halfPoints) => sum + (count * halfPoints) / 2, 0);
        points += a === engine ? ofA : games - ofA;
        weight += games / (strength + strengths[a === engine ? b : a]);
      }
      return points / weight;
    });
    const mean = Math.exp(next.reduce((sum, value) => sum + Math.log(value), 0) / engines);
    strengths = next.map((value) => value / mean);
  }
  return strengths.map((value) => 400 * Math.log10(value));
}

const random = randomNumbers(7);
/** A tournament's results, each pair of games by chance. */
function randomResults(strengths: readonly number[], pairs: number): PairingResult[] {
  return strengths.flatMap((first, a) => {
    return strengths.slice(a + 1).map((second, place): PairingResult => {
      const score = 1 / (1 + 10 ** ((second - first) / 400));
      const counts = [0, 0, 0, 0, 0];
      for (let i = 0; i < pairs; i++) {
        const halfPoints = [0, 0, 0, 0].filter(() => random(1e6) / 1e6 < score).length;
        counts[halfPoints]++;
      }
      return { a, b: a + 1 + place, pairs: counts as unknown as PairCounts };
    });
  });
}

test.each<[number[], number]>([
  [[0, 50, 100], 20],
  [[300, 200, 100, 0, -100, -500], 10],
  [[0, 0, 0, 0, 0, 0, 0, 0, 900], 40],
])("engines of %j are rated as another method rates them", (strengths, pairs) => {
  const results = randomResults(strengths, pairs);
  const expected = byMinorization(strengths.length, results);
  const { ratings } = rate(strengths.length, results);
  ratings.forEach(({ elo }, engine) => {
    expect(elo).toBeCloseTo(expected[engine], 1);
  });
});

test("two engines are rated as in a match", () => {
  const pairs: PairCounts = [10, 40, 100, 50, 20];
  const { ratings, superiority } = rate(2, [{ a: 0, b: 1, pairs }], { engine: 1, elo: 3000 });
  const match = estimate(pairs);
  expect(ratings[0].elo).toBeCloseTo(3000 + (match?.elo as number), 6);
  expect(ratings[0].error).toBeCloseTo(match?.error as number, 6);
  expect(ratings[1]).toEqual({ elo: 3000, error: 0 });
  // A match takes it from the score, which is not quite normally distributed on the scale of Elo.
  expect(superiority(0, 1)).toBeCloseTo(match?.los as number, 2);
  expect(superiority(1, 0)).toBeCloseTo(1 - (superiority(0, 1) as number), 6);
});

test("errors are those of repeated tournaments: 95 % of ratings are within them", () => {
  const strengths = [150, 50, -50, -150];
  let within = 0;
  for (let i = 0; i < 250; i++) {
    const { ratings } = rate(4, randomResults(strengths, 30));
    ratings.forEach(({ elo, error }, engine) => {
      if (Math.abs((elo as number) - strengths[engine]) <= (error as number)) within++;
    });
  }
  expect(within / 1000).toBeGreaterThan(0.92);
  expect(within / 1000).toBeLessThan(0.98);
});

describe("an engine without a finite rating", () => {
  const even = { a: 0, b: 1, pairs: [1, 2, 4, 2, 1] } as const;

  test("that won all games is above all others, one that lost them below", () => {
    const results = [even, { a: 1, b: 2, pairs: [3, 0, 0, 0, 0] }, { a: 0, b: 3, pairs: [0, 0, 0, 0, 2] }] as const;
    const { ratings, superiority } = rate(4, results);
    expect(ratings.map(({ elo }) => elo)).toEqual([0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
    expect(ratings[2].error).toBeNull();
    expect([superiority(2, 0), superiority(3, 1), superiority(2, 3), superiority(0, 1)]).toEqual([1, 0, 1, 0.5]);
  });

  test("that met none of the others has none", () => {
    const { ratings, superiority } = rate(4, [even, { a: 2, b: 3, pairs: [0, 0, 1, 0, 0] }]);
    expect(ratings.map(({ elo }) => elo)).toEqual([0, 0, null, null]);
    expect(superiority(0, 2)).toBeNull();
  });

  test("if nobody has one, the winner is above", () => {
    const results = [
      { a: 0, b: 1, pairs: [0, 0, 0, 0, 2] },
      { a: 0, b: 2, pairs: [0, 0, 0, 0, 2] },
    ] as const;
    const elos = rate(3, results).ratings.map(({ elo }) => elo);
    expect(elos).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  });

  test("before the first game nobody has one", () => {
    expect(rate(3, []).ratings).toEqual(new Array(3).fill({ elo: null, error: null }));
  });
});

test("engines that drew all their games do not claim to be exactly equal", () => {
  const { ratings } = rate(3, [
    { a: 0, b: 1, pairs: [0, 0, 5, 0, 0] },
    { a: 0, b: 2, pairs: [0, 0, 5, 0, 0] },
    { a: 1, b: 2, pairs: [0, 0, 5, 0, 0] },
  ]);
  for (const { elo, error } of ratings) {
    expect(elo).toBeCloseTo(0, 9);
    expect(error).toBeGreaterThan(20);
  }
});
