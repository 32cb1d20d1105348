import { describe, expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { sprite } from "../../../src/app/page/board/pieces";
import { readLink, writeLink } from "../../../src/app/page/games/link";
import { addOwnGame, definitionOf, ownGames } from "../../../src/app/page/games/own-games";
import { readGames } from "../../../src/app/play/pgn";
import { GameRecord } from "../../../src/app/play/record";
import { VariantError } from "../../../src/errors";

const AMAZONS = '{ "id": "amazons", "pieces": { "queen": "QN" }, "letters": { "queen": "A" } }';

describe("a game of one's own", () => {
  test("goes into a link with its moves, and comes out of it", () => {
    const record = new GameRecord(Position.start(addOwnGame(AMAZONS)));
    record.play("Ac3");
    const { game } = readLink(writeLink(record, {}));
    expect(game.root.children[0].move?.san).toBe("Ac3");
    expect(game.root.position.variant).toBe(record.variant);
    record.annotate(record.current, { comments: ["as a knight"] });
    expect(readLink(writeLink(record, {})).game.root.children[0].comments).toEqual(["as a knight"]);
  });

  test("is known once, and by the PGN's tag Variant", () => {
    const own = addOwnGame(AMAZONS);
    expect(addOwnGame(`\uFEFF${AMAZONS} `)).toBe(own);
    expect(ownGames()).toEqual([own]);
    expect(definitionOf(Position.start().variant)).toBeNull();
    const [game] = readGames('[Variant "amazons"]\n1. Ac3 *', { variants: ownGames() });
    expect(game).not.toBeInstanceOf(Error);
  });

  test.each(["{", '{ "id": "chess" }', '{ "id": "x", "pieces": { "queen": "Z" } }'])("%s is refused", (json) => {
    expect(() => addOwnGame(json)).toThrow(VariantError);
    expect(() => readLink(`variant=${encodeURIComponent(json)}`)).toThrow(VariantError);
  });

  test("has a picture with its letter for each piece that there is none of", () => {
    expect(sprite("amazons", "PNBRAK")).toMatch(/<g id="wa"[^>]*>.*?>A<\/text><\/g>/);
    expect(sprite("amazons", "PNBRAK").match(/<text/g)).toHaveLength(2);
  });
});
