import { describe, expect, test } from "vitest";
import { MATE } from "../../../assembly/search/score";
import { winDrawLoss } from "../../../src/chess/notation/wdl";
import { VARIANT_IDS } from "../../../src/chess/variants/games";

/** A position with so many pieces. */
const withPieces = (pieceCount: number, id = "chess") => ({ variant: { id }, pieceCount });
/** Every game, with few pieces and with many. */
const BOARDS = VARIANT_IDS.flatMap((id) => [2, 5, 16, 32].map((pieces) => ({ id, pieces })));

const SCORES = [-2000, -500, -100, -30, 0, 30, 100, 500, 2000];

describe.each(BOARDS)("$id with $pieces pieces", ({ id, pieces }) => {
  test.each(SCORES)("%i centipawns: three parts of a thousand, the same from the other side", (score) => {
    const { win, draw, loss } = winDrawLoss(score, withPieces(pieces, id));
    expect(win + draw + loss).toBe(1000);
    expect(Math.min(win, draw, loss)).toBeGreaterThanOrEqual(0);
    const other = winDrawLoss(-score, withPieces(pieces, id));
    expect(Math.abs(other.win - loss)).toBeLessThanOrEqual(1);
  });

  test("more is better", () => {
    const wins = SCORES.map((score) => winDrawLoss(score, withPieces(pieces, id)).win);
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
  expect(winDrawLoss(score, withPieces(20))).toEqual({ win, draw: 0, loss });
});

test("with fewer pieces a pawn is worth more, and more is drawn", () => {
  expect(winDrawLoss(100, withPieces(8)).win + winDrawLoss(100, withPieces(8)).draw).toBeGreaterThan(900);
  expect(winDrawLoss(0, withPieces(8)).draw).toBeGreaterThan(winDrawLoss(0, withPieces(32)).draw);
});
