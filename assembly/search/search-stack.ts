/** The search stack: the moves from the root to the current node, and the keys of pawns and other pieces, for the histories. */

import { I32Table, newI32 } from "../platform";
import { epVictim, makeMove, makeNull, pieceOn } from "../rules/board";
import { moverOf } from "../rules/drops";
import { explodes } from "../rules/explosions";
import { isNoisy } from "../rules/legal";
import {
  CASTLE,
  castleKingTo,
  castleRookTo,
  EN_PASSANT,
  fromOf,
  isDrop,
  isPromotion,
  kindOf,
  promotionType,
  toOf,
} from "../rules/move";
import { colourOf, NO_PIECE, PAWN, PIECES, pieceOf, typeOf } from "../rules/piece";
import { hasExplosions } from "../rules/variant";
import { keysLow } from "../rules/zobrist";
import { MAX_PLY } from "./score";

/** Piece-to indices, `piece * 64 + target square`; `NO_PIECE_TO` stands for no move. */
export const PIECE_TO_COUNT: i32 = PIECES * 64;
export const NO_PIECE_TO: i32 = PIECE_TO_COUNT;

/** How many plies before the root can be read. */
const BEFORE: i32 = 4;
/** The piece-to of the move made at each ply, from `BEFORE` plies before the root. */
const pieceTos: I32Table = newI32(MAX_PLY + 2 + BEFORE);
/** Whether that move was noisy, a capture or a promotion: 1 if so. */
const noisies: I32Table = newI32(MAX_PLY + 2 + BEFORE);
/** Slots that a ply has for its three keys: a power of two. */
const KEYS: i32 = 4;
/** Where the keys of the pieces other than pawns begin. */
const OTHERS: i32 = 1;
/** `ply * KEYS`: the key of the pawns, then those of White's and Black's other pieces; only the low half of each. */
const keys: I32Table = newI32((MAX_PLY + 3) * KEYS);

/** Starts the stack at the current position. */
export function beginStack(): void {
  for (let i = 0; i < BEFORE; i++) unchecked((pieceTos[i] = NO_PIECE_TO));
  computeKeys(0);
}

/** Computes the keys of a ply from the pieces on the board. */
function computeKeys(ply: i32): void {
  for (let i = ply * KEYS; i < (ply + 1) * KEYS; i++) unchecked((keys[i] = 0));
  for (let square = 0; square < 64; square++) toggle(ply, pieceOn(square), square);
}

/** Makes a move at `ply` and records it on the stack. */
export function pushMove(ply: i32, move: i32): void {
  const from = fromOf(move);
  const to = toOf(move);
  const piece = moverOf(move);
  const onTarget = pieceOn(to);
  unchecked((pieceTos[ply + BEFORE] = (piece << 6) | to));
  unchecked((noisies[ply + BEFORE] = isNoisy(move) ? 1 : 0));
  if (VARIANTS && hasExplosions() && explodes(move)) {
    makeMove(move);
    computeKeys(ply + 1);
    return;
  }
  copyKeys(ply);
  if (!isDrop(move)) toggle(ply + 1, piece, from);
  toggle(ply + 1, onTarget, to);
  if (kindOf(move) == CASTLE) {
    // The king took its own rook.
    toggle(ply + 1, onTarget, castleRookTo(from, to));
    toggle(ply + 1, piece, castleKingTo(from, to));
  } else {
    if (kindOf(move) == EN_PASSANT) toggle(ply + 1, pieceOn(epVictim()), epVictim());
    toggle(ply + 1, isPromotion(move) ? pieceOf(promotionType(move), colourOf(piece)) : piece, to);
  }
  makeMove(move);
}

/** Makes a null move at `ply`. */
export function pushNull(ply: i32): void {
  unchecked((pieceTos[ply + BEFORE] = NO_PIECE_TO));
  copyKeys(ply);
  makeNull();
}

/** The piece-to of the move made `back` plies before `ply`, 1 to 4. */
export function pieceToBack(ply: i32, back: i32): i32 {
  return unchecked(pieceTos[ply + BEFORE - back]);
}

/** Whether that move was noisy, as a number. */
export function wasNoisyBack(ply: i32, back: i32): i32 {
  return unchecked(noisies[ply + BEFORE - back]);
}

/** The low half of the pawn key of the position at `ply`. */
export function pawnKeyAt(ply: i32): i32 {
  return unchecked(keys[ply * KEYS]);
}

/** The low half of the key of the pieces of `colour` other than pawns at `ply`. */
export function nonPawnKeyAt(ply: i32, colour: i32): i32 {
  return unchecked(keys[ply * KEYS + OTHERS + colour]);
}

/** Copies the keys of a ply to the next one. */
function copyKeys(ply: i32): void {
  for (let i = ply * KEYS; i < (ply + 1) * KEYS; i++) unchecked((keys[i + KEYS] = unchecked(keys[i])));
}

/** Adds a piece to its key at `ply`, or removes it; `NO_PIECE` changes nothing. */
function toggle(ply: i32, piece: i32, square: i32): void {
  if (piece == NO_PIECE) return;
  const at = ply * KEYS + (typeOf(piece) == PAWN ? 0 : OTHERS + colourOf(piece));
  unchecked((keys[at] = unchecked(keys[at]) ^ unchecked(keysLow[(piece << 6) | square])));
}
