/** The built-in variants, from `games.json`. */

import { describe, VariantError } from "../../errors";
import { readDefinition } from "./definition";
import definitions from "./games.json";
import type { Variant } from "./variant";

/** The ids of the built-in variants, orthodox chess first. */
export const VARIANT_IDS: readonly string[] = definitions.map(({ id }) => id);

const variants = new Map<string, Variant>();

/**
 * A built-in variant by its id.
 *
 * @throws {VariantError} `unknown` if there is none
 * @example builtIn("shatranj").fen // "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"
 */
export function builtIn(id: string): Variant {
  const variant = findBuiltIn(id);
  if (variant !== undefined) return variant;
  throw new VariantError("unknown", "id", id, `${describe(id)} is not one of ${VARIANT_IDS.join(", ")}`);
}

/**
 * A built-in variant by its id, `undefined` if there is none. Their start positions are checked by tests, not here, so that a
 * process that only lists them need not set up a board.
 */
export function findBuiltIn(id: string): Variant | undefined {
  const known = variants.get(id);
  if (known !== undefined) return known;
  const definition = definitions.find((one) => one.id === id);
  if (definition === undefined) return undefined;
  const variant = readDefinition(definition);
  variants.set(id, variant);
  return variant;
}

/** Orthodox chess. */
export const CHESS: Variant = builtIn("chess");
