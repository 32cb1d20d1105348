import { expect, test } from "vitest";
import { MATE } from "../../../assembly/search/score";
import { formatScore, toScore } from "../../../src/chess/notation/score";

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
  // Where the side to move may have won: at once, or after the other side's next move.
  [MATE, "mate 1"],
  [1 - MATE, "mate -1"],
  [3 - MATE, "mate -2"],
])("%i is %s", (score, text) => {
  expect(formatScore(score)).toBe(text);
});

test("there is no −0", () => {
  expect(toScore(-MATE)).toEqual({ mate: 0 });
});
