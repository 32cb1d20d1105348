/**
 * Names of variants: Wazaba's own ids, and what other programs call the same rules (`docs/games.md` has a table). Not
 * `suicide`: there the side with fewer pieces wins a stalemate. Fairy-Stockfish's `giveaway` is Wazaba's plus castling.
 */

import { findBuiltIn, GAME_IDS } from "./games";
import type { Variant } from "./variant";

/** Other names of each variant, in the form that `plainName` gives. */
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
]);

/** What UCI clients (python-chess, lichess's bots, Fairy-Stockfish) call our variants, where it is not our id. */
export const CLIENTS_NAMES: readonly string[] = ["antichess"];

/** The variant of that name, in any case: by id, or else by another name. */
export function findGame(name: string, own: readonly Variant[] = []): Variant | undefined {
  const wanted = plainName(name);
  return (
    own.find(({ id }) => id === name) ??
    findBuiltIn(name) ??
    own.find(({ id }) => plainName(id) === wanted) ??
    findBuiltIn(OTHER_NAMES.get(wanted) ?? GAME_IDS.find((id) => plainName(id) === wanted) ?? "")
  );
}

/** Whether the name means Chess960. */
export function isChess960(name: string): boolean {
  return /^(chess960|fischerr?andom)$/.test(plainName(name));
}

/** A name without case, blanks, hyphens, and a final `chess` unless that is all. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]/g, "")
    .replace(/(?<=.)chess$/, "");
}
