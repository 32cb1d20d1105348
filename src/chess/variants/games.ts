/** The built-in variants, by their ids. */

import { describe, VariantError } from "../../errors";
import { message } from "../../message";
import { BUILT_IN } from "./built-in";
import type { Variant } from "./variant";

/** The ids of the built-in variants, orthodox chess first. */
export const VARIANT_IDS: readonly string[] = BUILT_IN.map(({ id }) => id);

/**
 * A built-in variant by its id.
 *
 * @throws {VariantError} `unknown` if there is none
 * @example builtIn("shatranj").fen // "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"
 */
export function builtIn(id: string): Variant {
  const variant = findBuiltIn(id);
  if (variant !== undefined) return variant;
  throw new VariantError("unknown", "id", id, message`${describe(id)} is not one of ${VARIANT_IDS.join(", ")}`);
}

/** A built-in variant by its id; undefined if there is none. */
export function findBuiltIn(id: string): Variant | undefined {
  return BUILT_IN.find((one) => one.id === id);
}

/** Orthodox chess. */
export const CHESS: Variant = builtIn("chess");
