/**
 * Names of variants: Wazaba's own ids, and other programs' names for the same rules (`docs/games.md` has a table). `suicide` is not
 * one: there the side with fewer pieces wins a stalemate. Fairy-Stockfish's `giveaway` is Wazaba's plus castling.
 */

import { findBuiltIn, VARIANT_IDS } from "./games";
import type { Variant } from "./variant";

/** Other names of each variant, as returned by `plainName`. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["chess960", "chess"],
  ["standard", "chess"],
  ["normal", "chess"],
  ["orthodox", "chess"],
  ["fromposition", "chess"],
  ["fischerandom", "chess"],
  ["fischerrandom", "chess"],
  ["anti", "giveaway"],
  ["losing", "giveaway"],
  ["nightriders", "nightrider"],
  ["koth", "kingofthehill"],
  ["threecheck", "3check"],
  ["zh", "crazyhouse"],
]);

/** Names that UCI clients (python-chess, lichess bots, Fairy-Stockfish) use for our variants, where they differ from our ids. */
export const CLIENTS_NAMES: readonly string[] = ["antichess"];

/** The variant with that name, case-insensitively: by id, or else by another name. */
export function findVariant(name: string, own: readonly Variant[] = []): Variant | undefined {
  const wanted = plainName(name);
  return (
    own.find(({ id }) => id === name) ??
    findBuiltIn(name) ??
    own.find(({ id }) => plainName(id) === wanted) ??
    findBuiltIn(OTHER_NAMES.get(wanted) ?? VARIANT_IDS.find((id) => plainName(id) === wanted) ?? "")
  );
}

/** Whether the name means Chess960. */
export function isChess960(name: string): boolean {
  return /^(chess960|fischerr?andom)$/.test(plainName(name));
}

/** A name in lower case, without spaces, hyphens and underscores, and without a final `chess` unless that is all. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]/g, "")
    .replace(/(?<=.)chess$/, "");
}
