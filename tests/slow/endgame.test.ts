/**
 * Endgame tables: the longest wins of four men in orthodox chess (source: Thompson's tables, as widely published), and tables of many games
 * against their own moves, from which each value must follow.
 */

import { describe, expect, test } from "vitest";
import { formatFen } from "../../src/chess/position/fen";
import type { Setup } from "../../src/chess/position/setup";
import { defineVariant } from "../../src/chess/rules/define-variant";
import { builtIn, CHESS } from "../../src/chess/variants/games";
import { allMaterials, exchanged, parseMaterial } from "../../src/engine/endgame/material";
import type { EndgameTables } from "../../src/engine/endgame/tables";
import { randomNumbers } from "../../src/random";
import { bothValues, endgameTables, positionWith } from "../support/endgame";
import { RUNS_ALL } from "../support/slow";

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

/** A game of one's own: queens that leap like knights, pawns that move like Berolina's, and a stalemate that wins. */
const OWN = defineVariant({ id: "own", pieces: { queen: "RN" }, pawns: "berolina", stalemate: "win" });

/** Games, each with four men. */
const GAMES = [
  [builtIn("chess"), "KPvKN"],
  [builtIn("stationary"), "KQvKR"],
  [builtIn("nightrider"), "KNvKR"],
  [builtIn("knightmate"), "KQvKN"],
  [builtIn("shatranj"), "KRvKN"],
  [builtIn("rooksquare"), "KNvKB"],
  [builtIn("kingofthehill"), "KRvKB"],
  [builtIn("berolina"), "KRvKP"],
  [builtIn("giveaway"), "RBvNN"],
  [OWN, "KQvKP"],
] as const;

/** Expects a value to follow from those of the moves; false if a table is missing. */
function expectAgreement(tables: EndgameTables, position: Setup): boolean {
  const values = bothValues(tables, position);
  if (values === null) return false;
  const [{ result, plies }, byMoves] = values;
  // Comparing is cheaper than expecting, a hundred million times.
  if (result !== byMoves.result || plies !== byMoves.plies) expect(values[0], formatFen(position)).toEqual(byMoves);
  return true;
}

// A part of it is in tests/engine/endgame/tables.test.ts.
describe.skipIf(!RUNS_ALL).each(GAMES)(
  "the tables of $0.id agree with their moves",
  { timeout: 3_600_000 },
  (variant, fourMen) => {
    const random = randomNumbers(3);

    test("three men, all positions", async () => {
      const tables = await endgameTables(variant);
      let checked = 0;
      // Without kings there are a hundred.
      for (const material of allMaterials(3, variant).slice(0, 10)) {
        tables.generate(material);
        // The board's other half is its mirror image.
        for (let first = 0; first < 64; first++) {
          if ((first & 7) > 3 && variant.id !== "rooksquare") continue;
          for (let rest = 0; rest < 4096; rest++) {
            for (let side = 0; side <= 1; side++) {
              const position = positionWith(variant, material, [first, rest >> 6, rest & 63], side);
              if (position !== null && expectAgreement(tables, position)) checked++;
            }
          }
        }
      }
      expect(checked).toBeGreaterThan(1000);
    });

    test("four men, random positions", async () => {
      const tables = await endgameTables(variant);
      const material = parseMaterial(fourMen, variant);
      tables.generate(material);
      let checked = 0;
      for (let tries = 0; tries < 300_000; tries++) {
        const men = random(2) === 0 ? material : exchanged(material);
        const squares = men.map(() => random(64));
        const position = positionWith(variant, men, squares, random(2));
        if (position !== null && expectAgreement(tables, position)) checked++;
      }
      expect(checked).toBeGreaterThan(100_000);
    });
  },
);
