/**
 * Piece values and piece-square tables derived from mobility, for pieces without fitted numbers: the more squares a piece
 * reaches, the more it is worth (Ralph Betza, "About the values of chess pieces"). Each step of a rider is open with some
 * probability, in the endgame with a greater one. The value grows a little faster than the mobility; the factors are such
 * that knight, bishop, rook and queen come out near their fitted values (303, 335, 475 and 943 centipawns in the middlegame,
 * 274, 334, 484 and 907 in the endgame).
 */

import { fileOf, rankOf } from "../rules/square";
import { atomOf, DIRECTIONS, fileStep, leapsOf, rankStep, ridesOf } from "../rules/variant";

/** The probability that a square does not stop a rider. */
export const MIDDLEGAME_OPENNESS: f64 = 0.67;
export const ENDGAME_OPENNESS: f64 = 0.75;

/** Centipawns for each square reached, and for its square. */
const MIDDLEGAME_LINEAR: f64 = 50;
const MIDDLEGAME_SQUARED: f64 = 1.5;
const ENDGAME_LINEAR: f64 = 48;
const ENDGAME_SQUARED: f64 = 0.8;
/** Centipawns for each square that a piece reaches beyond its average over the board. */
const PLACE: f64 = 8;
/** No piece is worth more, so that sums of them, and their scores when moves are ordered, stay in range. */
const MAX: f64 = 1500;

/** How many squares a piece type reaches from a square, on average. */
export function mobility(pieceType: i32, square: i32, openness: f64): f64 {
  let reached: f64 = 0;
  for (let d = 0; d < DIRECTIONS; d++) {
    const leaps = (leapsOf(pieceType) & atomOf(d)) != 0;
    const rides = (ridesOf(pieceType) & atomOf(d)) != 0;
    if (!leaps && !rides) continue;
    let chance: f64 = 1;
    let file = fileOf(square) + fileStep(d);
    let rank = rankOf(square) + rankStep(d);
    while (((file | rank) & ~7) == 0) {
      reached = reached + chance;
      if (!rides) break;
      chance = chance * openness;
      file = file + fileStep(d);
      rank = rank + rankStep(d);
    }
  }
  return reached;
}

/** The same, averaged over the board. */
export function averageMobility(pieceType: i32, openness: f64): f64 {
  let sum: f64 = 0;
  for (let square = 0; square < 64; square++) sum = sum + mobility(pieceType, square, openness);
  return sum / 64;
}

/** The middlegame value of a piece type on a square, centipawns; `average` is its average mobility at that openness. */
export function derivedMiddlegame(pieceType: i32, square: i32, average: f64): i32 {
  const material = MIDDLEGAME_LINEAR * average + MIDDLEGAME_SQUARED * average * average;
  return valueOn(material, mobility(pieceType, square, MIDDLEGAME_OPENNESS) - average);
}

/** Likewise its endgame value. */
export function derivedEndgame(pieceType: i32, square: i32, average: f64): i32 {
  const material = ENDGAME_LINEAR * average + ENDGAME_SQUARED * average * average;
  return valueOn(material, mobility(pieceType, square, ENDGAME_OPENNESS) - average);
}

function valueOn(material: f64, surplus: f64): i32 {
  const sum = (material < MAX ? material : MAX) + PLACE * surplus;
  return (sum as i32) | 0;
}
