/**
 * Betza notation of piece moves: capital letters, one for each move, in any order. Source: Ralph Betza, "Betza Notation" (The
 * Chess Variant Pages, 1990s). Leapers are supported, and riders by single steps or knight's moves.
 */

import { A, D, F, N, W } from "../../../assembly/rules/variant";
import { quote, VariantError } from "../../errors";
import { type Message, message } from "../../message";

/** The moves of a piece as two disjoint sets of atoms: leaps and rides. */
export interface Moves {
  readonly leaps: number;
  readonly rides: number;
}

const PARTS: ReadonlyMap<string, Moves> = new Map([
  ["W", { leaps: W, rides: 0 }],
  ["F", { leaps: F, rides: 0 }],
  ["D", { leaps: D, rides: 0 }],
  ["A", { leaps: A, rides: 0 }],
  ["N", { leaps: N, rides: 0 }],
  ["K", { leaps: W | F, rides: 0 }],
  ["WW", { leaps: 0, rides: W }],
  ["FF", { leaps: 0, rides: F }],
  ["NN", { leaps: 0, rides: N }],
  ["R", { leaps: 0, rides: W }],
  ["B", { leaps: 0, rides: F }],
  ["Q", { leaps: 0, rides: W | F }],
]);

/**
 * Parses moves in Betza notation; an empty text means that the piece cannot move.
 *
 * @param field the field of the text, for the error
 * @throws {VariantError} for anything but sums of W F D A N K B R Q and WW FF NN
 * @example parseBetza("BNN") // a bishop and nightrider: { leaps: 0, rides: F | N }
 */
export function parseBetza(text: string, field = "betza"): Moves {
  let leaps = 0;
  let rides = 0;
  // A letter, or two of the same.
  for (const [part] of text.matchAll(/(.)\1?/gsu)) {
    const moves = PARTS.get(part);
    if (moves === undefined) throw new VariantError("betza", field, text, message`${quote(text)}: ${reasonFor(part)}`);
    leaps |= moves.leaps;
    rides |= moves.rides;
  }
  // A ride includes its leap.
  return { leaps: leaps & ~rides, rides };
}

function reasonFor(part: string): Message {
  const quoted = quote(part);
  if (/[DA]/.test(part)) return message`${quoted}, a rider with steps of two squares, is not supported`;
  if (/[a-z]/.test(part)) return message`${quoted}: modifiers are not supported`;
  if (/[0-9]/.test(part)) return message`${quoted}: ranges are not supported`;
  return message`${quoted} is not one of W F D A N K B R Q, WW FF NN`;
}
