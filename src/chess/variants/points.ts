/** What the pieces of a variant are worth, in points, as people count them. */

import { KING, PAWN, PIECE_TYPES } from "../../../assembly/rules/piece";
import { A, D, EXTINCTION, F, LEAPS_LAW, N, RIDES_LAW, ROYAL, W, WON } from "../../../assembly/rules/variant";
import type { Variant } from "./variant";

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
export function pointsOf({ laws }: Variant): readonly number[] | null {
  if (laws[EXTINCTION] === WON) return null;
  const sum = (atoms: number, points: typeof LEAPS) =>
    points.reduce((all, [atom, value]) => all + ((atoms & atom) === 0 ? 0 : value), 0);
  return Array.from({ length: PIECE_TYPES }, (_, pieceType) => {
    if (pieceType === PAWN) return 1;
    if (pieceType === KING && laws[ROYAL]) return 0;
    const rides = laws[RIDES_LAW + pieceType];
    // A queen is worth more than a rook and a bishop.
    const bonus = (rides & (W | F)) === (W | F) ? 1 : 0;
    return sum(laws[LEAPS_LAW + pieceType], LEAPS) + sum(rides, RIDES) + bonus;
  });
}
