/** Endgame tables of four men: the longest wins of orthodox chess. Source: Thompson's tables, as widely published. */

import { describe, expect, test } from "vitest";
import { CHESS } from "../../src/chess/variants/games";
import { parseMaterial } from "../../src/engine/endgame/material";
import { endgameTables } from "../support/endgame";

describe("the longest win in orthodox chess", { timeout: 300_000 }, async () => {
  const tables = await endgameTables(CHESS);

  test.each([
    ["KBBK", 19],
    ["KBNK", 33],
    ["KQKB", 17],
    ["KQKN", 21],
    ["KQKR", 35],
    ["KRKB", 29],
    ["KRKN", 40],
  ])("%s takes %i moves", (text, moves) => {
    const { sides } = tables.generate(parseMaterial(text, CHESS));
    expect(Math.ceil(sides[0].longestWin / 2)).toBe(moves);
  });
});
