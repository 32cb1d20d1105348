/** Captured material: by each player's name the pieces that he has captured, and by how many points he is ahead. */

import { BISHOP, KING, KNIGHT, PAWN, PIECES, pieceOf, QUEEN, ROOK, typeOf } from "../../../../assembly/rules/piece";
import type { Colour, Position } from "../../../api/position";
import { COLOURS, pieceLetter, pieceOfLetter } from "../../../chess/position/names";
import { pointsOf } from "../../../chess/variants/points";
import { pieceName } from "../../play/piece-names";
import type { GameRecord } from "../../play/record";
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

/** How many there are of each piece. */
function countsOf({ pieces, variant }: Position): number[] {
  const counts = new Array<number>(PIECES).fill(0);
  for (const letter of pieces.values()) counts[pieceOfLetter(letter, variant)]++;
  return counts;
}

function leadOf(counts: readonly number[], values: readonly number[]): number {
  return counts.reduce((sum, count, piece) => sum + (piece & 1 ? -count : count) * values[typeOf(piece)], 0);
}

/** Shows the material of the current position by the players' names. */
export function showMaterial({ root, current }: GameRecord): void {
  const { captured, lead } = materialOf(root.position, current.position);
  const { id } = current.position.variant;
  for (const place of ["top", "bottom"]) {
    const element = find(`${place}-captured`, HTMLElement);
    const side = (find(place, HTMLElement).dataset.side ?? "white") as Colour;
    const ahead = (lead ?? 0) * (side === "white" ? 1 : -1);
    const pieces = captured[side];
    const key = `${id} ${pieces.join("")} ${ahead}`;
    if (element.dataset.shown === key) continue;
    element.dataset.shown = key;
    // Our own drawings; letters come from a checked definition.
    element.innerHTML = pieces
      .map((letter, i) => `<span${letter === pieces[i - 1] ? "" : ' class="other"'}>${pieceSvg(id, letter)}</span>`)
      .join("");
    if (ahead > 0) element.append(make("b", {}, `+${ahead}`));
    element.hidden = pieces.length === 0 && ahead <= 0;
    const names = pieces.map((letter) => pieceName(id, letter)).join(", ");
    const words = [
      ...(names === "" ? [] : [t("captured: {pieces}", { pieces: names })]),
      ...(ahead > 0 ? [t("ahead by {points}", { points: ahead })] : []),
    ];
    element.setAttribute("aria-label", words.join("; "));
  }
}
