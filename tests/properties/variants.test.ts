import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFen } from "../../src/chess/position/fen";
import { parseVariant } from "../../src/chess/rules/define-variant";
import { Game } from "../../src/chess/rules/game";
import type { Variant } from "../../src/chess/variants/variant";
import { VariantError } from "../../src/errors";
import { garbled, junk, RUNS, wander } from "../support/arbitraries";
import { likelyDefinitions, looseDefinitions } from "../support/definitions";

const json = (definitions: fc.Arbitrary<object>) => definitions.map((definition) => JSON.stringify(definition));
const choices = fc.array(fc.nat(0xffff), { minLength: 20, maxLength: 20 });

/** The game, null if the text is refused as it should be. */
function read(text: string): Variant | null {
  try {
    return parseVariant(text);
  } catch (error) {
    expect(error).toBeInstanceOf(VariantError);
    expect((error as Error).message.length).toBeLessThan(400);
    return null;
  }
}

test.each([
  ["likely definitions", json(likelyDefinitions), 0.4, 1],
  ["definitions with anything anywhere", json(looseDefinitions), 0, 0.9],
  ["garbled definitions", garbled(json(likelyDefinitions)), 0.005, 0.9],
  ["any JSON", fc.json(), 0, 0.01],
  ["junk", junk, 0, 0.01],
])("%s make a game that can be played, or a VariantError", (_what, texts, least, most) => {
  let games = 0;
  fc.assert(
    fc.property(texts, choices, (text, plies) => {
      const variant = read(text);
      if (variant === null) return;
      games++;
      const game = Game.start(variant);
      expect(game.outcome()).toBeNull();
      wander(game, plies);
      expect(parseFen(game.fen(), variant)).toEqual(game.position());
    }),
    RUNS,
  );
  expect(games).toBeGreaterThanOrEqual(least * RUNS.numRuns);
  expect(games).toBeLessThanOrEqual(most * RUNS.numRuns);
});
