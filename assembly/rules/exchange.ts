/**
 * Static exchange: what a move wins when both sides go on capturing on its target square, least valuable men first, and
 * may stop at any time. Pins are not seen. The boards differ in how they find the next attacker (`attacks.ts`) only.
 */

import { exchangeValue } from "../evaluation/men";
import { beginExchange, nextAttacker, removeAlso } from "./attacks";
import { epVictim, pieceOn, sideToMove } from "./board";
import { CASTLE, EN_PASSANT, fromOf, isPromotion, kindOf, promotionSlot, toOf } from "./move";
import { KING, NO_PIECE, PAWN, slotOf } from "./piece";
import { hasRoyals } from "./variant";

/** Whether `move` (legal) wins at least `threshold` centipawns by static exchange. */
export function winsExchange(move: i32, threshold: i32): bool {
  const kind = kindOf(move);
  if (kind == CASTLE) return threshold <= 0;
  const from = fromOf(move);
  const to = toOf(move);
  const captured = pieceOn(to);
  let onTarget = slotOf(pieceOn(from));

  // 1. What the move itself brings. If that is too little, no recapture helps.
  let balance = captured != NO_PIECE ? exchangeValue(slotOf(captured)) : 0;
  if (kind == EN_PASSANT) balance = exchangeValue(PAWN);
  if (isPromotion(move)) {
    onTarget = promotionSlot(move);
    balance = balance + exchangeValue(onTarget) - exchangeValue(PAWN);
  }
  balance = balance - threshold;
  if (balance < 0) return false;

  // 2. If even the loss of the man that moved leaves enough, the exchange need not be played.
  balance = balance - exchangeValue(onTarget);
  if (balance >= 0) return true;

  // 3. The sides capture in turn. `balance` is what the side that has just captured is above the threshold (at least 0) or
  //    below it, once its man on the target is lost too: who cannot mend that has lost the argument.
  beginExchange(from, to);
  if (kind == EN_PASSANT) removeAlso(epVictim());
  const us = sideToMove();
  let colour = us ^ 1;
  let slot = nextAttacker(colour);
  while (slot >= 0) {
    // A king may not capture what is still defended.
    if (slot == KING && hasRoyals() && nextAttacker(colour ^ 1) >= 0) break;
    balance = -balance - 1 - exchangeValue(slot);
    colour = colour ^ 1;
    if (balance >= 0) break;
    slot = nextAttacker(colour);
  }
  return colour != us;
}
