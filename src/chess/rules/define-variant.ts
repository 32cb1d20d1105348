/** Variants that users define: as objects, or as JSON text. */

import { describe, FenError, quote, VariantError } from "../../errors";
import { message } from "../../message";
import { formatFen } from "../position/fen";
import { readDefinition, type VariantDefinition } from "../variants/definition";
import type { Variant } from "../variants/variant";
import { Game } from "./game";

/** The maximum length of a definition, characters. */
export const MAX_LENGTH = 1 << 14;

/**
 * Makes a variant from its definition.
 *
 * @throws {VariantError} for the first faulty field; it quotes the value
 * @example
 * const amazons = defineVariant({ id: "amazons", rules: "The queen moves as a knight, too.", pieces: { queen: "QN" } });
 * Position.start(amazons).legalMoves().length; // 22
 */
export function defineVariant(definition: VariantDefinition): Variant {
  const variant = readDefinition(definition);
  return Object.freeze({ ...variant, fen: formatFen(startOf(variant).root) });
}

/**
 * Makes a variant from a definition in JSON.
 *
 * @throws {VariantError} if the text is not JSON or the definition is faulty
 * @example parseVariant('{ "id": "amazons", "pieces": { "queen": "QN" } }')
 */
export function parseVariant(json: string): Variant {
  if (typeof json !== "string") throw new VariantError("type", "", json, message`${describe(json)} is not a string`);
  if (json.length > MAX_LENGTH) {
    throw new VariantError("json", "", json, message`${json.length} characters; at most ${MAX_LENGTH} are allowed`);
  }
  return defineVariant(parseJson(json));
}

/** Parses any JSON; `defineVariant` validates it. */
function parseJson(json: string): VariantDefinition {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (error instanceof SyntaxError) throw new VariantError("json", "", json, message`${quote(json)} is not JSON`);
    throw error;
  }
}

/** Checks the start position, and that the game is not over in it. */
function startOf(variant: Variant): Game {
  try {
    const game = Game.fromFen(variant.fen, variant, (dropped) => {
      // A game's own start position has to be right.
      throw new VariantError("fen", "fen", variant.fen.split(/\s+/)[2], dropped);
    });
    const end = game.outcome();
    if (end === null) return game;
    throw new VariantError("fen", "fen", variant.fen, message`the game would be over before it started: ${end.reason}`);
  } catch (error) {
    if (error instanceof FenError) throw new VariantError("fen", "fen", error.value, error.messageData);
    throw error;
  }
}
