/** Handicaps: the start position of a game in which one side lacks a piece. */

import { KNIGHT, QUEEN, ROOK } from "../../../assembly/rules/piece";
import { type Colour, Position } from "../../api/position";
import type { Variant } from "../../chess/variants/variant";

/** The pieces that can be given, by their names in the page. */
export const HANDICAPS = { knight: KNIGHT, rook: ROOK, queen: QUEEN } as const;
export type Handicap = keyof typeof HANDICAPS;

/** The start position without a side's first such piece, from the a-file on; a side without one keeps everything. */
export function handicapStart(variant: Variant, side: Colour, handicap: Handicap): Position {
  const letter = variant.letters.charAt(HANDICAPS[handicap]);
  const piece = side === "white" ? letter : letter.toLowerCase();
  const [board, ...fields] = variant.fen.split(" ");
  const rows = board.split("/");
  const home = side === "white" ? rows.length - 1 : 0;
  // Empty squares are written as their number.
  const squares = rows[home].replace(/\d/g, (count) => "1".repeat(Number(count))).replace(piece, "1");
  rows[home] = squares.replace(/1+/g, (empty) => String(empty.length));
  return Position.fromFen([rows.join("/"), ...fields].join(" "), variant);
}
