/** The last step of setting up a position: its state, then keys and sums from scratch. */

import { setKeys, setState } from "./board";
import { computeKeyHigh, computeKeyLow, computePieceSquareSum } from "./recompute";

/**
 * Completes the set-up. `ep` is the square a pawn has just passed over, or `NO_SQUARE`, and `victim` where that pawn stands; they
 * are kept only if such a capture is legal.
 */
export function beginGame(side: i32, ep: i32, victim: i32, halfmoves: i32): void {
  setState(side, ep, victim, halfmoves);
  setKeys(computeKeyLow(), computeKeyHigh(), computePieceSquareSum());
}
