/** Attackers of a square on a plain board, by the variant's laws. */

import { BLACK, colourOf, NO_PIECE, PAWN, PIECE_TYPES, typeOf } from "../../../assembly/rules/piece";
import { fileOf, rankOf, squareAt } from "../../../assembly/rules/square";
import {
  atomOf,
  BEROLINA,
  DIRECTIONS,
  F,
  fileStep,
  LEAPS_LAW,
  RIDES_LAW,
  rankStep,
  W,
} from "../../../assembly/rules/variant";
import { belongsTo } from "./names";

/**
 * The squares of the pieces of `colour` that attack a square, without repeats: a piece that rides by W and leaps by D attacks a
 * square two away in two ways.
 */
export function attackersOf(
  board: readonly number[],
  target: number,
  colour: number,
  laws: readonly number[],
): number[] {
  const attackers: number[] = [];
  const pawns = laws[BEROLINA] ? W : F;
  let [leaps, rides] = [pawns, 0];
  for (let type = PAWN + 1; type < PIECE_TYPES; type++) {
    leaps |= laws[LEAPS_LAW + type];
    rides |= laws[RIDES_LAW + type];
  }
  for (let d = 0; d < DIRECTIONS; d++) {
    const atom = atomOf(d);
    if (((leaps | rides) & atom) === 0) continue;
    const steps = (rides & atom) === 0 ? 1 : 7;
    let file = fileOf(target) - fileStep(d);
    let rank = rankOf(target) - rankStep(d);
    for (let step = 1; step <= steps && ((file | rank) & ~7) === 0; step++) {
      const square = squareAt(file, rank);
      if (board[square] !== NO_PIECE) {
        if (belongsTo(board[square], colour) && reaches(board[square], d, step, laws) && !attackers.includes(square))
          attackers.push(square);
        break;
      }
      file -= fileStep(d);
      rank -= rankStep(d);
    }
  }
  return attackers;
}

/** Whether a piece attacks the square `step` steps away in direction `d`, if nothing is in between. */
function reaches(piece: number, d: number, step: number, laws: readonly number[]): boolean {
  const type = typeOf(piece);
  if (type === PAWN) {
    const forward = colourOf(piece) === BLACK ? -1 : 1;
    return step === 1 && atomOf(d) === (laws[BEROLINA] ? W : F) && rankStep(d) === forward;
  }
  const rides = laws[RIDES_LAW + type];
  const atoms = step === 1 ? laws[LEAPS_LAW + type] | rides : rides;
  return (atoms & atomOf(d)) !== 0;
}
