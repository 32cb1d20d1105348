/** Why a move is good or bad, in a sentence: the motifs that `src/review/reasons.ts` proves. */

import type { Position } from "../../../api/position";
import { parseUciMove } from "../../../chess/notation/uci-move";
import type { Variant } from "../../../chess/variants/variant";
import { hangingAfter, type PlacedPiece, type Reason, reasonsFor } from "../../../review/reasons";
import { pieceName } from "../../play/piece-names";
import { t } from "../../play/text";

/** The most reasons given for a move. */
const MAX_REASONS = 2;

/**
 * Why a move is good; empty if nothing can be proved.
 *
 * @param move in UCI notation or SAN
 * @param mateIn the number of moves in which it mates, by a search; null for no mate
 */
export function whyText(position: Position, move: string, mateIn: number | null = null): string {
  const game = position.game();
  const reasons = reasonsFor(game, parseUciMove(game, position.move(move).uci), mateIn);
  return reasons
    .slice(0, MAX_REASONS)
    .map((reason) => reasonText(reason, position.variant))
    .join(" ");
}

/**
 * Why a move is bad: what the reply to it does, or the piece that it leaves to be taken; empty if nothing can be proved.
 *
 * @param reply the best reply to it in SAN, if a search has found one
 * @param isShown whether the reply is said in any case
 */
export function refutationText(position: Position, move: string, reply: string | null, isShown = false): string {
  const after = position.play(move);
  const why = reply === null ? "" : whyText(after, reply);
  if (reply !== null && (isShown || why !== "")) return t("{move} refutes it. {why}", { move: reply, why }).trim();
  const game = position.game();
  const hanging = hangingAfter(game, parseUciMove(game, position.move(move).uci));
  return hanging === null
    ? ""
    : t("It leaves {piece} to be taken.", { piece: placedText(hanging.piece, position.variant) });
}

/** `Fork: king e8, rook a8.` */
export function reasonText(reason: Reason, variant: Variant): string {
  const name = (piece: PlacedPiece) => placedText(piece, variant);
  switch (reason.kind) {
    case "mate":
      return reason.moves === 1 ? t("Checkmate.") : t("Mate in {moves}.", { moves: reason.moves });
    case "back rank":
      return t("Back-rank mate: the king’s own pieces are in its way.");
    case "wins":
      return t("Wins material: {piece}.", { piece: name(reason.piece) });
    case "fork":
      return t("Fork: {pieces}.", { pieces: reason.targets.map(name).join(", ") });
    case "pin":
      return t("Pin: {front}, with {behind} behind.", { front: name(reason.front), behind: name(reason.behind) });
    case "skewer":
      return t("Skewer: {front}, with {behind} behind.", { front: name(reason.front), behind: name(reason.behind) });
    case "discovered check":
      return t("Discovered check by {piece}.", { piece: name(reason.by) });
    case "discovered attack":
      return t("Discovered attack by {piece} on {target}.", { piece: name(reason.by), target: name(reason.target) });
    case "overload": {
      const [first, second] = reason.guards.map(name);
      return t("Overloaded: {piece} guards both {first} and {second}.", { piece: name(reason.piece), first, second });
    }
    case "trap":
      return t("Trapped: {piece} has no safe square.", { piece: name(reason.piece) });
    case "mate threat":
      return t("Threatens mate.");
    case "threat":
      return t("Threatens {piece}.", { piece: name(reason.piece) });
    case "passed pawn":
      return t("Passed pawn on {square}.", { square: reason.square });
  }
}

/** `knight f6`, without an article, which German would inflect. */
function placedText({ letter, square }: PlacedPiece, variant: Variant): string {
  return t("{piece} {square}", { piece: pieceName(variant.id, letter), square });
}
