/**
 * Names of variants: Wazaba's own ids, and what other programs call the same rules (`docs/games.md` has a table). Not
 * `suicide`: there a stalemate is won by who has fewer pieces. Fairy-Stockfish's `giveaway` is Wazaba's but for castling.
 */

import { findBuiltIn, GAME_IDS } from "./games";
import type { Variant } from "./variant";

/** What a game may be called besides its id, in the form that `plainName` gives it. */
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

/** What UCI clients (python-chess, lichess's bots, Fairy-Stockfish) call our games, where it is not what we do. */
export const CLIENTS_NAMES: readonly string[] = ["antichess"];

/** The game of that name, in whatever case: the one of that very id, or else one that is called alike. */
export function findGame(name: string, own: readonly Variant[] = []): Variant | undefined {
  const wanted = plainName(name);
  return (
    own.find(({ id }) => id === name) ??
    findBuiltIn(name) ??
    own.find(({ id }) => plainName(id) === wanted) ??
    findBuiltIn(OTHER_NAMES.get(wanted) ?? GAME_IDS.find((id) => plainName(id) === wanted) ?? "")
  );
}

/** Whether chess is meant with kings and rooks that begin anywhere. */
export function isChess960(name: string): boolean {
  return /^(chess960|fischerr?andom)$/.test(plainName(name));
}

/** A name without case, blanks, hyphens, and a `chess` at its end unless that is all. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]/g, "")
    .replace(/(?<=.)chess$/, "");
}
