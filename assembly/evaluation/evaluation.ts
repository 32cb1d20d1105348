/** Static evaluation: the NNUE network if there is one, else piece-square tables (PSQT), tapered by the phase. */

import { checksGiven, phase, pieceSquareSum, sideToMove } from "../rules/board";
import { WHITE } from "../rules/piece";
import { fullPhase } from "../rules/piece-values";
import { checkLimit } from "../rules/variant";
import { endgameOf, middlegameOf } from "./material";
import { evaluateNnue, hasNet } from "./nnue";

/** A static score beyond this would be taken for a mate. */
const LIMIT: i32 = 30000;
/** The tempo bonus, centipawns; fitted together with the tables. */
const TEMPO: i32 = 16;
/** Centipawns for needing only one more check, where checks count. */
const LAST_CHECK: i32 = 400;

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
  const score = (sideToMove() == WHITE ? mixed : -mixed) + TEMPO;
  if (!VARIANTS || checkLimit() == 0) return score;
  return score + checkBonus(sideToMove()) - checkBonus(sideToMove() ^ 1);
}

/** What the checks that a side has given are worth: more, the fewer it still has to give. */
function checkBonus(colour: i32): i32 {
  const left = checkLimit() - checksGiven(colour);
  return left > 0 ? (LAST_CHECK / (left * left)) | 0 : LAST_CHECK;
}
