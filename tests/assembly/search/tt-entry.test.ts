/** The layout of a transposition table entry: what is packed is read back, at the ends of every field's range. */

import { describe, expect, test } from "vitest";
import { INFINITE, MATE } from "../../../assembly/search/score";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_NONE,
  BOUND_UPPER,
  entryBound,
  entryDepth,
  entryEval,
  entryGeneration,
  entryMove,
  entryPv,
  entryScore,
  foldHigh,
  foldLow,
  isOfGeneration,
  packBound,
  packMove,
  withGeneration,
  withoutGeneration,
} from "../../../assembly/search/tt-entry";

test.each([
  [0, 0],
  [1234, -57],
  [0xffff, MATE],
  [0x8fff, -MATE],
  [1, -INFINITE],
])("a first word holds move %i and score %i", (move, score) => {
  const first = packMove(move, score);
  expect([entryMove(first), entryScore(first)]).toEqual([move, score]);
});

test.each([
  [0, false, BOUND_UPPER, 0, 0, 0],
  [9, true, BOUND_LOWER, -57, 1, 9],
  [127, true, BOUND_EXACT, MATE, 63, 127],
  [128, false, BOUND_EXACT, -MATE, 63, 127],
])("a second word holds depth %i, PV %s, bound %i, evaluation %i and generation %i", (...row) => {
  const [depth, wasPv, bound, evaluation, generation, stored] = row;
  const packed = packBound(depth, wasPv, bound, evaluation);
  const second = withGeneration(packed, generation);
  expect([entryDepth(second), entryPv(second), entryBound(second)]).toEqual([stored, wasPv, bound]);
  expect([entryEval(second), entryGeneration(second)]).toEqual([evaluation, generation]);
  expect(withoutGeneration(second)).toBe(packed);
  expect([isOfGeneration(second, generation), isOfGeneration(second, generation ^ 1)]).toEqual([true, false]);
});

test("an empty entry is of no generation", () => {
  expect(entryBound(0)).toBe(BOUND_NONE);
  expect(isOfGeneration(0, 0)).toBe(false);
});

describe("the folds", () => {
  const first = packMove(1234, -57);
  const second = packBound(9, false, BOUND_EXACT, 31);

  test.each([1, 1 << 15, 1 << 31])("differ in both halves when data bit %i differs", (bit) => {
    for (const [otherFirst, otherSecond] of [
      [first ^ bit, second],
      [first, second ^ bit],
    ]) {
      expect(foldLow(otherFirst, otherSecond)).not.toBe(foldLow(first, second));
      expect(foldHigh(otherFirst, otherSecond)).not.toBe(foldHigh(first, second));
    }
  });
});
