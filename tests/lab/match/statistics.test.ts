import { describe, expect, test } from "vitest";
import {
  decisionOf,
  eloOfScore,
  estimate,
  logLikelihoodRatio,
  type PairCounts,
  SPRT_BOUNDS,
  scoreOfElo,
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
    expect(logLikelihoodRatio(counts, { elo0, elo1 })).toBeCloseTo(llr, 4);
  });

  test("says nothing without pairs, and turns with the sides", () => {
    expect(logLikelihoodRatio([0, 0, 0, 0, 0], { elo0: 0, elo1: 5 })).toBe(0);
    const ours = logLikelihoodRatio([3, 9, 20, 12, 8], { elo0: -2, elo1: 7 });
    expect(logLikelihoodRatio([8, 12, 20, 9, 3], { elo0: -7, elo1: 2 })).toBeCloseTo(-ours, 9);
  });

  test("decides beyond Wald's bounds", () => {
    // ln(0.95 / 0.05)
    expect(SPRT_BOUNDS.upper).toBeCloseTo(2.944439, 6);
    expect(SPRT_BOUNDS.lower).toBeCloseTo(-2.944439, 6);
    expect([2.95, 2.94, -2.94, -2.95].map(decisionOf)).toEqual(["H1", null, null, "H0"]);
  });
});
