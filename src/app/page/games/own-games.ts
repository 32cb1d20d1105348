/** Custom games: variant definitions (JSON) that came from a file or a link of this visit. */

import { parseVariant } from "../../../chess/rules/define-variant";
import { findBuiltIn } from "../../../chess/variants/games";
import type { Variant } from "../../../chess/variants/variant";
import { quote, VariantError } from "../../../errors";
import { message } from "../../../message";

/** The games, with their definitions, by id. */
const games = new Map<string, { readonly variant: Variant; readonly json: string }>();

/** Adds a game, if it is new. @throws {VariantError} for a faulty definition, or the id of a built-in game */
export function addOwnGame(text: string): Variant {
  const variant = parseVariant(text);
  const { id } = variant;
  if (findBuiltIn(id) !== undefined)
    throw new VariantError("value", "id", id, message`there is a game ${quote(id)} already`);
  const json = JSON.stringify(JSON.parse(text.replace(/^\uFEFF/, "")));
  const known = games.get(id);
  if (known?.json === json) return known.variant;
  games.set(id, { variant, json });
  return variant;
}

export function ownGames(): Variant[] {
  return [...games.values()].map(({ variant }) => variant);
}

/** The definition of a game, for a link; null for a built-in one. */
export function definitionOf({ id }: Variant): string | null {
  return games.get(id)?.json ?? null;
}
