/** Captured material: by each player's name the pieces that he has captured, by how many points he is ahead, and his checks where they count. */

import { BISHOP, KING, KNIGHT, PAWN, PIECES, pieceOf, QUEEN, ROOK, typeOf } from "../../../../assembly/rules/piece";
import { CHECK_LIMIT } from "../../../../assembly/rules/variant";
import type { Colour, Position } from "../../../api/position";
import { COLOURS, pieceLetter, pieceOfLetter } from "../../../chess/position/names";
import { pointsOf } from "../../../chess/variants/points";
import { pieceName } from "../../play/piece-names";
import type { GameRecord } from "../../play/record";
import { handPieces } from "../../play/words";
import { find, make } from "../shell/dom";
import { t } from "../shell/language";
import { pieceSvg } from "./pieces";

/** What the two sides have captured, as FEN writes it, the most valuable first; and White's lead in points. */
export interface Material {
  readonly captured: Readonly<Record<Colour, readonly string[]>>;
  /** Null where points say nothing. */
  readonly lead: number | null;
}

/** The material of a position. @param first the first position of its game */
export function materialOf(first: Position, current: Position): Material {
  const { variant } = current;
  const values = pointsOf(variant);
  const [before, now] = [countsOf(first), countsOf(current)];
  const lost = COLOURS.map((colour) => {
    const missing = TYPES.map((pieceType) => before[pieceOf(pieceType, colour)] - now[pieceOf(pieceType, colour)]);
    // Of what there is more than at first, pawns have become.
    for (const pieceType of TYPES) {
      if (pieceType !== PAWN && missing[pieceType] < 0) missing[PAWN] += missing[pieceType];
    }
    return [...TYPES]
      .sort((a, b) => (values?.[b] ?? b) - (values?.[a] ?? a))
      .flatMap((pieceType) => {
        const letter = pieceLetter(pieceOf(pieceType, colour), variant);
        return new Array<string>(Math.max(0, missing[pieceType])).fill(letter);
      });
  });
  return { captured: { white: lost[1], black: lost[0] }, lead: values && leadOf(now, values) };
}

const TYPES = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];

/** How many there are of each piece, on the board and in hand. */
function countsOf(position: Position): number[] {
  const { pieces, variant } = position;
  const counts = new Array<number>(PIECES).fill(0);
  for (const side of ["white", "black"] as const)
    for (const [letter, count] of handPieces(position, side)) counts[pieceOfLetter(letter, variant)] += count;
  for (const letter of pieces.values()) counts[pieceOfLetter(letter, variant)]++;
  return counts;
}

function leadOf(counts: readonly number[], values: readonly number[]): number {
  return counts.reduce((sum, count, piece) => sum + (piece & 1 ? -count : count) * values[typeOf(piece)], 0);
}

/** Shows the material of the current position by the players' names. */
export function showMaterial({ root, current }: GameRecord): void {
  const { captured, lead } = materialOf(root.position, current.position);
  const hasHands = current.position.hands !== null;
  const { id, laws } = current.position.variant;
  const given = current.position.checksGiven;
  for (const place of ["top", "bottom"]) {
    const element = find(`${place}-captured`, HTMLElement);
    const side = (find(place, HTMLElement).dataset.side ?? "white") as Colour;
    const ahead = (lead ?? 0) * (side === "white" ? 1 : -1);
    // Where captured pieces can be dropped, hands show them.
    const pieces = hasHands ? [] : captured[side];
    const checks = given === null ? 0 : given[side];
    const key = `${id} ${pieces.join("")} ${ahead} ${checks}`;
    if (element.dataset.shown === key) continue;
    element.dataset.shown = key;
    // Our own drawings; letters come from a checked definition.
    element.innerHTML = pieces
      .map((letter, i) => `<span${letter === pieces[i - 1] ? "" : ' class="other"'}>${pieceSvg(id, letter)}</span>`)
      .join("");
    if (ahead > 0) element.append(make("b", {}, `+${ahead}`));
    if (checks > 0) element.append(make("b", {}, `${checks}/${laws[CHECK_LIMIT]} †`));
    element.hidden = pieces.length === 0 && ahead <= 0 && checks === 0;
    const names = pieces.map((letter) => pieceName(id, letter)).join(", ");
    const words = [
      ...(names === "" ? [] : [t("captured: {pieces}", { pieces: names })]),
      ...(ahead > 0 ? [t("ahead by {points}", { points: ahead })] : []),
      ...(checks > 0 ? [t("checks: {count} of {limit}", { count: checks, limit: laws[CHECK_LIMIT] })] : []),
    ];
    element.setAttribute("aria-label", words.join("; "));
  }
}
