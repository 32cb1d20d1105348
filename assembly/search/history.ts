/** What earlier moves of this search teach about the order of quiet moves: killers by ply, history by man and target. */

import { clear, I32Table, newI32 } from "../platform";
import { pieceOn } from "../rules/board";
import { fromOf, toOf } from "../rules/move";
import { PIECES } from "../rules/piece";
import { MAX_PLY } from "./score";
import { HISTORY_BONUS_MOST, HISTORY_BONUS_STEP, HISTORY_LIMIT } from "./tuning";

/** `ply * 2`: the last two quiet moves that cut there. */
const killers: I32Table = newI32((MAX_PLY + 2) * 2);
/** `piece * 64 + target`: from −`HISTORY_LIMIT` to `HISTORY_LIMIT`. */
const quiets: I32Table = newI32(PIECES * 64);

export function clearHistory(): void {
  clear(killers);
  clear(quiets);
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

/** The history of a quiet move of the present position. */
export function historyOf(move: i32): i32 {
  return unchecked(quiets[index(move)]);
}

/** A quiet move cut at `depth`. */
export function rewardQuiet(move: i32, depth: i32, ply: i32): void {
  if (firstKiller(ply) != move) {
    unchecked((killers[2 * ply + 1] = firstKiller(ply)));
    unchecked((killers[2 * ply] = move));
  }
  adjust(move, bonus(depth));
}

/** A quiet move was tried before the one that cut. */
export function punishQuiet(move: i32, depth: i32): void {
  adjust(move, -bonus(depth));
}

function bonus(depth: i32): i32 {
  const full = HISTORY_BONUS_STEP * depth;
  return full < HISTORY_BONUS_MOST ? full : HISTORY_BONUS_MOST;
}

/** Adds `by`, less the nearer the limit is: old news fades. */
function adjust(move: i32, by: i32): void {
  const at = index(move);
  const old = unchecked(quiets[at]);
  const size = by < 0 ? -by : by;
  unchecked((quiets[at] = old + by - (((old * size) / HISTORY_LIMIT) | 0)));
}

function index(move: i32): i32 {
  return (pieceOn(fromOf(move)) << 6) | toOf(move);
}
