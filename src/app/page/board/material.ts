/** Captured material: by each player's name the pieces that he has captured, by how many points he is ahead, and his checks where they count. */

import { BISHOP, KING, KNIGHT, PAWN, PIECES, pieceOf, QUEEN, ROOK, typeOf } from "../../../../assembly/rules/piece";
import {
  A,
  CHECK_LIMIT,
  D,
  EXTINCTION,
  F,
  LEAPS_LAW,
  N,
  RIDES_LAW,
  ROYAL,
  W,
  WON,
} from "../../../../assembly/rules/variant";
import type { Colour, Position } from "../../../api/position";
import { COLOURS, pieceLetter, pieceOfLetter } from "../../../chess/position/names";
import type { Variant } from "../../../chess/variants/variant";
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
  const values = valuesOf(variant);
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

/** Rough points of leaps and rides; orthodox pieces come out as everybody counts them. */
const LEAPS: readonly (readonly [atom: number, points: number])[] = [
  [W, 1.5],
  [F, 1.5],
  [D, 1.5],
  [A, 1],
  [N, 3],
];
const RIDES: typeof LEAPS = [
  [W, 5],
  [F, 3],
  [N, 5],
];

/** Points by piece type; null where it is no gain to have pieces. */
export function valuesOf({ laws }: Variant): readonly number[] | null {
  if (laws[EXTINCTION] === WON) return null;
  const sum = (atoms: number, points: typeof LEAPS) =>
    points.reduce((all, [atom, value]) => all + ((atoms & atom) === 0 ? 0 : value), 0);
  return TYPES.map((pieceType) => {
    if (pieceType === PAWN) return 1;
    if (pieceType === KING && laws[ROYAL]) return 0;
    const rides = laws[RIDES_LAW + pieceType];
    // A queen is worth more than a rook and a bishop.
    const bonus = (rides & (W | F)) === (W | F) ? 1 : 0;
    return sum(laws[LEAPS_LAW + pieceType], LEAPS) + sum(rides, RIDES) + bonus;
  });
}

/** Shows the material of the current position by the players' names. */
export function showMaterial({ root, current }: GameRecord): void {
  const { captured, lead } = materialOf(root.position, current.position);
  const { id, laws } = current.position.variant;
  const given = current.position.checksGiven;
  for (const place of ["top", "bottom"]) {
    const element = find(`${place}-captured`, HTMLElement);
    const side = (find(place, HTMLElement).dataset.side ?? "white") as Colour;
    const ahead = (lead ?? 0) * (side === "white" ? 1 : -1);
    const pieces = captured[side];
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
