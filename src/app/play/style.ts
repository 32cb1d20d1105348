/** Styles of play: among moves that a search takes for nearly as good as its choice, the one that suits the player. */

import { KING, PAWN } from "../../../assembly/rules/piece";
import type { Move, Position } from "../../api/position";
import type { Variation } from "../../api/search";

export const STYLES = ["attacker", "trader", "pawn-pusher"] as const;
export type Style = (typeof STYLES)[number];

/** How many moves a player with a style compares (MultiPV). */
export const COMPARED = 6;
/** What a style may cost, centipawns. */
const MAX_LOSS = 40;

/**
 * The move of a player with this style, UCI.
 *
 * @param lines as a search found them, its choice first
 */
export function styledMove(position: Position, lines: readonly Variation[], style: Style): string {
  const [{ pv, score }] = lines;
  // Mates are not a matter of taste.
  if ("mate" in score) return pv[0];
  let [best] = pv;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const { pv: other, score: found } of lines) {
    // A limited player has overlooked something, so what is much better is not seen either.
    if ("mate" in found || Math.abs(found.cp - score.cp) > MAX_LOSS) continue;
    const worth = found.cp + tasteFor(style, position, position.move(other[0]));
    if (worth > bestWorth) [best, bestWorth] = [other[0], worth];
  }
  return best;
}

/** What a move is worth to a style, centipawns. */
function tasteFor(style: Style, position: Position, move: Move): number {
  const isA = (piece: string | null, type: number) =>
    piece?.toUpperCase() === position.variant.letters.charAt(type).toUpperCase();
  if (style === "pawn-pusher") return isA(move.piece, PAWN) ? 35 : 0;
  if (style === "trader") return move.captured === null ? 0 : isA(move.captured, PAWN) ? 15 : 40;
  // The attacker checks, and brings pieces nearer to the king.
  const check = /[+#]$/.test(move.san) ? 25 : 0;
  if (isA(move.piece, PAWN) || isA(move.piece, KING)) return check;
  const theirs = [...position.pieces].find(
    ([, piece]) => isA(piece, KING) && (piece === piece.toUpperCase()) !== (position.turn === "white"),
  );
  if (theirs === undefined) return check;
  return check + 10 * Math.max(-2, Math.min(2, distance(move.from, theirs[0]) - distance(move.to, theirs[0])));
}

/** The moves that a king needs between two squares. */
function distance(from: string, to: string): number {
  const by = (index: number) => Math.abs(from.charCodeAt(index) - to.charCodeAt(index));
  return Math.max(by(0), by(1));
}
