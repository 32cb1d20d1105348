import { describe, expect, test } from "vitest";
import { A, D, F, N, W } from "../../../assembly/rules/variant";
import { parseBetza } from "../../../src/chess/variants/betza";
import { VariantError } from "../../../src/errors";

/** Text, what it leaps by, and what it rides by. */
const MOVES: [text: string, leaps: number, rides: number][] = [
  ["", 0, 0],
  ["W", W, 0],
  ["F", F, 0],
  ["D", D, 0],
  ["A", A, 0],
  ["N", N, 0],
  ["K", W | F, 0],
  ["WF", W | F, 0],
  ["FW", W | F, 0],
  ["R", 0, W],
  ["WW", 0, W],
  ["WWW", 0, W],
  ["B", 0, F],
  ["FF", 0, F],
  ["Q", 0, W | F],
  ["RB", 0, W | F],
  ["BR", 0, W | F],
  ["WWFF", 0, W | F],
  ["NN", 0, N],
  ["NNN", 0, N],
  ["NNNN", 0, N],
  ["ND", N | D, 0],
  ["DN", N | D, 0],
  ["NDN", N | D, 0],
  ["DNN", D, N],
  ["NND", D, N],
  ["BNN", 0, F | N],
  ["NNB", 0, F | N],
  ["BN", N, F],
  ["QN", N, W | F],
  ["QNN", 0, W | F | N],
  ["RD", D, W],
  ["RA", A, W],
  ["RF", F, W],
  ["BW", W, F],
  // A ride absorbs its own leap.
  ["RW", 0, W],
  ["WR", 0, W],
  ["QK", 0, W | F],
  ["RK", F, W],
  ["WFDAN", W | F | D | A | N, 0],
];

test.each(MOVES)("%j", (text, leaps, rides) => {
  expect(parseBetza(text)).toEqual({ leaps, rides });
});

/** Text, and why it is refused. */
const REFUSALS: [text: string, message: string][] = [
  ["DD", '"DD", a rider with steps of two squares, is not supported'],
  ["AA", '"AA", a rider with steps of two squares, is not supported'],
  ["NAAD", '"AA", a rider with steps of two squares, is not supported'],
  ["fW", '"f": modifiers are not supported'],
  ["mfFcefWimfnA", '"m": modifiers are not supported'],
  ["n", '"n": modifiers are not supported'],
  ["nn", '"nn": modifiers are not supported'],
  ["R4", '"4": ranges are not supported'],
  ["W44", '"44": ranges are not supported'],
  ["H", '"H" is not one of W F D A N K B R Q, WW FF NN'],
  ["NC", '"C" is not one of W F D A N K B R Q, WW FF NN'],
  ["KK", '"KK" is not one of W F D A N K B R Q, WW FF NN'],
  ["QQ", '"QQ" is not one of W F D A N K B R Q, WW FF NN'],
  ["N D", '" " is not one of W F D A N K B R Q, WW FF NN'],
  ["N+D", '"+" is not one of W F D A N K B R Q, WW FF NN'],
  ["N\n", '"\\n" is not one of W F D A N K B R Q, WW FF NN'],
  ["-", '"-" is not one of W F D A N K B R Q, WW FF NN'],
  ["♘", '"♘" is not one of W F D A N K B R Q, WW FF NN'],
  ["𝄞𝄞", '"𝄞𝄞" is not one of W F D A N K B R Q, WW FF NN'],
];

describe("refused", () => {
  test.each(REFUSALS)("%j", (text, message) => {
    expect(() => parseBetza(text, "pieces.queen")).toThrow(VariantError);
    expect(() => parseBetza(text, "pieces.queen")).toThrow(
      `Variant: pieces.queen: ${JSON.stringify(text)}: ${message}`,
    );
  });
});
