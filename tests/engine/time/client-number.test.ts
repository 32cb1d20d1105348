/** Numbers of clients, read as far as they go. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { readClientNumber } from "../../../src/engine/time/client-number";

const MOST = Number.MAX_SAFE_INTEGER;

test.each<[text: string, value: number | null]>([
  ["1000", 1000],
  ["+1000", 1000],
  ["-20", -20],
  // What Stockfish reads as 1000 as well.
  ["1000.5", 1000.5],
  ["1000.", 1000],
  ["1000ms", 1000],
  ["1e3", 1],
  ["1,000", 1],
  ["0x10", 0],
  [".5", 0.5],
  ["-.5s", -0.5],
  ["007", 7],
  ["9".repeat(15), 999_999_999_999_999],
  ["9".repeat(30), MOST],
  [`-${"9".repeat(30)}`, -MOST],
  ["9".repeat(400), MOST],
  ["", null],
  ["-", null],
  ["--5", null],
  [".", null],
  ["abc", null],
  ["NaN", null],
  ["Infinity", null],
  ["∞", null],
  ["１０００", null],
])("%j", (text, value) => {
  expect(readClientNumber(text)).toBe(value);
});

test("whatever comes, the number is finite or none", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (text) => {
      const value = readClientNumber(text);
      expect(value === null || Math.abs(value) <= MOST).toBe(true);
    }),
  );
});
