import { expect, test } from "vitest";
import type { EloModel } from "../../src/lab/match/statistics";
import { shareOf } from "../support/slow";
import { errorRate } from "../support/sprt-simulation";

const TESTS = shareOf(2000);

test.each<[EloModel, number, number, number, number]>([
  ["logistic", 0, 20, 0.05, 0.05],
  ["logistic", -20, 0, 0.02, 0.1],
  ["normalized", 0, 30, 0.05, 0.05],
  ["normalized", -30, 0, 0.02, 0.1],
])(
  "of simulated tests in %s Elo, %d or %d, no more are wrong than alpha %d and beta %d allow",
  { timeout: 1_800_000 },
  (model, elo0, elo1, alpha, beta) => {
    const sprt = { elo0, elo1, model, alpha, beta };
    const rates = [errorRate(sprt, "elo0", TESTS), errorRate(sprt, "elo1", TESTS)];
    // Three standard deviations of chance above.
    [alpha, beta].forEach((allowed, index) => {
      expect(rates[index]).toBeLessThan(allowed + 3 * Math.sqrt((allowed * (1 - allowed)) / TESTS));
    });
  },
);
