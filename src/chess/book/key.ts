/**
 * Polyglot key: the Zobrist key of a position in Polyglot opening books. The format, with its 781 random
 * numbers, is described by Michel Van den Bergh, hgm.nubati.net/book_format.html; ISAAC-64 gives the same numbers.
 */

import { DOUBLE_STEP, kindOf, toOf } from "../../../assembly/rules/move";
import { NO_PIECE, PAWN, WHITE } from "../../../assembly/rules/piece";
import { fileOf, NO_SQUARE, rankOf } from "../../../assembly/rules/square";
import { isPiece } from "../position/names";
import type { Setup } from "../position/setup";
import type { Game } from "../rules/game";
import { isaac64 } from "./isaac64";

// The first index of each kind of number: pieces on squares, castling rights, en-passant files, and White to move.
const CASTLING = 12 * 64;
const EN_PASSANT = CASTLING + 4;
const TURN = EN_PASSANT + 8;
const COUNT = TURN + 1;

let random: BigUint64Array | null = null;

/**
 * The Polyglot key of the current position, 64 bits. Castling rights count by side only, so Chess960 positions with two rooks
 * on one side of the king may share a key.
 */
export function polyglotKey(game: Game): bigint {
  random ??= isaac64(COUNT);
  const numbers = random;
  const position = game.position();
  let key = position.side === WHITE ? numbers[TURN] : 0n;
  position.board.forEach((piece, square) => {
    // Polyglot numbers black pieces first.
    if (piece !== NO_PIECE) key ^= numbers[(piece ^ 1) * 64 + square];
  });
  position.castling.forEach((rook, right) => {
    if (rook !== NO_SQUARE) key ^= numbers[CASTLING + right];
  });
  const pawn = steppedPawn(game);
  if (pawn !== NO_SQUARE && hasNeighbour(position, pawn)) key ^= numbers[EN_PASSANT + fileOf(pawn)];
  return key;
}

/**
 * The square of the pawn that has just made a double step. The position stores it only if a legal capture exists; the key
 * needs it in other cases, too.
 */
function steppedPawn({ root, moves }: Game): number {
  const last = moves.at(-1);
  if (last === undefined) return root.epVictim;
  return kindOf(last) === DOUBLE_STEP ? toOf(last) : NO_SQUARE;
}

/** Whether a pawn of the side to move is next to that square. */
function hasNeighbour({ board, side }: Setup, square: number): boolean {
  return [square - 1, square + 1].some((beside) => {
    return rankOf(beside) === rankOf(square) && isPiece(board[beside], PAWN, side);
  });
}
