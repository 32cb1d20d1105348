/**
 * Killers and the history heuristic, for move ordering. A history is a number for a move that grows when the move cuts, and
 * shrinks when it was tried before another one that did. A quiet move has a butterfly history (by its squares, and by whether
 * the enemy attacks them [+15 ± 12]) and a continuation history (by its piece and target after those of an earlier move, 1, 2 and
 * 4 plies before) [+31 ± 12], kept apart after noisy moves [+10 ± 13]; a noisy move, a capture or promotion, has a capture history
 * (by its piece, target and victim) [+9 ± 12].
 */

import { clear, clear16, I16Table, I32Table, newI16, newI32 } from "../platform";
import { mapAttacks } from "../rules/attacks";
import { pieceOn, sideToMove } from "../rules/board";
import { moverOf } from "../rules/drops";
import { originOf, toOf } from "../rules/move";
import { NO_PIECE, PAWN, typeOf } from "../rules/piece";
import { MAX_PLY } from "./score";
import { NO_PIECE_TO, PIECE_TO_COUNT, pieceToBack, wasNoisyBack } from "./search-stack";
import {
  CONTINUATION_BEFORE,
  CONTINUATION_LAST,
  CONTINUATION_OWN,
  HISTORY_BONUS_MAX,
  HISTORY_BONUS_OFFSET,
  HISTORY_BONUS_STEP,
  HISTORY_MALUS,
} from "./tuning";

/** `ply * 2`: the last two quiet moves that cut at that ply. */
const killers: I32Table = newI32((MAX_PLY + 2) * 2);

/** Where a history levels off. */
const HISTORY_LIMIT: i32 = 8192;
/** Weights of histories are in 64ths: a shift by this. */
const WEIGHT_SHIFT: i32 = 6;
/** Slots that a ply has for its rows of continuation history: a power of two. */
const ROWS: i32 = 4;
/** The histories of a quiet move must together fit in 16 bits. */
const MAX_QUIET_HISTORY: i32 = 32767;

// All from −`HISTORY_LIMIT` to `HISTORY_LIMIT`.
/** `attacked from << 14 | attacked to << 13 | side << 12 | from << 6 | to`. */
const butterflyHistory: I16Table = newI16(4 * 2 * 64 * 64);
/** A row for each piece-to of an earlier quiet move, then for noisy ones; the last row, for no move, stays empty. */
const continuationHistory: I16Table = newI16((2 * PIECE_TO_COUNT + 1) * PIECE_TO_COUNT);
const EMPTY_ROW: i32 = 2 * PIECE_TO_COUNT * PIECE_TO_COUNT;
/** `piece-to * 8 + the victim's type`. */
const captureHistory: I16Table = newI16(PIECE_TO_COUNT * 8);

/** `ply * 2`: the squares that the side not to move attacks, as `mapAttacks` has them. */
const threats: I32Table = newI32(2 * (MAX_PLY + 2));
/** `ply * ROWS`: where the rows of continuation history for the moves 1, 2 and 4 plies before begin. */
const rows: I32Table = newI32(ROWS * (MAX_PLY + 2));

export function clearHistory(): void {
  clear(killers);
  clear16(butterflyHistory);
  clear16(continuationHistory);
  clear16(captureHistory);
}

export function firstKiller(ply: i32): i32 {
  return unchecked(killers[2 * ply]);
}

export function secondKiller(ply: i32): i32 {
  return unchecked(killers[2 * ply + 1]);
}

/** Forgets the killers at a ply, once they come from another part of the tree. */
export function clearKillers(ply: i32): void {
  unchecked((killers[2 * ply] = 0));
  unchecked((killers[2 * ply + 1] = 0));
}

export function updateKillers(ply: i32, move: i32): void {
  if (firstKiller(ply) == move) return;
  unchecked((killers[2 * ply + 1] = firstKiller(ply)));
  unchecked((killers[2 * ply] = move));
}

/**
 * Records what all moves at `ply` have in common, before histories of quiet moves are read or updated there: the attacked squares
 * and the moves before. (Doing so only when needed is no faster.)
 */
export function noteHistory(ply: i32): void {
  mapAttacks(sideToMove() ^ 1, threats, 2 * ply);
  unchecked((rows[ROWS * ply] = rowAfter(ply, 1)));
  unchecked((rows[ROWS * ply + 1] = rowAfter(ply, 2)));
  unchecked((rows[ROWS * ply + 2] = rowAfter(ply, 4)));
}

/** The history of a quiet move at `ply`, butterfly and continuation: within ±`MAX_QUIET_HISTORY`. */
export function quietHistory(move: i32, ply: i32): i32 {
  const pieceTo = pieceToOf(move);
  const butterfly: i32 = unchecked(butterflyHistory[butterflyIndex(move, ply)]);
  const last: i32 = unchecked(continuationHistory[unchecked(rows[ROWS * ply]) + pieceTo]);
  const own: i32 = unchecked(continuationHistory[unchecked(rows[ROWS * ply + 1]) + pieceTo]);
  const before: i32 = unchecked(continuationHistory[unchecked(rows[ROWS * ply + 2]) + pieceTo]);
  const parts = CONTINUATION_LAST * last + CONTINUATION_OWN * own + CONTINUATION_BEFORE * before;
  const sum = butterfly + (parts >> WEIGHT_SHIFT);
  return sum > MAX_QUIET_HISTORY ? MAX_QUIET_HISTORY : sum < -MAX_QUIET_HISTORY ? -MAX_QUIET_HISTORY : sum;
}

/** The capture history of a noisy move: within ±`HISTORY_LIMIT`. */
export function noisyHistory(move: i32): i32 {
  return unchecked(captureHistory[captureIndex(move)]);
}

/** Rewards a quiet move that cut at `depth` (`sign` 1), or punishes one that was tried in vain (−1). */
export function updateQuietHistory(move: i32, ply: i32, depth: i32, sign: i32): void {
  const by = withSign(bonus(depth), sign);
  adjust(butterflyHistory, butterflyIndex(move, ply), by);
  const pieceTo = pieceToOf(move);
  for (let i = ROWS * ply; i < ROWS * ply + 3; i++) {
    const row = unchecked(rows[i]);
    if (row != EMPTY_ROW) adjust(continuationHistory, row + pieceTo, by);
  }
}

/** The same for a noisy move. */
export function updateNoisyHistory(move: i32, depth: i32, sign: i32): void {
  adjust(captureHistory, captureIndex(move), withSign(bonus(depth), sign));
}

function withSign(size: i32, sign: i32): i32 {
  return sign < 0 ? -((size * HISTORY_MALUS) >> WEIGHT_SHIFT) : size;
}

function bonus(depth: i32): i32 {
  const full = HISTORY_BONUS_STEP * depth - HISTORY_BONUS_OFFSET;
  return full < HISTORY_BONUS_MAX ? full : HISTORY_BONUS_MAX;
}

/** Adds `by` with gravity: the nearer the limit, the less, so that old results fade. */
function adjust(table: I16Table, at: i32, by: i32): void {
  const old: i32 = unchecked(table[at]);
  const size = by < 0 ? -by : by;
  unchecked((table[at] = (old + by - (((old * size) / HISTORY_LIMIT) | 0)) as i16));
}

function pieceToOf(move: i32): i32 {
  return (moverOf(move) << 6) | toOf(move);
}

function butterflyIndex(move: i32, ply: i32): i32 {
  const from = originOf(move);
  const to = toOf(move);
  const attacked = (threatOn(from, ply) << 1) | threatOn(to, ply);
  return (attacked << 13) | (sideToMove() << 12) | (from << 6) | to;
}

function threatOn(square: i32, ply: i32): i32 {
  return (unchecked(threats[2 * ply + (square >> 5)]) >>> (square & 31)) & 1;
}

/** Where the row of continuation history for the move made `back` plies before `ply` begins. */
function rowAfter(ply: i32, back: i32): i32 {
  const earlier = pieceToBack(ply, back);
  return earlier == NO_PIECE_TO ? EMPTY_ROW : (wasNoisyBack(ply, back) * PIECE_TO_COUNT + earlier) * PIECE_TO_COUNT;
}

/** A promotion without a capture, and a capture en passant, take a pawn. */
function captureIndex(move: i32): i32 {
  const victim = pieceOn(toOf(move));
  return (pieceToOf(move) << 3) | (victim == NO_PIECE ? PAWN : typeOf(victim));
}
