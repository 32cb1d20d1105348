/** The path from the root to the present node, as far as the tables that learn want to know it: moves, and pawns. */

import { I32Table, newI32 } from "../platform";
import { epVictim, makeMove, makeNull, pieceOn } from "../rules/board";
import { EN_PASSANT, fromOf, isPromotion, kindOf, toOf } from "../rules/move";
import { NO_PIECE, PAWN, PIECES, slotOf } from "../rules/piece";
import { keysLow } from "../rules/zobrist";
import { MAX_PLY } from "./score";

/** Men and targets, `piece * 64 + square`; `NO_TARGET` stands for no move. */
export const TARGETS: i32 = PIECES * 64;
export const NO_TARGET: i32 = TARGETS;

/** So many plies before the root are asked for, at the most. */
const BEFORE: i32 = 4;
/** The man and target of the move made at each ply, from `BEFORE` plies before the root. */
const targets: I32Table = newI32(MAX_PLY + 2 + BEFORE);
/** The pawns' part of the key at each ply. */
const pawns: I32Table = newI32(MAX_PLY + 3);

/** Starts at the present position. */
export function beginPath(): void {
  for (let i = 0; i < BEFORE; i++) unchecked((targets[i] = NO_TARGET));
  let key = 0;
  for (let square = 0; square < 64; square++) key = key ^ pawnKey(pieceOn(square), square);
  unchecked((pawns[0] = key));
}

/** Makes a move at `ply`. */
export function play(ply: i32, move: i32): void {
  const to = toOf(move);
  const piece = pieceOn(fromOf(move));
  unchecked((targets[ply + BEFORE] = (piece << 6) | to));
  let key = unchecked(pawns[ply]) ^ pawnKey(piece, fromOf(move)) ^ pawnKey(pieceOn(to), to);
  if (!isPromotion(move)) key = key ^ pawnKey(piece, to);
  if (kindOf(move) == EN_PASSANT) key = key ^ pawnKey(pieceOn(epVictim()), epVictim());
  unchecked((pawns[ply + 1] = key));
  makeMove(move);
}

/** Passes at `ply`. */
export function pass(ply: i32): void {
  unchecked((targets[ply + BEFORE] = NO_TARGET));
  unchecked((pawns[ply + 1] = unchecked(pawns[ply])));
  makeNull();
}

/** The man and target of the move made so many plies before `ply`, 1 to 4. */
export function targetBack(ply: i32, back: i32): i32 {
  return unchecked(targets[ply + BEFORE - back]);
}

/** What tells the pawns of one position from those of another. */
export function pawnsAt(ply: i32): i32 {
  return unchecked(pawns[ply]);
}

function pawnKey(piece: i32, square: i32): i32 {
  return piece != NO_PIECE && slotOf(piece) == PAWN ? unchecked(keysLow[(piece << 6) | square]) : 0;
}
