/** The table of late move reductions (LMR): base + ln(depth) · ln(move number) / divisor, whole plies. */

import { beforeAll, expect, test } from "vitest";
import { fillReductions, lateMoveReduction } from "../../../assembly/search/lmr";
import { LMR_BASE, LMR_DIVISOR } from "../../../assembly/search/tuning";

beforeAll(() => fillReductions());

test.each([
  [1, 1, 1],
  [3, 3, 1],
  [3, 10, 2],
  [8, 4, 2],
  [12, 12, 4],
  [20, 30, 7],
  [63, 63, 11],
  [100, 200, 11],
])("at depth %i the move number %i is reduced by %i plies", (depth, count, plies) => {
  expect(lateMoveReduction(depth, count)).toBe(plies);
});

test("it follows the formula, to a ply where the logarithms are near a whole number", () => {
  for (let depth = 1; depth < 64; depth++) {
    for (let count = 1; count < 64; count++) {
      const exact = LMR_BASE / 100 + (Math.log(depth) * Math.log(count) * 100) / LMR_DIVISOR;
      // Harmonic sums stand for logarithms: they are a few hundredths too small.
      expect(lateMoveReduction(depth, count)).toBeLessThanOrEqual(Math.floor(exact + 0.05));
      expect(lateMoveReduction(depth, count)).toBeGreaterThanOrEqual(Math.floor(exact - 0.5));
    }
  }
});
