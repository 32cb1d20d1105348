import { phase, pieceSquareSum, sideToMove } from "../rules/board";
import { WHITE } from "../rules/piece";
import { endgameOf, FULL_PHASE, middlegameOf } from "./piece-square";

/** A static score beyond this would be taken for a mate. */
const LIMIT: i32 = 30000;
/** What it is worth to be to move, centipawns; fitted together with the tables. */
const TEMPO: i32 = 16;

/** The present position as the side to move sees it, in centipawns: piece-square sums, tapered from middlegame to endgame. */
export function evaluate(): i32 {
  const sum = pieceSquareSum();
  const officers = phase();
  const weight = officers < FULL_PHASE ? officers : FULL_PHASE;
  const mixed = ((middlegameOf(sum) * weight + endgameOf(sum) * (FULL_PHASE - weight)) / FULL_PHASE) | 0;
  const score = (sideToMove() == WHITE ? mixed : -mixed) + TEMPO;
  return score > LIMIT ? LIMIT : score < -LIMIT ? -LIMIT : score;
}
