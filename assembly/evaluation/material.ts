/**
 * What the pieces of the present game are worth, in centipawns: by square for the evaluation, flat for exchanges. Orthodox pieces
 * have fitted numbers, in whatever game they are; others numbers derived from their mobility. A royal piece has the orthodox
 * king's, however it moves: shelter first, the centre in the end.
 */

import { I32Table, newI32, Row } from "../platform";
import { BISHOP, BLACK, KING, KNIGHT, PAWN, PIECE_TYPES, PIECES, pieceOf, QUEEN, ROOK, WHITE } from "../rules/piece";
import { EXTINCTION, hasRoyals, isOrthodox, isPromotionType, law, WON } from "../rules/variant";
import { averageMobility, derivedEndgame, derivedMiddlegame, ENDGAME_OPENNESS, MIDDLEGAME_OPENNESS } from "./mobility";
import { fittedEndgame, fittedMiddlegame } from "./piece-square";

/**
 * By `piece * 64 + square`, White's view, both weights packed: `(middlegame << 16) + endgame`. Sums of entries are sums
 * of both weights, as long as each stays within ±32,767.
 */
export const pieceSquare: I32Table = newI32(PIECES * 64);

/** The middlegame weight of a packed sum. A negative lower half has borrowed one from the upper: hence the rounding. */
export function middlegameOf(packed: i32): i32 {
  return (packed + 0x8000) >> 16;
}

/** The endgame weight of a packed sum. */
export function endgameOf(packed: i32): i32 {
  return (packed << 16) >> 16;
}

const ORTHODOX_PHASES: Row = [0, 1, 1, 2, 4, 0];
/** The king's price is that of the game. */
const ORTHODOX_VALUES: Row = [100, 320, 330, 500, 950, 20000];
/** How many officers of each piece type the phase of a full board counts, both sides'. */
const USUAL_COUNTS: Row = [0, 4, 4, 4, 2, 0];

/** A piece counts one in the phase from so many centipawns on, and one more for each step. */
const PHASE_FROM: i32 = 165;
const PHASE_STEP: i32 = 240;
/**
 * Where a side without pieces has won, a piece is a burden, and more so for each square he reaches. In the endgame officers who
 * reach few squares are welcome: they can choose whom they meet. Pawns cannot. (61 % ± 9 of 100 games of 10,000 nodes a
 * move, against the first numbers alone.)
 */
const BURDEN: f64 = 50;
const BURDEN_PER_SQUARE: f64 = 15;
const LATE_WELCOME: f64 = 200;
const LATE_BURDEN_PER_SQUARE: f64 = 25;
const LATE_PAWN: i32 = -150;

// By piece type, where they are not orthodox.
const phases: I32Table = newI32(VARIANTS ? PIECE_TYPES : 1);
const values: I32Table = newI32(VARIANTS ? PIECE_TYPES : 1);
/** The piece types by rising exchange value, pawns first; and each piece type's place among them. */
const order: I32Table = newI32(VARIANTS ? PIECE_TYPES : 1);
const places: I32Table = newI32(VARIANTS ? PIECE_TYPES : 1);
let full: i32 = 24;
let best: i32 = QUEEN;

/** What a piece adds to the phase. */
export function phaseOf(pieceType: i32): i32 {
  if (VARIANTS) return unchecked(phases[pieceType]);
  if (pieceType == KNIGHT || pieceType == BISHOP) return 1;
  if (pieceType == ROOK) return 2;
  return pieceType == QUEEN ? 4 : 0;
}

/** The phase with all pieces on the board; promotions can lift the sum above it, so clamp the sum to it. */
export function fullPhase(): i32 {
  return VARIANTS ? full : 24;
}

/** What a piece is worth in an exchange. */
export function pieceValue(pieceType: i32): i32 {
  return VARIANTS ? unchecked(values[pieceType]) : unchecked(ORTHODOX_VALUES[pieceType]);
}

/** A piece type's place, 0 to 5, in the order in which pieces go into an exchange: pawns, officers by value, a royal king last. */
export function valueOrder(pieceType: i32): i32 {
  return VARIANTS ? unchecked(places[pieceType]) : pieceType;
}

/** The piece type at a place of that order. */
export function typeInOrder(place: i32): i32 {
  return VARIANTS ? unchecked(order[place]) : place;
}

/** What pawns are best made into. */
export function bestPromotion(): i32 {
  return VARIANTS ? best : QUEEN;
}

/** Fills the tables for the present laws. */
export function fillPieceValues(): void {
  for (let pieceType = PAWN; pieceType <= KING; pieceType++) {
    if (VARIANTS && isReversed()) fillReversed(pieceType);
    else if (!VARIANTS || isFitted(pieceType)) fillFitted(pieceType);
    else fillDerived(pieceType);
  }
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
  for (let square = 0; square < 64; square++) {
    setPieceSquare(pieceType, square, fittedMiddlegame(pieceType, square), fittedEndgame(pieceType, square));
  }
  if (VARIANTS) setPieceValue(pieceType, unchecked(ORTHODOX_VALUES[pieceType]), unchecked(ORTHODOX_PHASES[pieceType]));
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

/** Enters the worth of White's piece on a square, and of Black's on the mirrored one. */
function setPieceSquare(pieceType: i32, square: i32, middlegame: i32, endgame: i32): void {
  const packed = ((middlegame << 16) + endgame) | 0;
  unchecked((pieceSquare[pieceOf(pieceType, WHITE) * 64 + square] = packed));
  unchecked((pieceSquare[pieceOf(pieceType, BLACK) * 64 + (square ^ 56)] = -packed | 0));
}

function setPieceValue(pieceType: i32, value: i32, phase: i32): void {
  unchecked((values[pieceType] = value));
  unchecked((phases[pieceType] = phase));
}

/** Sorts the officers by value, equals by piece type, behind the pawns; and what follows from it. */
function sortTypes(): void {
  unchecked((order[0] = PAWN));
  for (let pieceType = KNIGHT; pieceType <= KING; pieceType++) {
    let place = pieceType;
    while (place > 1 && pieceValue(unchecked(order[place - 1])) > pieceValue(pieceType)) {
      unchecked((order[place] = unchecked(order[place - 1])));
      place--;
    }
    unchecked((order[place] = pieceType));
  }
  full = 0;
  for (let place = 0; place < PIECE_TYPES; place++) {
    const pieceType = unchecked(order[place]);
    unchecked((places[pieceType] = place));
    full = full + unchecked(USUAL_COUNTS[pieceType]) * phaseOf(pieceType);
    if (isPromotionType(pieceType)) best = pieceType;
  }
  if (full == 0) full = 1;
}
