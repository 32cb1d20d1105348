/** Variants that users define: as objects, or as JSON text. */

import { describe, FenError, quote, VariantError } from "../errors";
import { formatFen } from "../position/fen";
import { readDefinition, type VariantDefinition } from "../variants/definition";
import type { Variant } from "../variants/variant";
import { Game } from "./game";

/** A definition has no more characters than this. */
export const MAX_LENGTH = 1 << 14;

/**
 * Makes a game of its definition.
 *
 * @throws {VariantError} which names the first field that is wrong, and quotes its value
 * @example
 * const amazons = defineVariant({ id: "amazons", rules: "The queen moves as a knight, too.", pieces: { queen: "QN" } });
 * Position.start(amazons).legalMoves().length; // 22
 */
export function defineVariant(definition: VariantDefinition): Variant {
  const variant = readDefinition(definition);
  return Object.freeze({ ...variant, fen: formatFen(startOf(variant).root) });
}

/**
 * Makes a game of the text of a file: a definition in JSON.
 *
 * @throws {VariantError} if the text is no JSON or the definition is wrong
 * @example parseVariant('{ "id": "amazons", "pieces": { "queen": "QN" } }')
 */
export function parseVariant(json: string): Variant {
  if (typeof json !== "string") throw new VariantError("type", "", json, `${describe(json)} is not a text`);
  if (json.length > MAX_LENGTH) {
    throw new VariantError("json", "", json, `${json.length} characters, more than ${MAX_LENGTH}`);
  }
  return defineVariant(parseJson(json));
}

/** Whatever the JSON says; `defineVariant` looks closer. */
function parseJson(json: string): VariantDefinition {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (error instanceof SyntaxError) throw new VariantError("json", "", json, `${quote(json)} is no JSON`);
    throw error;
  }
}

/** The game's beginning. */
function startOf(variant: Variant): Game {
  try {
    const game = Game.start(variant);
    const end = game.outcome();
    if (end === null) return game;
    throw new VariantError("fen", "fen", variant.fen, `the game would be over before it began: ${end.reason}`);
  } catch (error) {
    if (error instanceof FenError) throw new VariantError("fen", "fen", error.value, error.message);
    throw error;
  }
}
