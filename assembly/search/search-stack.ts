/** The search stack: the moves from the root to the present node, and its keys of pawns and of other pieces, as the histories need them. */

import { I32Table, newI32 } from "../platform";
import { epVictim, makeMove, makeNull, pieceOn } from "../rules/board";
import {
  CASTLE,
  castleKingTo,
  castleRookTo,
  EN_PASSANT,
  fromOf,
  isPromotion,
  kindOf,
  promotionType,
  toOf,
} from "../rules/move";
import { colourOf, NO_PIECE, PAWN, PIECES, pieceOf, typeOf } from "../rules/piece";
import { keysLow } from "../rules/zobrist";
import { MAX_PLY } from "./score";

/** Piece-to indices, `piece * 64 + target square`; `NO_PIECE_TO` stands for no move. */
export const PIECE_TO_COUNT: i32 = PIECES * 64;
export const NO_PIECE_TO: i32 = PIECE_TO_COUNT;

/** How many plies before the root can be asked for. */
const BEFORE: i32 = 4;
/** The piece-to of the move made at each ply, from `BEFORE` plies before the root. */
const pieceTos: I32Table = newI32(MAX_PLY + 2 + BEFORE);
/** The pawn key at each ply. */
const pawnKeys: I32Table = newI32(MAX_PLY + 3);
/** `ply * 2 + colour`: the key of that colour's other pieces. */
const nonPawnKeys: I32Table = newI32(2 * (MAX_PLY + 3));

/** Starts the stack at the present position. */
export function beginStack(): void {
  for (let i = 0; i < BEFORE; i++) unchecked((pieceTos[i] = NO_PIECE_TO));
  let key = 0;
  unchecked((nonPawnKeys[0] = 0));
  unchecked((nonPawnKeys[1] = 0));
  for (let square = 0; square < 64; square++) {
    const piece = pieceOn(square);
    key = key ^ pawnKey(piece, square);
    if (piece == NO_PIECE) continue;
    const colour = colourOf(piece);
    unchecked((nonPawnKeys[colour] = unchecked(nonPawnKeys[colour]) ^ nonPawnKey(piece, square)));
  }
  unchecked((pawnKeys[0] = key));
}

/** Makes a move at `ply`, and notes it on the stack. */
export function pushMove(ply: i32, move: i32): void {
  const from = fromOf(move);
  const to = toOf(move);
  const piece = pieceOn(from);
  const onTarget = pieceOn(to);
  const us = colourOf(piece);
  const them = us ^ 1;
  unchecked((pieceTos[ply + BEFORE] = (piece << 6) | to));
  let key = unchecked(pawnKeys[ply]) ^ pawnKey(piece, from) ^ pawnKey(onTarget, to);
  if (!isPromotion(move)) key = key ^ pawnKey(piece, to);
  if (kindOf(move) == EN_PASSANT) key = key ^ pawnKey(pieceOn(epVictim()), epVictim());
  unchecked((pawnKeys[ply + 1] = key));
  let own = unchecked(nonPawnKeys[2 * ply + us]) ^ nonPawnKey(piece, from);
  let other = unchecked(nonPawnKeys[2 * ply + them]);
  if (kindOf(move) == CASTLE) {
    // The king takes its own rook.
    own = own ^ nonPawnKey(onTarget, to) ^ nonPawnKey(onTarget, castleRookTo(from, to));
    own = own ^ nonPawnKey(piece, castleKingTo(from, to));
  } else {
    own = own ^ nonPawnKey(isPromotion(move) ? pieceOf(promotionType(move), us) : piece, to);
    other = other ^ nonPawnKey(onTarget, to);
  }
  unchecked((nonPawnKeys[2 * (ply + 1) + us] = own));
  unchecked((nonPawnKeys[2 * (ply + 1) + them] = other));
  makeMove(move);
}

/** Makes a null move at `ply`. */
export function pushNull(ply: i32): void {
  unchecked((pieceTos[ply + BEFORE] = NO_PIECE_TO));
  unchecked((pawnKeys[ply + 1] = unchecked(pawnKeys[ply])));
  unchecked((nonPawnKeys[2 * (ply + 1)] = unchecked(nonPawnKeys[2 * ply])));
  unchecked((nonPawnKeys[2 * (ply + 1) + 1] = unchecked(nonPawnKeys[2 * ply + 1])));
  makeNull();
}

/** The piece-to of the move made `back` plies before `ply`, 1 to 4. */
export function pieceToBack(ply: i32, back: i32): i32 {
  return unchecked(pieceTos[ply + BEFORE - back]);
}

/** The pawn key of the position at `ply`, half of it. */
export function pawnKeyAt(ply: i32): i32 {
  return unchecked(pawnKeys[ply]);
}

/** The key of the pieces of `colour` that are no pawns at `ply`, half of it. */
export function nonPawnKeyAt(ply: i32, colour: i32): i32 {
  return unchecked(nonPawnKeys[2 * ply + colour]);
}

function pawnKey(piece: i32, square: i32): i32 {
  return piece != NO_PIECE && typeOf(piece) == PAWN ? unchecked(keysLow[(piece << 6) | square]) : 0;
}

function nonPawnKey(piece: i32, square: i32): i32 {
  return piece != NO_PIECE && typeOf(piece) != PAWN ? unchecked(keysLow[(piece << 6) | square]) : 0;
}
