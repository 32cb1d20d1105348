/**
 * What the men of the present game are worth, in centipawns: by square for the evaluation, flat for exchanges. Orthodox men
 * have fitted numbers, in whatever game they are; others numbers derived from their mobility. A royal piece has the orthodox
 * king's, however it moves: shelter first, the centre in the end.
 */

import { I32Table, newI32, Row } from "../platform";
import { BISHOP, BLACK, KING, KNIGHT, PAWN, PIECES, pieceOf, QUEEN, ROOK, SLOTS, WHITE } from "../rules/piece";
import { hasRoyals, isOrthodox, isPromotionSlot, law, NO_MEN, WON } from "../rules/variant";
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
/** How many officers of each slot the phase of a full board counts, both sides'. */
const USUAL: Row = [0, 4, 4, 4, 2, 0];

/** A man counts one in the phase from so many centipawns on, and one more for each step. */
const PHASE_FROM: i32 = 165;
const PHASE_STEP: i32 = 240;
/**
 * Where a side without men has won, a man is a burden, and more so for each square he reaches. In the endgame officers who
 * reach few squares are welcome: they can choose whom they meet. Pawns cannot. (61 % ± 9 of 100 games of 10,000 nodes a
 * move, against the first numbers alone.)
 */
const BURDEN: f64 = 50;
const BURDEN_PER_SQUARE: f64 = 15;
const LATE_WELCOME: f64 = 200;
const LATE_BURDEN_PER_SQUARE: f64 = 25;
const LATE_PAWN: i32 = -150;

// By slot, where they are not orthodox.
const phases: I32Table = newI32(VARIANTS ? SLOTS : 1);
const values: I32Table = newI32(VARIANTS ? SLOTS : 1);
/** The slots by rising exchange value, pawns first; and each slot's place among them. */
const order: I32Table = newI32(VARIANTS ? SLOTS : 1);
const places: I32Table = newI32(VARIANTS ? SLOTS : 1);
let full: i32 = 24;
let best: i32 = QUEEN;

/** What a man adds to the phase. */
export function phaseOf(slot: i32): i32 {
  if (VARIANTS) return unchecked(phases[slot]);
  if (slot == KNIGHT || slot == BISHOP) return 1;
  if (slot == ROOK) return 2;
  return slot == QUEEN ? 4 : 0;
}

/** The phase with all men on the board; promotions can lift the sum above it, so clamp the sum to it. */
export function fullPhase(): i32 {
  return VARIANTS ? full : 24;
}

/** What a man is worth in an exchange. */
export function exchangeValue(slot: i32): i32 {
  return VARIANTS ? unchecked(values[slot]) : unchecked(ORTHODOX_VALUES[slot]);
}

/** A slot's place, 0 to 5, in the order in which men go into an exchange: pawns, officers by value, a royal king last. */
export function exchangeOrder(slot: i32): i32 {
  return VARIANTS ? unchecked(places[slot]) : slot;
}

/** The slot at a place of that order. */
export function slotInOrder(place: i32): i32 {
  return VARIANTS ? unchecked(order[place]) : place;
}

/** What pawns are best made into. */
export function bestPromotion(): i32 {
  return VARIANTS ? best : QUEEN;
}

/** Fills the tables for the present laws. */
export function fillEvaluation(): void {
  for (let slot = PAWN; slot <= KING; slot++) {
    if (VARIANTS && isReversed()) fillBurden(slot);
    else if (!VARIANTS || isFitted(slot)) fillFitted(slot);
    else fillDerived(slot);
  }
  if (VARIANTS) sortSlots();
}

/** Whether men are a burden. */
function isReversed(): bool {
  return law(NO_MEN) == WON;
}

/** Whether the numbers of orthodox chess hold for a slot. */
function isFitted(slot: i32): bool {
  return slot == PAWN || (slot == KING && hasRoyals()) || (slot != KING && isOrthodox(slot));
}

function fillFitted(slot: i32): void {
  for (let square = 0; square < 64; square++) {
    setWorth(slot, square, fittedMiddlegame(slot, square), fittedEndgame(slot, square));
  }
  if (VARIANTS) setFlat(slot, unchecked(ORTHODOX_VALUES[slot]), unchecked(ORTHODOX_PHASES[slot]));
}

function fillDerived(slot: i32): void {
  const middlegameAverage = averageMobility(slot, MIDDLEGAME_OPENNESS);
  const endgameAverage = averageMobility(slot, ENDGAME_OPENNESS);
  let sum = 0;
  for (let square = 0; square < 64; square++) {
    const middlegame = derivedMiddlegame(slot, square, middlegameAverage);
    const endgame = derivedEndgame(slot, square, endgameAverage);
    setWorth(slot, square, middlegame, endgame);
    sum = sum + middlegame + endgame;
  }
  const value = (sum / 128) | 0;
  setFlat(slot, value, value < PHASE_FROM ? 0 : 1 + (((value - PHASE_FROM) / PHASE_STEP) | 0));
}

function fillBurden(slot: i32): void {
  const reached = averageMobility(slot, MIDDLEGAME_OPENNESS);
  const middlegame = (-(BURDEN + BURDEN_PER_SQUARE * reached) as i32) | 0;
  const endgame = slot == PAWN ? LATE_PAWN : ((LATE_WELCOME - LATE_BURDEN_PER_SQUARE * reached) as i32) | 0;
  for (let square = 0; square < 64; square++) setWorth(slot, square, middlegame, endgame);
  setFlat(slot, -middlegame | 0, slot == KING ? 1 : unchecked(ORTHODOX_PHASES[slot]));
}

/** Enters the worth of White's man on a square, and of Black's on the mirrored one. */
function setWorth(slot: i32, square: i32, middlegame: i32, endgame: i32): void {
  const packed = ((middlegame << 16) + endgame) | 0;
  unchecked((pieceSquare[pieceOf(slot, WHITE) * 64 + square] = packed));
  unchecked((pieceSquare[pieceOf(slot, BLACK) * 64 + (square ^ 56)] = -packed | 0));
}

function setFlat(slot: i32, value: i32, phase: i32): void {
  unchecked((values[slot] = value));
  unchecked((phases[slot] = phase));
}

/** Sorts the officers by value, equals by slot, behind the pawns; and what follows from it. */
function sortSlots(): void {
  unchecked((order[0] = PAWN));
  for (let slot = KNIGHT; slot <= KING; slot++) {
    let place = slot;
    while (place > 1 && exchangeValue(unchecked(order[place - 1])) > exchangeValue(slot)) {
      unchecked((order[place] = unchecked(order[place - 1])));
      place--;
    }
    unchecked((order[place] = slot));
  }
  full = 0;
  for (let place = 0; place < SLOTS; place++) {
    const slot = unchecked(order[place]);
    unchecked((places[slot] = place));
    full = full + unchecked(USUAL[slot]) * phaseOf(slot);
    if (isPromotionSlot(slot)) best = slot;
  }
  if (full == 0) full = 1;
}
