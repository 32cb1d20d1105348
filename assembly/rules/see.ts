/**
 * Static exchange evaluation (SEE): what a move wins if both sides keep capturing on its target square, least valuable
 * attackers first, and may stop at any time. Pins are ignored. The boards only differ in how they find the next attacker
 * (`attacks.ts`).
 */

import { beginSee, leastValuableAttacker, removeFromSee } from "./attacks";
import { epVictim, pieceOn, sideToMove } from "./board";
import { moverOf } from "./drops";
import { explosionGain, explosionReaches } from "./explosions";
import { CASTLE, EN_PASSANT, isPromotion, kindOf, originOf, promotionType, toOf } from "./move";
import { KING, NO_PIECE, PAWN, typeOf } from "./piece";
import { pieceValue } from "./piece-values";
import { hasExplosions, hasRoyals } from "./variant";

/** Whether the SEE of `move`, a legal one, is at least `threshold` centipawns. */
export function seeReaches(move: i32, threshold: i32): bool {
  if (VARIANTS && hasExplosions()) return explosionReaches(move, threshold);
  const kind = kindOf(move);
  if (kind == CASTLE) return threshold <= 0;
  const to = toOf(move);
  const captured = pieceOn(to);
  let onTarget = typeOf(moverOf(move));

  // 1. The gain of the move itself. If that is too little, no recapture helps.
  let balance = captured != NO_PIECE ? pieceValue(typeOf(captured)) : 0;
  if (kind == EN_PASSANT) balance = pieceValue(PAWN);
  if (isPromotion(move)) {
    onTarget = promotionType(move);
    balance = balance + pieceValue(onTarget) - pieceValue(PAWN);
  }
  balance = balance - threshold;
  if (balance < 0) return false;

  // 2. If even the loss of the piece that moved leaves enough, the exchange need not be played.
  balance = balance - pieceValue(onTarget);
  if (balance >= 0) return true;

  // 3. The sides capture in turn. `balance` is how far the side that has just captured is above the threshold (at least 0) or below
  //    it, once its piece on the target is lost too: the side that is below and cannot recapture has lost the exchange.
  beginSee(originOf(move), to);
  if (kind == EN_PASSANT) removeFromSee(epVictim());
  const us = sideToMove();
  let colour = us ^ 1;
  let pieceType = leastValuableAttacker(colour);
  while (pieceType >= 0) {
    // A king may not capture what is still defended.
    if (pieceType == KING && hasRoyals() && leastValuableAttacker(colour ^ 1) >= 0) break;
    balance = -balance - 1 - pieceValue(pieceType);
    colour = colour ^ 1;
    if (balance >= 0) break;
    pieceType = leastValuableAttacker(colour);
  }
  return colour != us;
}

/** What `move`, a noisy one of this position, takes off the board at once, centipawns; with explosions also what it costs. */
export function captureValue(move: i32): i32 {
  const victim = pieceOn(toOf(move));
  if (VARIANTS && hasExplosions()) return victim != NO_PIECE || kindOf(move) == EN_PASSANT ? explosionGain(move) : 0;
  if (victim != NO_PIECE) return pieceValue(typeOf(victim));
  return kindOf(move) == EN_PASSANT ? pieceValue(PAWN) : 0;
}
