import { expect, test } from "vitest";
import { ELO_MODELS } from "../../../src/lab/match/statistics";
import { errorRate } from "../../support/sprt-simulation";

/** tests/slow/sprt.test.ts has many more, with closer hypotheses. */
const TESTS = 150;

test.each(ELO_MODELS)("simulated tests in %s Elo are wrong as seldom as they should be", (model) => {
  const sprt = { elo0: 0, elo1: 80, model, alpha: 0.05, beta: 0.1 };
  // Three standard deviations above.
  expect(errorRate(sprt, "elo0", TESTS)).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / TESTS));
  expect(errorRate(sprt, "elo1", TESTS)).toBeLessThan(0.1 + 3 * Math.sqrt((0.1 * 0.9) / TESTS));
});
