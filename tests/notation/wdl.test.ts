import { describe, expect, test } from "vitest";
import { MATE } from "../../assembly/search/score";
import { winDrawLoss } from "../../src/notation/wdl";

const SCORES = [-2000, -500, -100, -30, 0, 30, 100, 500, 2000];

describe.each([2, 5, 16, 32])("with %i pieces", (pieces) => {
  test.each(SCORES)("%i centipawns: three parts of a thousand, the same from the other side", (score) => {
    const { win, draw, loss } = winDrawLoss(score, pieces);
    expect(win + draw + loss).toBe(1000);
    expect(Math.min(win, draw, loss)).toBeGreaterThanOrEqual(0);
    const other = winDrawLoss(-score, pieces);
    expect(Math.abs(other.win - loss)).toBeLessThanOrEqual(1);
  });

  test("more is better", () => {
    const wins = SCORES.map((score) => winDrawLoss(score, pieces).win);
    expect(wins).toEqual([...wins].sort((a, b) => a - b));
    expect(wins[0]).toBeLessThan(20);
    expect(wins.at(-1)).toBeGreaterThan(980);
  });
});

test.each([
  [MATE - 1, 1000, 0],
  [MATE - 30, 1000, 0],
  [-MATE, 0, 1000],
  [-MATE + 8, 0, 1000],
])("a mate, %i, is certain", (score, win, loss) => {
  expect(winDrawLoss(score, 20)).toEqual({ win, draw: 0, loss });
});

test("with fewer pieces a pawn is worth more, and more is drawn", () => {
  expect(winDrawLoss(100, 8).win + winDrawLoss(100, 8).draw).toBeGreaterThan(900);
  expect(winDrawLoss(0, 8).draw).toBeGreaterThan(winDrawLoss(0, 32).draw);
});
