import { describe, expect, test } from "vitest";
import {
  decisionOf,
  ELO_MODELS,
  eloOfScore,
  estimate,
  logLikelihoodRatio,
  normalizedElo,
  type PairCounts,
  scoreOfElo,
  sprtBounds,
} from "../../../src/lab/match/statistics";

test.each([
  // 1 / (1 + 10^(-elo/400)), by hand.
  [0, 0.5],
  [400, 10 / 11],
  [-400, 1 / 11],
  [Number.POSITIVE_INFINITY, 1],
  [Number.NEGATIVE_INFINITY, 0],
])("a difference of %d in Elo is a score of %d", (elo, score) => {
  expect(scoreOfElo(elo)).toBeCloseTo(score, 12);
  expect(eloOfScore(scoreOfElo(elo))).toBeCloseTo(elo, 9);
});

describe("the estimate", () => {
  // Means and sample variances by numpy 1.24, quantile and distribution of the normal by scipy 1.10.
  test.each<[PairCounts, number, number, number, number]>([
    [[10, 40, 100, 50, 20], 0.534091, 23.7256, 22.3625, 0.981506],
    [[3, 120, 1800, 160, 4], 0.505031, 3.4961, 2.8602, 0.99171],
    [[0, 2, 10, 5, 1], 0.569444, 48.5689, 61.5287, 0.941486],
    [[50, 40, 30, 20, 10], 0.333333, -120.412, 39.1376, 0],
  ])("of %j", (counts, score, elo, error, los) => {
    const found = estimate(counts);
    expect(found?.score).toBeCloseTo(score, 6);
    expect(found?.elo).toBeCloseTo(elo, 3);
    expect(found?.error).toBeCloseTo(error, 3);
    expect(found?.los).toBeCloseTo(los, 5);
  });

  test.each<[string, PairCounts, object | null]>([
    ["nothing", [0, 0, 0, 0, 0], null],
    ["one pair, which has no spread", [0, 0, 0, 1, 0], { score: 0.75, error: null, los: 1 }],
    ["nothing but wins", [0, 0, 0, 0, 5], { score: 1, elo: Number.POSITIVE_INFINITY, error: null, los: 1 }],
    ["nothing but losses", [5, 0, 0, 0, 0], { score: 0, elo: Number.NEGATIVE_INFINITY, error: null, los: 0 }],
    // 1.96 √(3 / 16 / 7 / 6) 400 / ln 10 / ¼: up to three of seven pairs deviate by a quarter of a point.
    ["even pairs only", [0, 0, 7, 0, 0], { score: 0.5, elo: 0, error: expect.closeTo(90.997, 2), los: 0.5 }],
    ["many even pairs only", [0, 0, 1000, 0, 0], { elo: 0, error: expect.closeTo(0.5901, 3), los: 0.5 }],
    ["pairs that all ended three to one", [0, 0, 0, 2, 0], { score: 0.75, error: expect.any(Number) }],
  ])("of %s", (_, counts, expected) => {
    const found = estimate(counts);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatchObject(expected);
  });
});

describe("the likelihood ratio", () => {
  // The constrained maxima of the likelihood found by scipy 1.10's SLSQP, counts of zero as 0.001.
  test.each<[PairCounts, number, number, number]>([
    [[10, 40, 100, 50, 20], 0, 5, 0.81645],
    [[10, 40, 100, 50, 20], -5, 0, 1.002517],
    [[3, 120, 1800, 160, 4], 0, 3, 2.812351],
    [[0, 2, 10, 5, 1], 0, 10, 0.485229],
    [[50, 40, 30, 20, 10], -10, 0, -2.774747],
  ])("of %j, Elo %d or %d", (counts, elo0, elo1, llr) => {
    expect(logLikelihoodRatio(counts, { elo0, elo1, model: "logistic" })).toBeCloseTo(llr, 4);
  });

  // The constrained maxima by a search over all distributions.
  test.each<[PairCounts, number, number]>([
    [[10, 40, 100, 50, 20], 0, 5],
    [[10, 40, 100, 50, 20], -15, 20],
    [[3, 120, 1800, 160, 4], 0, 3],
    [[50, 40, 30, 20, 10], -10, 0],
  ])("of %j, normalized Elo %d or %d", (counts, elo0, elo1) => {
    const expected = maxLogLikelihood(counts, elo1) - maxLogLikelihood(counts, elo0);
    expect(logLikelihoodRatio(counts, { elo0, elo1, model: "normalized" })).toBeCloseTo(expected, 3);
  });

  test("is the same on both scales where neither has a difference", () => {
    const counts: PairCounts = [10, 40, 100, 50, 20];
    // At the difference that the pairs themselves have, both hypotheses have the largest likelihood.
    const [logistic, normalized] = [estimate(counts)?.elo as number, normalizedElo(counts) as number];
    const llr = logLikelihoodRatio(counts, { elo0: 0, elo1: logistic, model: "logistic" });
    expect(logLikelihoodRatio(counts, { elo0: 0, elo1: normalized, model: "normalized" })).toBeCloseTo(llr, 6);
  });

  test("says nothing without pairs, and turns with the sides", () => {
    for (const model of ELO_MODELS) {
      expect(logLikelihoodRatio([0, 0, 0, 0, 0], { elo0: 0, elo1: 5, model })).toBe(0);
      const ours = logLikelihoodRatio([3, 9, 20, 12, 8], { elo0: -2, elo1: 7, model });
      expect(logLikelihoodRatio([8, 12, 20, 9, 3], { elo0: -7, elo1: 2, model })).toBeCloseTo(-ours, 6);
    }
  });

  test("decides beyond Wald's bounds", () => {
    // ln(0.95 / 0.05)
    const errors = { alpha: 0.05, beta: 0.05 };
    expect(sprtBounds(errors).upper).toBeCloseTo(2.944439, 6);
    expect(sprtBounds(errors).lower).toBeCloseTo(-2.944439, 6);
    expect([2.95, 2.94, -2.94, -2.95].map((llr) => decisionOf(llr, errors))).toEqual(["H1", null, null, "H0"]);
    // ln(0.9 / 0.01), ln(0.1 / 0.99)
    expect(sprtBounds({ alpha: 0.01, beta: 0.1 }).upper).toBeCloseTo(4.49981, 6);
    expect(sprtBounds({ alpha: 0.01, beta: 0.1 }).lower).toBeCloseTo(-2.292535, 6);
  });
});

/**
 * The largest log-likelihood of the pairs in a distribution of that normalized Elo, by another method than the one under test: a search
 * for the mean and for the deviation that belongs to it, with a Lagrange multiplier for each.
 */
function maxLogLikelihood(counts: PairCounts, nelo: number): number {
  const ratio = (nelo * Math.LN10 * Math.SQRT2) / 800;
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  const outcomes = [0, 0.25, 0.5, 0.75, 1];
  const likelihood = (mean: number) => {
    const square = ((mean - 0.5) / ratio) ** 2 + mean ** 2;
    // p = n / (N + u (a − mean) + v (a² − square)); Newton's method for both constraints.
    let [u, v] = [0, 0];
    for (let i = 0; i < 200; i++) {
      const step = [0, 0];
      const matrix = [0, 0, 0];
      counts.forEach((count, index) => {
        const [x, y] = [outcomes[index] - mean, outcomes[index] ** 2 - square];
        const p = count / (pairs + u * x + v * y);
        step[0] += p * x;
        step[1] += p * y;
        const weight = p / (pairs + u * x + v * y);
        matrix[0] += weight * x * x;
        matrix[1] += weight * x * y;
        matrix[2] += weight * y * y;
      });
      const determinant = matrix[0] * matrix[2] - matrix[1] ** 2;
      const [du, dv] = [
        (step[0] * matrix[2] - step[1] * matrix[1]) / determinant,
        (step[1] * matrix[0] - step[0] * matrix[1]) / determinant,
      ];
      let factor = 1;
      const isPositive = () => {
        return outcomes.every(
          (a) => pairs + (u + factor * du) * (a - mean) + (v + factor * dv) * (a * a - square) > 1e-9,
        );
      };
      while (!isPositive() && factor > 1e-12) factor /= 2;
      u += factor * du;
      v += factor * dv;
    }
    return counts.reduce((sum, count, index) => {
      const [x, y] = [outcomes[index] - mean, outcomes[index] ** 2 - square];
      return sum + count * Math.log(count / (pairs + u * x + v * y));
    }, 0);
  };
  // With no difference the mean is a half, and any deviation will do.
  if (ratio === 0) return likelihoodOfHalf(counts);
  let [low, high] = ratio > 0 ? [0.5 + 1e-6, 0.5 + 0.49 * ratio] : [0.5 + 0.49 * ratio, 0.5 - 1e-6];
  for (let i = 0; i < 100; i++) {
    const [a, b] = [low + (high - low) * 0.382, low + (high - low) * 0.618];
    if (likelihood(a) > likelihood(b)) high = b;
    else low = a;
  }
  return likelihood((low + high) / 2);
}

function likelihoodOfHalf(counts: PairCounts): number {
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  const value = (tilt: number) => counts.map((count, index) => count / pairs / (1 + tilt * (index / 4 - 0.5)));
  let [low, high] = [-2, 2];
  for (let i = 0; i < 80; i++) {
    const tilt = (low + high) / 2;
    const mean = value(tilt).reduce((sum, p, index) => sum + p * (index / 4 - 0.5), 0);
    if (mean > 0) low = tilt;
    else high = tilt;
  }
  return value(low).reduce((sum, p, index) => sum + counts[index] * Math.log(p), 0);
}
