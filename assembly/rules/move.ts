/**
 * Move encoding, 16 bits: from (0–5), to (6–11), kind (12–15). Castling is encoded as king takes own rook, so it is the same in
 * orthodox chess and Chess960. A drop has the type of its piece in place of a square that it comes from. 0 (a1a1) means "no move".
 */

export const NO_MOVE: i32 = 0;

export const NORMAL: i32 = 0;
export const DOUBLE_STEP: i32 = 1;
export const EN_PASSANT: i32 = 2;
export const CASTLE: i32 = 3;
export const DROP: i32 = 4;
/** Bit 3 of the kind marks a promotion; the bits below it are the type of the new piece. */
export const PROMOTION: i32 = 8;

export function moveOf(from: i32, to: i32, kind: i32): i32 {
  return from | (to << 6) | (kind << 12);
}

export function fromOf(move: i32): i32 {
  return move & 63;
}

export function toOf(move: i32): i32 {
  return (move >> 6) & 63;
}

export function kindOf(move: i32): i32 {
  return (move >> 12) & 15;
}

export function isPromotion(move: i32): bool {
  return (move & 0x8000) != 0;
}

/** Whether a piece comes from the hand; never in orthodox chess. */
export function isDrop(move: i32): bool {
  return VARIANTS ? kindOf(move) == DROP : false;
}

/** The square that a piece comes from; of a drop, where it arrives. */
export function originOf(move: i32): i32 {
  return isDrop(move) ? toOf(move) : fromOf(move);
}

/** The type of the new piece; only meaningful for a promotion. */
export function promotionType(move: i32): i32 {
  return (move >> 12) & 7;
}

/** Where the king goes when it castles with a rook. */
export function castleKingTo(king: i32, rook: i32): i32 {
  return (king & 56) | (rook > king ? 6 : 2);
}

/** Where that rook goes. */
export function castleRookTo(king: i32, rook: i32): i32 {
  return (king & 56) | (rook > king ? 5 : 3);
}
