import { expect, test } from "vitest";
import { MATE } from "../../assembly/search/score";
import { formatScore } from "../../src/notation/score";

test.each([
  [0, "cp 0"],
  [31, "cp 31"],
  [-1250, "cp -1250"],
  [MATE - 1, "mate 1"],
  [MATE - 2, "mate 1"],
  [MATE - 3, "mate 2"],
  [MATE - 23, "mate 12"],
  [-MATE, "mate 0"],
  [2 - MATE, "mate -1"],
  [4 - MATE, "mate -2"],
])("%i is %s", (score, text) => {
  expect(formatScore(score)).toBe(text);
});
