/**
 * Variants: the laws of a variant as data, a row of numbers that the host sets one by one (`setLaw`). Rules, evaluation and search
 * read the laws and know no variant by name. `VARIANTS` is a constant of the build: with 0 there is only orthodox chess, all laws
 * are constants, and what they rule out is compiled away.
 *
 * A piece's moves are two sets of *atoms* in the letters of Betza's notation: leaps (one step) and rides (the step repeated until
 * something stands in the way). Rook = ride W, bishop = ride F, knight = leap N, king = leap
 * W + F, nightrider = ride N.
 */

import { I32Table, newI32, Row } from "../platform";
import { BISHOP, KING, KNIGHT, PIECE_TYPES, QUEEN, ROOK } from "./piece";

/** Wazir, one step straight. */
export const W: i32 = 1;
/** Ferz, one step diagonally. */
export const F: i32 = 2;
/** Dabbaba, two squares straight. */
export const D: i32 = 4;
/** The knight's leap. */
export const N: i32 = 8;
/** Alfil, two squares diagonally. */
export const A: i32 = 16;

/** All the directions of all atoms. */
export const DIRECTIONS: i32 = 24;
const FILES: Row = [1, 0, -1, 0, 1, -1, -1, 1, 2, 0, -2, 0, 1, 2, 2, 1, -1, -2, -2, -1, 2, -2, -2, 2];
const RANKS: Row = [0, 1, 0, -1, 1, 1, -1, -1, 0, 2, 0, -2, 2, 1, -1, -2, -2, -1, 1, 2, 2, 2, -2, -2];
const ATOMS: Row = [W, W, W, W, F, F, F, F, D, D, D, D, N, N, N, N, N, N, N, N, A, A, A, A];

/** How many files direction `d` (0 to `DIRECTIONS` − 1) goes to the right. */
export function fileStep(d: i32): i32 {
  return unchecked(FILES[d]);
}

/** How many ranks direction `d` goes up. */
export function rankStep(d: i32): i32 {
  return unchecked(RANKS[d]);
}

/** The atom that direction `d` belongs to. */
export function atomOf(d: i32): i32 {
  return unchecked(ATOMS[d]);
}

// The result of a game for the side to move.

export const ONGOING: i32 = 0;
export const DRAWN: i32 = 1;
export const LOST: i32 = 2;
export const WON: i32 = 3;

// Which material cannot mate: none; lone kings; FIDE 5.2.2, which holds for orthodox pieces.

export const ALWAYS_SUFFICIENT: i32 = 0;
export const LONE_KINGS: i32 = 1;
export const FIDE_MATERIAL: i32 = 2;

// The laws, by their index in the row.

/** The atoms a piece type leaps by, for each piece type (`LEAPS_LAW + pieceType`; a pawn's are 0). */
export const LEAPS_LAW: i32 = 0;
/** The atoms a piece type rides by, out of W, F and N; none that it leaps by as well. */
export const RIDES_LAW: i32 = LEAPS_LAW + PIECE_TYPES;
/**
 * 1: the king is royal, and each side has one. 0: it is a piece like others, and there is no check, mate or castling.
 */
export const ROYAL: i32 = RIDES_LAW + PIECE_TYPES;
/** 1: pawns move diagonally and capture straight ahead. */
export const BEROLINA: i32 = ROYAL + 1;
/** 1: a pawn may make two steps from its owner's second rank. */
export const DOUBLE_STEPS: i32 = ROYAL + 2;
/** The piece types a pawn can promote to, `1 << pieceType` each. */
export const PROMOTIONS: i32 = ROYAL + 3;
/** 1: captures are forced. */
export const FORCED_CAPTURES: i32 = ROYAL + 4;
/** The result for a side that has no legal move and is not in check: `DRAWN`, `LOST` or `WON`. */
export const STALEMATE: i32 = ROYAL + 5;
/** Extinction: the result for a side without pieces, `WON` or `LOST`; `ONGOING` where that is impossible. */
export const EXTINCTION: i32 = ROYAL + 6;
/** 1: a bare king loses, as in Shatranj (`ending.ts`). */
export const BARE_KING: i32 = ROYAL + 7;
/** The squares on which any white piece wins, 32 bits each for a1–h4 and a5–h8; Black's are mirrored. */
export const GOALS_LOW: i32 = ROYAL + 8;
export const GOALS_HIGH: i32 = ROYAL + 9;
/** The number of plies without a capture or a pawn move after which the game is drawn. */
export const MOVE_LIMIT: i32 = ROYAL + 10;
/** `ALWAYS_SUFFICIENT`, `LONE_KINGS` or `FIDE_MATERIAL`. */
export const INSUFFICIENT: i32 = ROYAL + 11;
/** The piece types that win on the goals, `1 << pieceType` each; 0 for all of them. */
export const GOAL_TYPES: i32 = ROYAL + 12;
/** A side wins by giving this many checks, at most `MAX_CHECKS`; 0: checks do not count. */
export const CHECK_LIMIT: i32 = ROYAL + 13;
/** 1: moves that give check are illegal. */
export const FORBIDDEN_CHECKS: i32 = ROYAL + 14;
/** 1: both sides' kings race to the same goals. If White's arrives, Black has one more move, and draws by arriving as well. */
export const SHARED_GOALS: i32 = ROYAL + 15;
/** The colours without a king where kings are royal, `1 << colour` each. Only the host asks: boards see who has a king. */
export const KINGLESS: i32 = ROYAL + 16;
/** The colours whose pawns may make two steps from their first rank, `1 << colour` each; they cannot be captured en passant then. */
export const FIRST_RANK_STEPS: i32 = ROYAL + 17;
/** 1: captures explode, as in Atomic (`explosions.ts`). */
export const EXPLOSIONS: i32 = ROYAL + 18;
/** 1: a captured piece goes to the hand of the side that captured it, which may drop it later, as in Crazyhouse (`hands.ts`). */
export const DROPS: i32 = ROYAL + 19;
export const LAWS: i32 = ROYAL + 20;

export const MAX_CHECKS: i32 = 9;

// biome-ignore format: a line for each kind of law
const ORTHODOX: Row = [
  0, N, 0, 0, 0, W | F, // leaps
  0, 0, F, W, W | F, 0, // rides
  1, 0, 1, 30, // royal; no Berolina pawns; double steps; promotion to knight, bishop, rook, queen
  0, DRAWN, ONGOING, 0, // no forced captures; stalemate; a side without pieces; no bare kings
  0, 0, 100, FIDE_MATERIAL, // no goals; fifty moves; insufficient material
];

/** The laws after these are 0 in orthodox chess. */
const ORTHODOX_LAWS: i32 = GOAL_TYPES;

/** The laws of the current variant. */
const laws: I32Table = newI32(VARIANTS ? LAWS : 1);

/** What `hasOwnEnds` asks of many laws, as one number. */
let ownEnds: i32 = 0;
/** The same for `hasExtras`. */
let extras: i32 = 0;

/** Sets one law; takes effect with `applyLaws` (`setup.ts`). Does nothing in a build without variants. */
export function setLaw(index: i32, value: i32): void {
  if (!VARIANTS) return;
  unchecked((laws[index] = value));
  ownEnds = law(GOALS_LOW) | law(GOALS_HIGH) | law(CHECK_LIMIT) | law(EXTINCTION) | law(BARE_KING);
  ownEnds |= law(EXPLOSIONS);
  extras = law(CHECK_LIMIT) | law(EXPLOSIONS) | law(DROPS);
}

/** Whether a game can end other than by mate, stalemate or a draw. */
export function hasOwnEnds(): bool {
  return VARIANTS ? ownEnds != 0 : false;
}

/** Whether a position is more than its pieces, so that each ply has extras (`extras.ts`). */
export function hasExtras(): bool {
  return VARIANTS ? extras != 0 : false;
}

export function setOrthodoxLaws(): void {
  for (let i = 0; i < ORTHODOX_LAWS; i++) setLaw(i, unchecked(ORTHODOX[i]));
  if (VARIANTS) for (let i = ORTHODOX_LAWS; i < LAWS; i++) setLaw(i, 0);
}

/** A law of the current variant. */
export function law(index: i32): i32 {
  return VARIANTS ? unchecked(laws[index]) : unchecked(ORTHODOX[index]);
}

/** The atoms a piece type leaps by. Pawns have rules of their own. */
export function leapsOf(pieceType: i32): i32 {
  if (VARIANTS) return unchecked(laws[LEAPS_LAW + pieceType]);
  return pieceType == KNIGHT ? N : pieceType == KING ? W | F : 0;
}

/** The atoms a piece type rides by. */
export function ridesOf(pieceType: i32): i32 {
  if (VARIANTS) return unchecked(laws[RIDES_LAW + pieceType]);
  return pieceType == BISHOP ? F : pieceType == ROOK ? W : pieceType == QUEEN ? W | F : 0;
}

/** Whether a piece type moves as in orthodox chess. */
export function isOrthodox(pieceType: i32): bool {
  return (
    leapsOf(pieceType) == unchecked(ORTHODOX[LEAPS_LAW + pieceType]) &&
    ridesOf(pieceType) == unchecked(ORTHODOX[RIDES_LAW + pieceType])
  );
}

/** Whether the king is royal: each side has one, which can be checked and mated. */
export function hasRoyals(): bool {
  return VARIANTS ? unchecked(laws[ROYAL]) != 0 : true;
}

/** Whether pawns move diagonally and capture straight ahead. */
export function isBerolina(): bool {
  return VARIANTS ? unchecked(laws[BEROLINA]) != 0 : false;
}

export function hasDoubleSteps(): bool {
  return VARIANTS ? unchecked(laws[DOUBLE_STEPS]) != 0 : true;
}

/** Whether pawns of `colour` may make two steps from their first rank. */
export function hasFirstRankSteps(colour: i32): bool {
  return VARIANTS ? ((unchecked(laws[FIRST_RANK_STEPS]) >> colour) & 1) != 0 : false;
}

/** Whether a pawn can promote to this piece type. */
export function isPromotionType(pieceType: i32): bool {
  return VARIANTS ? ((unchecked(laws[PROMOTIONS]) >> pieceType) & 1) != 0 : pieceType >= KNIGHT && pieceType <= QUEEN;
}

export function hasForcedCaptures(): bool {
  return VARIANTS ? unchecked(laws[FORCED_CAPTURES]) != 0 : false;
}

/** Whether there are squares on which a piece wins. */
export function hasGoals(): bool {
  return VARIANTS ? (unchecked(laws[GOALS_LOW]) | unchecked(laws[GOALS_HIGH])) != 0 : false;
}

/** Whether both sides have the same goals. */
export function hasSharedGoals(): bool {
  return VARIANTS ? unchecked(laws[SHARED_GOALS]) != 0 : false;
}

/** Whether moves that give check are illegal. */
export function forbidsChecks(): bool {
  return VARIANTS ? unchecked(laws[FORBIDDEN_CHECKS]) != 0 : false;
}

/** Whether captures explode. */
export function hasExplosions(): bool {
  return VARIANTS ? unchecked(laws[EXPLOSIONS]) != 0 : false;
}

/** Whether captured pieces can be dropped. */
export function hasDrops(): bool {
  return VARIANTS ? unchecked(laws[DROPS]) != 0 : false;
}

/** Whether a piece of this type wins on a goal. */
export function isGoalType(pieceType: i32): bool {
  const types = law(GOAL_TYPES);
  return types == 0 || ((types >> pieceType) & 1) != 0;
}

/** A side wins by giving this many checks; 0: checks do not count. */
export function checkLimit(): i32 {
  return VARIANTS ? unchecked(laws[CHECK_LIMIT]) : 0;
}

/** The number of plies without a capture or a pawn move after which the game is drawn. */
export function moveLimit(): i32 {
  return VARIANTS ? unchecked(laws[MOVE_LIMIT]) : 100;
}

/** Whether the wings of a board are mirror images of each other: the goals of a game, `GOALS_LOW` and `GOALS_HIGH`. */
export function areMirrorImages(low: i32, high: i32): bool {
  return exchangeWings(low) == low && exchangeWings(high) == high;
}

/** Half a board, eight bits a rank, with its files in reverse order. */
function exchangeWings(half: i32): i32 {
  let files = ((half >>> 1) & 0x55555555) | ((half & 0x55555555) << 1);
  files = ((files >>> 2) & 0x33333333) | ((files & 0x33333333) << 2);
  return ((files >>> 4) & 0x0f0f0f0f) | ((files & 0x0f0f0f0f) << 4);
}
