/**
 * Material: the piece values and piece-square tables (PSQT) of the current game, in centipawns. Orthodox pieces have fitted
 * numbers in every game; the numbers of others are derived from their mobility. A royal piece has the orthodox king's
 * numbers, however it moves: shelter first, the centre in the end.
 */

import { KING, PAWN } from "../rules/piece";
import {
  ORTHODOX_PHASES,
  ORTHODOX_VALUES,
  setPieceSquare,
  setPieceValue,
  sharePieceSquares,
  sortTypes,
} from "../rules/piece-values";
import { fileOf, rankOf } from "../rules/square";
import {
  EXTINCTION,
  forbidsChecks,
  GOAL_TYPES,
  GOALS_HIGH,
  GOALS_LOW,
  hasRoyals,
  hasSharedGoals,
  isOrthodox,
  law,
  WON,
} from "../rules/variant";
import { averageMobility, derivedEndgame, derivedMiddlegame, ENDGAME_OPENNESS, MIDDLEGAME_OPENNESS } from "./mobility";
import { fittedEndgame, fittedMiddlegame } from "./piece-square";

/** The middlegame weight of a packed sum. A negative lower half has borrowed one from the upper: hence the rounding. */
export function middlegameOf(packed: i32): i32 {
  return (packed + 0x8000) >> 16;
}

/** The endgame weight of a packed sum. */
export function endgameOf(packed: i32): i32 {
  return (packed << 16) >> 16;
}

/** A piece counts one in the phase from `PHASE_FROM` centipawns on, and one more for each step. */
const PHASE_FROM: i32 = 165;
const PHASE_STEP: i32 = 240;
/**
 * Where a side without pieces has won (giveaway), a piece is a burden, and more so for each square it reaches. In the
 * endgame short-range pieces are welcome: they can choose what they meet. Pawns cannot. (61 % ± 9 of 100 games of 10,000
 * nodes a move, against the first numbers alone.)
 */
const BURDEN: f64 = 50;
const BURDEN_PER_SQUARE: f64 = 15;
const LATE_WELCOME: f64 = 200;
const LATE_BURDEN_PER_SQUARE: f64 = 25;
const LATE_PAWN: i32 = -150;

/** Centipawns for each step of a royal king that only kings win with, from the nearest goal. */
const GOAL_STEP: i32 = 15;
const LATE_GOAL_STEP: i32 = 40;

/** Fills the tables for the current laws. */
export function fillPieceValues(): void {
  for (let pieceType = PAWN; pieceType <= KING; pieceType++) {
    if (VARIANTS && isReversed()) fillReversed(pieceType);
    else if (!VARIANTS || isFitted(pieceType)) fillFitted(pieceType);
    else fillDerived(pieceType);
  }
  if (VARIANTS && hasSharedGoals()) sharePieceSquares();
  if (VARIANTS) sortTypes();
}

/** Whether pieces are a burden. */
function isReversed(): bool {
  return law(EXTINCTION) == WON;
}

/** Whether the numbers of orthodox chess hold for a piece type. */
function isFitted(pieceType: i32): bool {
  return pieceType == PAWN || (pieceType == KING && hasRoyals()) || (pieceType != KING && isOrthodox(pieceType));
}

function fillFitted(pieceType: i32): void {
  const races = VARIANTS && pieceType == KING && law(GOAL_TYPES) == 1 << KING;
  for (let square = 0; square < 64; square++) {
    if (races) fillRacingKing(square);
    else {
      // The tables know no pawns on the first rank.
      const seen = VARIANTS && pieceType == PAWN && rankOf(square) == 0 ? square + 8 : square;
      setPieceSquare(pieceType, square, fittedMiddlegame(pieceType, seen), fittedEndgame(pieceType, seen));
    }
  }
  if (VARIANTS) setPieceValue(pieceType, unchecked(ORTHODOX_VALUES[pieceType]), unchecked(ORTHODOX_PHASES[pieceType]));
}

/** A king that wins on the goals is drawn there; where nothing can check it, it needs no shelter. */
function fillRacingKing(square: i32): void {
  const steps = stepsToGoal(square);
  const middlegame = forbidsChecks() ? -LATE_GOAL_STEP * steps : fittedMiddlegame(KING, square) - GOAL_STEP * steps;
  setPieceSquare(KING, square, middlegame, fittedEndgame(KING, square) - LATE_GOAL_STEP * steps);
}

/** How many steps of an orthodox king White's nearest goal is away. */
function stepsToGoal(square: i32): i32 {
  let nearest = 7;
  for (let goal = 0; goal < 64; goal++) {
    if (((law(goal < 32 ? GOALS_LOW : GOALS_HIGH) >> (goal & 31)) & 1) == 0) continue;
    const files = fileOf(square) - fileOf(goal);
    const ranks = rankOf(square) - rankOf(goal);
    const across = files < 0 ? -files : files;
    const along = ranks < 0 ? -ranks : ranks;
    const steps = across > along ? across : along;
    if (steps < nearest) nearest = steps;
  }
  return nearest;
}

function fillDerived(pieceType: i32): void {
  const middlegameAverage = averageMobility(pieceType, MIDDLEGAME_OPENNESS);
  const endgameAverage = averageMobility(pieceType, ENDGAME_OPENNESS);
  let sum = 0;
  for (let square = 0; square < 64; square++) {
    const middlegame = derivedMiddlegame(pieceType, square, middlegameAverage);
    const endgame = derivedEndgame(pieceType, square, endgameAverage);
    setPieceSquare(pieceType, square, middlegame, endgame);
    sum = sum + middlegame + endgame;
  }
  const value = (sum / 128) | 0;
  setPieceValue(pieceType, value, value < PHASE_FROM ? 0 : 1 + (((value - PHASE_FROM) / PHASE_STEP) | 0));
}

function fillReversed(pieceType: i32): void {
  const reached = averageMobility(pieceType, MIDDLEGAME_OPENNESS);
  const middlegame = (-(BURDEN + BURDEN_PER_SQUARE * reached) as i32) | 0;
  const endgame = pieceType == PAWN ? LATE_PAWN : ((LATE_WELCOME - LATE_BURDEN_PER_SQUARE * reached) as i32) | 0;
  for (let square = 0; square < 64; square++) setPieceSquare(pieceType, square, middlegame, endgame);
  setPieceValue(pieceType, -middlegame | 0, pieceType == KING ? 1 : unchecked(ORTHODOX_PHASES[pieceType]));
}
