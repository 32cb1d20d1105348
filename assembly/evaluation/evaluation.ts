/** Static evaluation: the NNUE network if there is one, else piece-square tables (PSQT), tapered by the phase. */

import { checksGiven, phase, pieceOn, pieceSquareSum, sideToMove } from "../rules/board";
import { countIn, handOf } from "../rules/drops";
import { NO_PIECE, PAWN, QUEEN, WHITE } from "../rules/piece";
import { fullPhase, pieceSquare, pieceValue } from "../rules/piece-values";
import { checkLimit, hasDrops } from "../rules/variant";
import { endgameOf, middlegameOf } from "./material";
import { evaluateNnue, hasNet } from "./nnue";

/** A static score beyond this would be taken for a mate. */
const LIMIT: i32 = 30000;
/** The tempo bonus, centipawns; fitted together with the tables. */
const TEMPO: i32 = 16;
/** Centipawns for needing only one more check, where checks count. */
const LAST_CHECK: i32 = 400;

/** From this phase on there may be too many pieces for the packed sum: a horde of queens. */
const CROWDED: i32 = 96;

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
  // Where captured pieces come back there is no endgame.
  const weight = current < full && !hasDrops() ? current : full;
  const mixed =
    VARIANTS && current >= CROWDED
      ? middlegameSum()
      : ((middlegameOf(sum) * weight + endgameOf(sum) * (full - weight)) / full) | 0;
  let score = (sideToMove() == WHITE ? mixed : -mixed) + TEMPO;
  if (checkLimit() != 0) score = score + checkBonus(sideToMove()) - checkBonus(sideToMove() ^ 1);
  if (hasDrops()) score = score + handValue(sideToMove()) - handValue(sideToMove() ^ 1);
  return score;
}

/** The sum of the middlegame numbers, piece by piece. */
function middlegameSum(): i32 {
  let sum = 0;
  for (let square = 0; square < 64; square++) {
    const piece = pieceOn(square);
    if (piece != NO_PIECE) sum = sum + middlegameOf(unchecked(pieceSquare[(piece << 6) | square]));
  }
  return sum;
}

/** What the pieces in the hand of a colour are worth: half of what they count in exchanges. */
function handValue(colour: i32): i32 {
  const hand = handOf(colour);
  let sum = 0;
  for (let pieceType = PAWN; pieceType <= QUEEN; pieceType++)
    sum = sum + countIn(hand, pieceType) * (pieceValue(pieceType) >> 1);
  return sum;
}

/** What the checks that a side has given are worth: more, the fewer it still has to give. */
function checkBonus(colour: i32): i32 {
  const left = checkLimit() - checksGiven(colour);
  return left > 0 ? (LAST_CHECK / (left * left)) | 0 : LAST_CHECK;
}
