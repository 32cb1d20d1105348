/**
 * Bitboards: sets of squares by colour and by piece type, and a mailbox with the piece on each square. Only this file changes
 * them, all three together.
 */

import { BY_COLOUR, BY_TYPE, MAILBOX } from "./layout";
import { BISHOP, BLACK, colourOf, KING, KNIGHT, NO_PIECE, pieceOf, QUEEN, ROOK, typeOf, WHITE } from "./piece";
import { hasRoyals, ridesOf } from "./variant";

export const FILE_A: u64 = 0x0101010101010101;
export const FILE_H: u64 = 0x8080808080808080;

export function bit(square: i32): u64 {
  return (<u64>1) << square;
}

export function ofColour(colour: i32): u64 {
  return load<u64>(BY_COLOUR + ((<usize>colour) << 3));
}

export function ofType(pieceType: i32): u64 {
  return load<u64>(BY_TYPE + ((<usize>pieceType) << 3));
}

export function ofPiece(piece: i32): u64 {
  return ofType(typeOf(piece)) & ofColour(colourOf(piece));
}

export function occupied(): u64 {
  return ofColour(WHITE) | ofColour(BLACK);
}

/** Whether `colour` has a royal king. Without one, in an impossible position, it can still move. */
export function hasKing(colour: i32): bool {
  return !VARIANTS || (hasRoyals() && ofPiece(pieceOf(KING, colour)) != 0);
}

/** Where the royal king of a colour stands. */
export function kingSquare(colour: i32): i32 {
  return <i32>ctz(ofPiece(pieceOf(KING, colour)));
}

/** The squares around one. */
export function around(square: i32): u64 {
  const one = bit(square);
  const row = one | ((one & ~FILE_A) >> 1) | ((one & ~FILE_H) << 1);
  return (row | (row << 8) | (row >> 8)) ^ one;
}

/** All pieces that ride by `atom`. */
export function riders(atom: i32): u64 {
  let set: u64 = 0;
  if (ridesOf(KNIGHT) & atom) set |= ofType(KNIGHT);
  if (ridesOf(BISHOP) & atom) set |= ofType(BISHOP);
  if (ridesOf(ROOK) & atom) set |= ofType(ROOK);
  if (ridesOf(QUEEN) & atom) set |= ofType(QUEEN);
  if (ridesOf(KING) & atom) set |= ofType(KING);
  return set;
}

export function pieceOn(square: i32): i32 {
  return load<u8>(MAILBOX + <usize>square);
}

export function clearBitboards(): void {
  memory.fill(BY_COLOUR, 0, 2 * 8);
  memory.fill(BY_TYPE, 0, 6 * 8);
  memory.fill(MAILBOX, <u8>NO_PIECE, 64);
}

/** Puts a piece on an empty square. */
export function putPiece(square: i32, piece: i32): void {
  const one = bit(square);
  const pieceType = BY_TYPE + ((<usize>typeOf(piece)) << 3);
  const colour = BY_COLOUR + ((<usize>colourOf(piece)) << 3);
  store<u64>(pieceType, load<u64>(pieceType) | one);
  store<u64>(colour, load<u64>(colour) | one);
  store<u8>(MAILBOX + <usize>square, <u8>piece);
}

/** Removes a piece. */
export function removePiece(square: i32, piece: i32): void {
  const others = ~bit(square);
  const pieceType = BY_TYPE + ((<usize>typeOf(piece)) << 3);
  const colour = BY_COLOUR + ((<usize>colourOf(piece)) << 3);
  store<u64>(pieceType, load<u64>(pieceType) & others);
  store<u64>(colour, load<u64>(colour) & others);
  store<u8>(MAILBOX + <usize>square, <u8>NO_PIECE);
}

/** Moves a piece to an empty square. */
export function movePiece(piece: i32, from: i32, to: i32): void {
  const both = bit(from) | bit(to);
  const pieceType = BY_TYPE + ((<usize>typeOf(piece)) << 3);
  const colour = BY_COLOUR + ((<usize>colourOf(piece)) << 3);
  store<u64>(pieceType, load<u64>(pieceType) ^ both);
  store<u64>(colour, load<u64>(colour) ^ both);
  store<u8>(MAILBOX + <usize>from, <u8>NO_PIECE);
  store<u8>(MAILBOX + <usize>to, <u8>piece);
}
