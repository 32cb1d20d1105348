/** A quick order of moves, for the searches for mates: made once, while `picker.ts` learns from the search. */

import { exchangeValue } from "../evaluation/men";
import { largest } from "../platform";
import { pieceOn } from "../rules/board";
import { isCapture, moves } from "../rules/legal";
import { fromOf, toOf } from "../rules/move";
import { NO_PIECE, slotOf } from "../rules/piece";

/** More than any move's `quickScore`. */
export const QUICK_MOST: i32 = 200;

/** Captures of big men, then moves of big men. */
export function quickScore(move: i32): i32 {
  const captured = pieceOn(toOf(move));
  const own = slotOf(pieceOn(fromOf(move)));
  return isCapture(move) && captured != NO_PIECE ? 8 + (exchangeValue(slotOf(captured)) >> 4) + own : own;
}

/** Takes the best of the scored moves (`score << 16 | move`) from place `i` on to that place; returns the move. */
export function nextBest(i: i32, end: i32): i32 {
  const top = largest(moves, i, end);
  const most = unchecked(moves[top]);
  unchecked((moves[top] = unchecked(moves[i])));
  unchecked((moves[i] = most));
  return most & 0xffff;
}
