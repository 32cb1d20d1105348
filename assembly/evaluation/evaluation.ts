/** Static evaluation: the NNUE network if there is one, else piece-square tables (PSQT), tapered by the phase. */

import { phase, pieceSquareSum, sideToMove } from "../rules/board";
import { WHITE } from "../rules/piece";
import { fullPhase } from "../rules/piece-values";
import { endgameOf, middlegameOf } from "./material";
import { evaluateNnue, hasNet } from "./nnue";

/** A static score beyond this would be taken for a mate. */
const LIMIT: i32 = 30000;
/** The tempo bonus, centipawns; fitted together with the tables. */
const TEMPO: i32 = 16;

/** The static evaluation of the position for the side to move, centipawns. */
export function evaluate(): i32 {
  const score = hasNet() ? evaluateNnue() : evaluatePsqt();
  return score > LIMIT ? LIMIT : score < -LIMIT ? -LIMIT : score;
}

/** Piece-square sums, tapered from middlegame to endgame. */
function evaluatePsqt(): i32 {
  const sum = pieceSquareSum();
  const current = phase();
  const full = fullPhase();
  const weight = current < full ? current : full;
  const mixed = ((middlegameOf(sum) * weight + endgameOf(sum) * (full - weight)) / full) | 0;
  return (sideToMove() == WHITE ? mixed : -mixed) + TEMPO;
}
