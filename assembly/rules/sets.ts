/**
 * The men on the bitboard board: sets by colour and by slot, and a mailbox that tells the piece on a square. The three are
 * changed together, here only.
 */

import { BY_COLOUR, BY_SLOT, MAILBOX } from "./layout";
import { BISHOP, BLACK, colourOf, KING, KNIGHT, NO_PIECE, QUEEN, ROOK, slotOf, WHITE } from "./piece";
import { ridesOf } from "./variant";

export function bit(square: i32): u64 {
  return (<u64>1) << square;
}

export function ofColour(colour: i32): u64 {
  return load<u64>(BY_COLOUR + ((<usize>colour) << 3));
}

export function ofSlot(slot: i32): u64 {
  return load<u64>(BY_SLOT + ((<usize>slot) << 3));
}

export function ofPiece(piece: i32): u64 {
  return ofSlot(slotOf(piece)) & ofColour(colourOf(piece));
}

export function occupied(): u64 {
  return ofColour(WHITE) | ofColour(BLACK);
}

/** All men that ride by `atom`. */
export function riders(atom: i32): u64 {
  let set: u64 = 0;
  if (ridesOf(KNIGHT) & atom) set |= ofSlot(KNIGHT);
  if (ridesOf(BISHOP) & atom) set |= ofSlot(BISHOP);
  if (ridesOf(ROOK) & atom) set |= ofSlot(ROOK);
  if (ridesOf(QUEEN) & atom) set |= ofSlot(QUEEN);
  if (ridesOf(KING) & atom) set |= ofSlot(KING);
  return set;
}

export function pieceOn(square: i32): i32 {
  return load<u8>(MAILBOX + <usize>square);
}

export function clearSets(): void {
  memory.fill(BY_COLOUR, 0, 2 * 8);
  memory.fill(BY_SLOT, 0, 6 * 8);
  memory.fill(MAILBOX, <u8>NO_PIECE, 64);
}

/** Puts a man on an empty square. */
export function put(square: i32, piece: i32): void {
  const one = bit(square);
  const slot = BY_SLOT + ((<usize>slotOf(piece)) << 3);
  const colour = BY_COLOUR + ((<usize>colourOf(piece)) << 3);
  store<u64>(slot, load<u64>(slot) | one);
  store<u64>(colour, load<u64>(colour) | one);
  store<u8>(MAILBOX + <usize>square, <u8>piece);
}

/** Takes a man off. */
export function lift(square: i32, piece: i32): void {
  const others = ~bit(square);
  const slot = BY_SLOT + ((<usize>slotOf(piece)) << 3);
  const colour = BY_COLOUR + ((<usize>colourOf(piece)) << 3);
  store<u64>(slot, load<u64>(slot) & others);
  store<u64>(colour, load<u64>(colour) & others);
  store<u8>(MAILBOX + <usize>square, <u8>NO_PIECE);
}

/** Moves a man to an empty square. */
export function shift(piece: i32, from: i32, to: i32): void {
  const both = bit(from) | bit(to);
  const slot = BY_SLOT + ((<usize>slotOf(piece)) << 3);
  const colour = BY_COLOUR + ((<usize>colourOf(piece)) << 3);
  store<u64>(slot, load<u64>(slot) ^ both);
  store<u64>(colour, load<u64>(colour) ^ both);
  store<u8>(MAILBOX + <usize>from, <u8>NO_PIECE);
  store<u8>(MAILBOX + <usize>to, <u8>piece);
}
