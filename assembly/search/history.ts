/**
 * What earlier moves of this search teach about the order of moves: killers by ply, and histories, each a number for a move
 * that grows when it cuts and shrinks when another one had to. A quiet move has one by its squares and one for each of the
 * moves before it (continuation history: what is a good answer, or a good sequel, to that man on that square) [+31 ± 12, as
 * in search.ts]; a noisy move has one by its man, target and victim [+9 ± 12].
 */

import { clear, clear16, I16Table, I32Table, newI16, newI32 } from "../platform";
import { pieceOn, sideToMove } from "../rules/board";
import { fromOf, toOf } from "../rules/move";
import { NO_PIECE, PAWN, slotOf } from "../rules/piece";
import { NO_TARGET, TARGETS, targetBack } from "./path";
import { MAX_PLY } from "./score";
import { HISTORY_BONUS_LESS, HISTORY_BONUS_MOST, HISTORY_BONUS_STEP, HISTORY_LIMIT } from "./tuning";

/** `ply * 2`: the last two quiet moves that cut there. */
const killers: I32Table = newI32((MAX_PLY + 2) * 2);

// All from −`HISTORY_LIMIT` to `HISTORY_LIMIT`.
/** `side << 12 | from << 6 | to`. */
const quiets: I16Table = newI16(2 * 64 * 64);
/** `earlier man and target * TARGETS + man and target`. */
const sequels: I16Table = newI16(TARGETS * TARGETS);
/** `man and target * 8 + slot of the victim`. */
const captures: I16Table = newI16(TARGETS * 8);

export function clearHistory(): void {
  clear(killers);
  clear16(quiets);
  clear16(sequels);
  clear16(captures);
}

export function firstKiller(ply: i32): i32 {
  return unchecked(killers[2 * ply]);
}

export function secondKiller(ply: i32): i32 {
  return unchecked(killers[2 * ply + 1]);
}

/** Forgets the killers of the grandchildren: they come from another part of the tree. */
export function clearKillers(ply: i32): void {
  unchecked((killers[2 * ply] = 0));
  unchecked((killers[2 * ply + 1] = 0));
}

export function noteKiller(ply: i32, move: i32): void {
  if (firstKiller(ply) == move) return;
  unchecked((killers[2 * ply + 1] = firstKiller(ply)));
  unchecked((killers[2 * ply] = move));
}

/** What is known of a quiet move at `ply`: within ±3.5 times `HISTORY_LIMIT`. */
export function quietHistory(move: i32, ply: i32): i32 {
  const target = targetOf(move);
  let sum: i32 = unchecked(quiets[squaresOf(move)]);
  const last = sequelOf(ply, 1, target);
  const own = sequelOf(ply, 2, target);
  const before = sequelOf(ply, 4, target);
  if (last >= 0) sum = sum + unchecked(sequels[last]);
  if (own >= 0) sum = sum + unchecked(sequels[own]);
  if (before >= 0) sum = sum + (unchecked(sequels[before]) >> 1);
  return sum;
}

/** What is known of a noisy move: within ±`HISTORY_LIMIT`. */
export function noisyHistory(move: i32): i32 {
  return unchecked(captures[captureOf(move)]);
}

/** A quiet move at `ply` cut, or was tried in vain, which a negative `sign` tells, at `depth`. */
export function learnQuiet(move: i32, ply: i32, depth: i32, sign: i32): void {
  const by = imulSign(bonus(depth), sign);
  adjust(quiets, squaresOf(move), by);
  const target = targetOf(move);
  for (let back = 1; back <= 4; back = 2 * back) {
    const at = sequelOf(ply, back, target);
    if (at >= 0) adjust(sequels, at, by);
  }
}

/** The same of a noisy move. */
export function learnNoisy(move: i32, depth: i32, sign: i32): void {
  adjust(captures, captureOf(move), imulSign(bonus(depth), sign));
}

function imulSign(size: i32, sign: i32): i32 {
  return sign < 0 ? -size : size;
}

function bonus(depth: i32): i32 {
  const full = HISTORY_BONUS_STEP * depth - HISTORY_BONUS_LESS;
  return full < HISTORY_BONUS_MOST ? full : HISTORY_BONUS_MOST;
}

/** Adds `by`, less the nearer the limit is: old news fades. */
function adjust(table: I16Table, at: i32, by: i32): void {
  const old: i32 = unchecked(table[at]);
  const size = by < 0 ? -by : by;
  unchecked((table[at] = (old + by - (((old * size) / HISTORY_LIMIT) | 0)) as i16));
}

function targetOf(move: i32): i32 {
  return (pieceOn(fromOf(move)) << 6) | toOf(move);
}

function squaresOf(move: i32): i32 {
  return (sideToMove() << 12) | (fromOf(move) << 6) | toOf(move);
}

/** Where the history of going on to a target stands, after the move made so many plies before `ply`; −1 if there was none. */
function sequelOf(ply: i32, back: i32, target: i32): i32 {
  const earlier = targetBack(ply, back);
  return earlier == NO_TARGET ? -1 : earlier * TARGETS + target;
}

/** A promotion without a capture, and a capture en passant, take a pawn. */
function captureOf(move: i32): i32 {
  const victim = pieceOn(toOf(move));
  return (targetOf(move) << 3) | (victim == NO_PIECE ? PAWN : slotOf(victim));
}
