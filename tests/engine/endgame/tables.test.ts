/** Endgame tables: known longest wins, and each value follows from those that its moves lead to. */

import { beforeAll, describe, expect, test } from "vitest";
import { formatFen } from "../../../src/chess/position/fen";
import { Game } from "../../../src/chess/rules/game";
import { builtIn, CHESS } from "../../../src/chess/variants/games";
import { exchanged, formatMaterial, parseMaterial, successors } from "../../../src/engine/endgame/material";
import type { EndgameTables } from "../../../src/engine/endgame/tables";
import { randomNumbers } from "../../../src/random";
import { bothValues, endgameTables, positionWith } from "../../support/endgame";

const LONG = { timeout: 120_000 };

test.each([
  ["3check", "checkLimit"],
  ["racingkings", "forbiddenChecks, sharedGoals"],
  ["horde", "kingless, firstRankSteps"],
  ["atomic", "explosions"],
  ["crazyhouse", "drops"],
])("there are no tables of %s", async (id, fields) => {
  const reason = `${id}: endgame tables do not support ${fields}`;
  await expect(endgameTables(builtIn(id))).rejects.toMatchObject({ code: "endgame", message: reason });
});

describe("material", () => {
  test.each([
    ["KBNK", "KBNvK"],
    ["KNBK", "KBNvK"],
    ["KvKQ", "KvKQ"],
    ["KQvKR", "KQvKR"],
    ["KPKP", "KPvKP"],
  ])("%s is %s", (text, name) => {
    expect(formatMaterial(parseMaterial(text, CHESS), CHESS)).toBe(name);
  });

  test.each([
    ["", "not two sides"],
    ["K", "not two sides"],
    ["KQ", "not two sides"],
    ["KXK", '"X" is not one of this variant\'s letters'],
    ["KQvQ", "each side has one king"],
    ["KQRBvK", "5 men; max 4"],
    ["KvKvK", "not two sides"],
  ])("%j is refused", (text, reason) => {
    expect(() => parseMaterial(text, CHESS)).toThrow(reason);
  });

  test("captures and promotions lead to other tables", () => {
    const names = successors(parseMaterial("KPKR", CHESS), CHESS).map((one) => formatMaterial(one, CHESS));
    expect(names.sort()).toEqual(["KBvK", "KBvKR", "KNvK", "KNvKR", "KPvK", "KQvK", "KQvKR", "KRvK", "KRvKR", "KvKR"]);
  });
});

/** Moves to mate in the longest wins of orthodox chess; source: Thompson's and Nalimov's tables, as widely published. */
describe("the longest win in orthodox chess", LONG, async () => {
  const tables = await endgameTables(CHESS);

  test.each([
    ["KQK", 10],
    ["KRK", 16],
    ["KPK", 28],
    ["KBK", 0],
    ["KNK", 0],
  ])("%s takes %i moves", (text, moves) => {
    const { sides } = tables.generate(parseMaterial(text, CHESS));
    expect(Math.ceil(sides[0].longestWin / 2)).toBe(moves);
  });

  test("a position has the same value with the colours exchanged, and none with castling rights or other pieces", () => {
    const value = (fen: string) => tables.probe(Game.fromFen(fen).root);
    expect(value("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")).toEqual({ result: "win", plies: 31 });
    expect(value("k7/1r6/2K5/8/8/8/8/8 b - - 0 1")).toEqual({ result: "win", plies: 31 });
    expect(value("8/8/8/3k4/8/8/8/4K2R w K - 0 1")).toBeNull();
    expect(value("8/8/8/3k4/8/8/8/QQQ1K3 w - - 0 1")).toBeNull();
  });
});

const GAMES: readonly (readonly [id: string, material: string])[] = [
  ["chess", "KPvK"],
  ["stationary", "KRvK"],
  ["nightrider", "KNvK"],
  ["knightmate", "KQvK"],
  ["shatranj", "KRvK"],
  ["shatranj", "KvKP"],
  ["rooksquare", "KNvK"],
  ["kingofthehill", "KvKP"],
  ["berolina", "KPvK"],
  ["giveaway", "KvQ"],
  ["giveaway", "PvR"],
  ["giveaway", "NvBN"],
];

describe.each(GAMES)("the table of %s, %s", LONG, (id, text) => {
  const variant = builtIn(id);
  const material = parseMaterial(text, variant);
  let tables: EndgameTables;

  beforeAll(async () => {
    tables = await endgameTables(variant);
    tables.generate(material);
  });

  test("agrees with its moves", () => {
    const random = randomNumbers(7);
    let checked = 0;
    for (let tries = 0; checked < 300 && tries < 3000; tries++) {
      const men = random(2) === 0 ? material : exchanged(material);
      const squares = men.map(() => random(64));
      const position = positionWith(variant, men, squares, random(2));
      if (position === null) continue;
      const values = bothValues(tables, position);
      expect(values, formatFen(position)).not.toBeNull();
      expect(values?.[0], formatFen(position)).toEqual(values?.[1]);
      checked++;
    }
    expect(checked).toBe(300);
  });
});
