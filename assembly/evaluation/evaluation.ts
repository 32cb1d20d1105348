import { phase, pieceSquareSum, sideToMove } from "../rules/board";
import { WHITE } from "../rules/piece";
import { endgameOf, fullPhase, middlegameOf } from "./material";
import { evaluateNnue, hasNet } from "./nnue";

/** A static score beyond this would be taken for a mate. */
const LIMIT: i32 = 30000;
/** What it is worth to be to move, centipawns; fitted together with the tables. */
const TEMPO: i32 = 16;

/** The present position as the side to move sees it, in centipawns: as the network judges it, if there is one. */
export function evaluate(): i32 {
  const score = hasNet() ? evaluateNnue() : evaluatePsqt();
  return score > LIMIT ? LIMIT : score < -LIMIT ? -LIMIT : score;
}

/** Piece-square sums, tapered from middlegame to endgame. */
function evaluatePsqt(): i32 {
  const sum = pieceSquareSum();
  const present = phase();
  const full = fullPhase();
  const weight = present < full ? present : full;
  const mixed = ((middlegameOf(sum) * weight + endgameOf(sum) * (full - weight)) / full) | 0;
  return (sideToMove() == WHITE ? mixed : -mixed) + TEMPO;
}
