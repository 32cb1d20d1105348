/**
 * Endgame tables: for each position with certain pieces, how the game ends if both sides play their best, and after how many plies.
 * A table is found by its material, and a position in it by the squares of its pieces, up to symmetries of the laws.
 *
 * A position is a list of squares, those of the table's men in their order: White's before Black's, the first man (White's king, if it
 * has one) on the reduced set of squares. The tables know no castling rights and no en passant squares.
 */

import { I32Table, newI32, Row } from "../platform";
import { bit, ofPiece } from "../rules/bitboard";
import { PAWN, PIECES, typeOf } from "../rules/piece";
import { areMirrorImages, GOALS_HIGH, GOALS_LOW, law } from "../rules/variant";
import { MAX_MEN } from "./values";

/** The largest number of tables. */
const MAX_TABLES: i32 = 1024;

// The tables: their men, and the addresses of their values, White to move, then Black to move.

const counts = newI32(MAX_TABLES);
const men = newI32(MAX_TABLES * MAX_MEN);
/** Eight bytes for each. */
const keys = newI32(2 * MAX_TABLES);
const addresses = newI32(MAX_TABLES);
const groups = newI32(MAX_TABLES);
let tables: i32 = 0;
/** The table without its values yet. */
let begun: i32 = 0;
/** The key of a place whose table was freed. */
const FREE: u64 = ~0;

/** The symmetries of the laws, a table's group: none; files exchanged; with all eight images of the board. */
const NONE: i32 = 0;
const FILES: i32 = 1;
const ALL: i32 = 2;
/** How many squares the first man has in each group. */
const FIRST_SQUARES: Row = [64, 32, 10];

/** For each group and square: which of eight images brings the first man to its reduced squares, and the number it has there. */
const imageOf = newI32(3 * 64);
const firstNumber = newI32(3 * 64);
const firstSquare = newI32(3 * 64);
/** The square that each square becomes in an image: bit 0 exchanges the files, bit 1 the ranks, bit 2 files and ranks. */
const images = newI32(8 * 64);

/** Whether a square is on one of the long diagonals; and for each image and such a square, the other image that agrees on it. */
const onDiagonal = newI32(64);
const mirrorOf = newI32(8 * 64);

/** Fills the tables of symmetries. */
export function fillSymmetries(): void {
  for (let image = 0; image < 8; image++)
    for (let square = 0; square < 64; square++) {
      let seen = square;
      if (image & 1) seen ^= 7;
      if (image & 2) seen ^= 56;
      if (image & 4) seen = ((seen & 7) << 3) | (seen >> 3);
      unchecked((images[(image << 6) | square] = seen));
    }
  for (let square = 0; square < 64; square++) {
    const file = square & 7;
    const rank = square >> 3;
    if (file != rank && file + rank != 7) continue;
    unchecked((onDiagonal[square] = 1));
    for (let image = 0; image < 8; image++)
      for (let other = 0; other < 8; other++)
        if (other != image && unchecked(images[(other << 6) | square]) == unchecked(images[(image << 6) | square]))
          unchecked((mirrorOf[(image << 6) | square] = other));
  }
  for (let group = NONE; group <= ALL; group++) {
    let number = 0;
    for (let square = 0; square < 64; square++)
      if (isFirst(group, square)) {
        unchecked((firstNumber[(group << 6) | square] = number));
        unchecked((firstSquare[(group << 6) | number++] = square));
      }
    for (let square = 0; square < 64; square++) {
      let image = 0;
      while (!isFirst(group, unchecked(images[(image << 6) | square]))) image++;
      unchecked((imageOf[(group << 6) | square] = image));
    }
  }
}

/** Whether a square is one of the reduced set: any, or those of the files a to d, or of the triangle a1-d1-d4. */
function isFirst(group: i32, square: i32): bool {
  const file = square & 7;
  const rank = square >> 3;
  if (group == NONE) return true;
  return file < 4 && (group == FILES || rank <= file);
}

/** The material of the men: how many there are of each piece, four bits each. */
function addToKey(key: u64, piece: i32): u64 {
  return key + ((<u64>1) << (<u64>(piece << 2)));
}

function keyOf(table: i32): u64 {
  return load<u64>(changetype<usize>(keys) + ((<usize>table) << 3));
}

function setKey(table: i32, key: u64): void {
  store<u64>(changetype<usize>(keys) + ((<usize>table) << 3), key);
}

/** Begins a table without men; returns its number. */
export function beginTable(): i32 {
  begun = 0;
  while (begun < tables && keyOf(begun) != FREE) begun++;
  unchecked((counts[begun] = 0));
  setKey(begun, 0);
  return begun;
}

/** Adds a man to the table begun. */
export function addMan(piece: i32): void {
  const count = unchecked(counts[begun]);
  unchecked((men[begun * MAX_MEN + count] = piece));
  unchecked((counts[begun] = count + 1));
  setKey(begun, addToKey(keyOf(begun), piece));
  unchecked((groups[begun] = groupOf(begun)));
}

/** Completes it; its values, twice `sizeOf` bytes, will be at `address`. */
export function endTable(address: usize): void {
  unchecked((addresses[begun] = <i32>address));
  if (begun == tables) tables++;
}

/** The values of a table have been moved to `address`. */
export function moveTable(table: i32, address: usize): void {
  unchecked((addresses[table] = <i32>address));
}

/** Forgets a table; another one may get its number. */
export function freeTable(table: i32): void {
  setKey(table, FREE);
}

/** The symmetries of a table: pawns keep their ranks, and goals their squares. */
function groupOf(table: i32): i32 {
  const low = law(GOALS_LOW);
  const high = law(GOALS_HIGH);
  if (!areMirrorImages(low, high)) return NONE;
  if ((low | high) != 0) return FILES;
  for (let man = 0; man < menOf(table); man++) if (typeOf(manOf(table, man)) == PAWN) return FILES;
  return ALL;
}

export function menOf(table: i32): i32 {
  return unchecked(counts[table]);
}

export function manOf(table: i32, man: i32): i32 {
  return unchecked(men[table * MAX_MEN + man]);
}

/** How many positions of either side a table has: as many bytes. */
export function sizeOf(table: i32): i32 {
  return unchecked(FIRST_SQUARES[groupOf(table)]) << (6 * (menOf(table) - 1));
}

/** The address of the values with `side` to move. */
export function valuesOf(table: i32, side: i32): usize {
  return <usize>unchecked(addresses[table]) + (side == 0 ? 0 : <usize>sizeOf(table));
}

/** The position that `index` stands for: the squares of the men. */
export function squaresOf(table: i32, index: i32, squares: I32Table): void {
  for (let man = menOf(table) - 1; man > 0; man--) {
    unchecked((squares[man] = index & 63));
    index >>= 6;
  }
  unchecked((squares[0] = unchecked(firstSquare[(unchecked(groups[table]) << 6) | index])));
}

const seen = newI32(MAX_MEN);

/**
 * The index of a position. Men of one kind are sorted by their squares, and of two images with the first man on the diagonal the one
 * with the lower index is taken, so each position has one.
 */
export function indexOf(table: i32, squares: I32Table): i32 {
  const group = unchecked(groups[table]);
  const first = unchecked(squares[0]);
  const image = unchecked(imageOf[(group << 6) | first]);
  const index = indexIn(table, squares, image);
  if (group != ALL || unchecked(onDiagonal[first]) == 0) return index;
  // Both images of the diagonal: files and ranks exchanged.
  const other = indexIn(table, squares, unchecked(mirrorOf[(image << 6) | first]));
  return index < other ? index : other;
}

/** The index of a position in one image. */
function indexIn(table: i32, squares: I32Table, image: i32): i32 {
  const count = menOf(table);
  const squareIn = image << 6;
  let index = unchecked(
    firstNumber[(unchecked(groups[table]) << 6) | unchecked(images[squareIn | unchecked(squares[0])])],
  );
  for (let man = 1; man < count; man++) {
    const square = unchecked(images[squareIn | unchecked(squares[man])]);
    let place = man;
    for (; place > 1 && manOf(table, place - 1) == manOf(table, man) && unchecked(seen[place - 1]) > square; place--)
      unchecked((seen[place] = unchecked(seen[place - 1])));
    unchecked((seen[place] = square));
  }
  for (let man = 1; man < count; man++) index = (index << 6) | unchecked(seen[man]);
  return index;
}

// The position on the board.

/** The table for the pieces on the board, and whether the colours have to be exchanged for it. */
export let foundTable: i32 = 0;
export let isExchanged: bool = false;

/** Finds the table for the pieces on the board: whether there is one. */
export function findTable(): bool {
  let own: u64 = 0;
  let exchanged: u64 = 0;
  for (let piece = 0; piece < PIECES; piece++) {
    const count = popcnt(ofPiece(piece));
    own |= count << (<u64>(piece << 2));
    exchanged |= count << (<u64>((piece ^ 1) << 2));
  }
  for (let table = 0; table < tables; table++) {
    const key = keyOf(table);
    if (key != own && key != exchanged) continue;
    foundTable = table;
    isExchanged = key != own;
    return true;
  }
  return false;
}

const onBoard = newI32(MAX_MEN);

/** The value of the position on the board in the table found: `side` is to move. */
export function valueFound(side: i32): i32 {
  const table = foundTable;
  let flip = 0;
  if (isExchanged) {
    flip = 56;
    side ^= 1;
  }
  let used: u64 = 0;
  for (let man = 0; man < menOf(table); man++) {
    const piece = manOf(table, man) ^ (isExchanged ? 1 : 0);
    const square = <i32>ctz(ofPiece(piece) & ~used);
    used |= bit(square);
    unchecked((onBoard[man] = square ^ flip));
  }
  return load<u8>(valuesOf(table, side) + <usize>indexOf(table, onBoard));
}
