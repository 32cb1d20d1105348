/** The memory for endgame tables: tables make way for others, and those that are kept stay what they were. */

import { describe, expect, test } from "vitest";
import { Game } from "../../../src/chess/rules/game";
import { CHESS } from "../../../src/chess/variants/games";
import { parseMaterial } from "../../../src/engine/endgame/material";
import { endgameTables } from "../../support/endgame";

const [KQK, KRK, KNK, KPK] = ["KQK", "KRK", "KNK", "KPK"].map((text) => parseMaterial(text, CHESS));
/** A table of three men without pawns is 82 kB; one of two men, 1 kB. */
const THREE_TABLES = 0.25;

const IN_KRK = Game.fromFen("8/8/8/8/8/2k5/1R6/K7 w - - 0 1").root;
const IN_KQK = Game.fromFen("8/8/8/8/8/2k5/1Q6/K7 b - - 0 1").root;

describe("with room for three tables", { timeout: 120_000 }, () => {
  test("the one that was not used for longest makes way; the others keep their values, and it can come back", async () => {
    const tables = await endgameTables(CHESS, THREE_TABLES);
    for (const material of [KQK, KRK, KNK]) tables.generate(material);
    const value = { result: "win", plies: 31 };
    expect(tables.probe(IN_KRK)).toEqual(value);
    const queen = tables.probe(IN_KQK);
    expect([tables.has(KRK), tables.has(KNK), tables.has(KQK)]).toEqual([true, true, true]);
    tables.generate(parseMaterial("KBK", CHESS));
    expect([tables.has(KRK), tables.has(KNK), tables.has(KQK)]).toEqual([false, true, true]);
    expect(tables.probe(IN_KRK)).toBeNull();
    expect(tables.probe(IN_KQK)).toEqual(queen);
    tables.generate(KRK);
    expect(tables.probe(IN_KRK)).toEqual(value);
  });

  test("a table that needs more is refused, and the others are still there", async () => {
    const tables = await endgameTables(CHESS, THREE_TABLES);
    tables.generate(KQK);
    const queen = tables.probe(IN_KQK);
    // It needs all tables of a king and a piece at once.
    expect(() => tables.generate(KPK)).toThrow(/^not enough memory for the endgame table K[RBN]vK$/);
    tables.generate(KQK);
    expect(tables.probe(IN_KQK)).toEqual(queen);
  });
});
