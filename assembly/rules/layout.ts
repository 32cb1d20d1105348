/**
 * The memory map of the bitboard core's own tables (WebAssembly only). Addresses known at compile time are folded into the
 * instructions, so a look-up is one load. asc's own data follow at `memoryBase` (asconfig.json); `fillBoardTables` checks that
 * they do not overlap.
 */

import { STATE } from "../platform";
import { PIECES } from "./piece";

/** A whole game and a search on top of it. */
export const MAX_PLIES: i32 = 4096 + 256;

/** Two sets of pieces, by colour. */
export const BY_COLOUR: usize = STATE;
/** Six sets of pieces, by piece type. */
export const BY_TYPE: usize = BY_COLOUR + 2 * 8;
/** The piece on each square, a byte each. */
export const MAILBOX: usize = BY_TYPE + 6 * 8;
/** The castling rights that survive a move from or to a square, a byte each. */
export const RIGHTS_KEPT: usize = MAILBOX + 64;
/** For each of the four castling moves: the squares that must be empty, those that must not be attacked. */
export const CASTLE_EMPTY: usize = RIGHTS_KEPT + 64;
export const CASTLE_SAFE: usize = CASTLE_EMPTY + 4 * 8;
/** The rook's square of each castling move, a byte each. */
export const CASTLE_ROOK: usize = CASTLE_SAFE + 4 * 8;

/** What unmake cannot recompute, an entry per ply (`board.ts`). */
export const STACK: usize = (CASTLE_ROOK + 4 + 63) & ~63;
export const STACK_ENTRY: usize = 64;

/** For each piece on each square its key (64 bits), its PSQT numbers (32), 32 unused. */
export const PIECE_RECORDS: usize = STACK + <usize>MAX_PLIES * STACK_ENTRY;
export const RIGHTS_KEYS: usize = PIECE_RECORDS + <usize>PIECES * 64 * 16;
export const FILE_KEYS: usize = RIGHTS_KEYS + 16 * 8;

/** `pieceType * 64 + square`: the leaps of a piece type. */
export const LEAPS: usize = FILE_KEYS + 8 * 8;
/** `colour * 64 + square`: what a pawn attacks. */
export const PAWN_ATTACKS: usize = LEAPS + 6 * 64 * 8;
/** `a * 64 + b`: the squares strictly between two squares on a line. */
export const BETWEEN: usize = PAWN_ATTACKS + 2 * 64 * 8;
/** `a * 64 + b`: the line from one square, not included, through another to the edge. */
export const LINE: usize = BETWEEN + 64 * 64 * 8;
/** Magic look-ups, 24 bytes per square: relevant squares, multiplier, table address, shift. */
export const ROOK_LOOKUP: usize = LINE + 64 * 64 * 8;
export const BISHOP_LOOKUP: usize = ROOK_LOOKUP + 64 * 24;
export const SLIDER_ATTACKS: usize = BISHOP_LOOKUP + 64 * 24;
const SLIDER_ATTACK_SETS: usize = 102400 + 5248;
/** `direction * 64 + square`: the squares a nightrider passes in a direction, to the edge; for the eight directions of N. */
export const NIGHTRIDER_RAYS: usize = SLIDER_ATTACKS + SLIDER_ATTACK_SETS * 8;
const NIGHTRIDER_RAY_SETS: usize = VARIANTS ? 8 * 64 : 0;
/** `extras.ts`: eight numbers for each ply. */
export const EXTRA_ROWS: usize = NIGHTRIDER_RAYS + NIGHTRIDER_RAY_SETS * 8;
const EXTRA_BYTES: usize = VARIANTS ? <usize>MAX_PLIES * 32 : 0;

/** The move lists (`movegen.ts`), with room for the size that `tableAt` stores before them. */
export const MOVES: usize = EXTRA_ROWS + EXTRA_BYTES + 64;
/** More than any position has; a user's variant may have fifteen pieces with fifty moves each. */
export const MAX_MOVES: i32 = VARIANTS ? 1024 : 256;
export const MOVES_LENGTH: i32 = MAX_MOVES * 140;

export const LAYOUT_END: usize = MOVES + <usize>MOVES_LENGTH * 4;
