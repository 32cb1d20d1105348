/**
 * A file of Syzygy's tablebases (Ronald de Man, 2013): `.rtbw` has win, draw or loss (WDL), `.rtbz` the distance to zeroing (DTZ), that
 * is, to the next capture or pawn move. One stream of values for each side to move, and with pawns for each file of the leading one.
 */

import { BLACK, KING, PAWN, pieceOf, WHITE } from "../../../assembly/rules/piece";
import { message } from "../../message";
import { damaged } from "./damaged";
import type { TableKind } from "./folders";
import { ValueStream } from "./huffman";
import { keyOf, type Men, pieceCounts } from "./men";
import {
  BELOW_DIAGONAL,
  BINOMIAL,
  fileOf,
  KING_PAIRS,
  KINGS,
  LEADING_PAWN,
  LEADING_PAWNS,
  PAWN_ORDER,
  rankOf,
  sideOfDiagonal,
  TRIANGLE,
  transposed,
} from "./numbering";
import { PagedFile } from "./paged-file";

/** Win, draw or loss for the side to move; 1 and −1 are wins and losses that the fifty-move rule draws. */
export type Wdl = -2 | -1 | 0 | 1 | 2;

const MAGIC = { wdl: 0x5d_23_e8_71, dtz: 0xa5_0c_66_d7 } as const;
/** A file ends with a checksum of this many bytes, after whole lines of 64. */
const CHECKSUM = 16;

/** The first byte after the magic bytes: whether both sides differ in pieces; whether there are pawns. */
const IS_SPLIT = 1;
const HAS_PAWNS = 2;

/** Flags of DTZ's streams: the side that it knows, 1 for Black; what its values are. */
const BLACK_TO_MOVE = 1;
const IS_MAPPED = 2;
const WINS_IN_PLIES = 4;
const LOSSES_IN_PLIES = 8;
const IS_WIDE = 16;
/** The list that a value is looked up in, by the position's value. */
const MAP_OF: Readonly<Record<Wdl, number>> = { 2: 0, [-2]: 1, 1: 2, [-1]: 3, 0: 0 };

/** Places of three different pieces, one in the triangle: what leads where no pawns do, and some piece besides the kings is single. */
const TRIPLES = 31_332;
/** The parts of those by how many of the pieces stand on the diagonal: the first, the first two, or all. */
const BELOW = 6 * 63 * 62;
const FIRST_ON = 4 * 28 * 62;
const TWO_ON = 4 * 7 * 28;

/** The values of one side to move, on one file of the leading pawn. */
interface Part {
  /** The pieces in the order of the index. */
  readonly pieces: readonly number[];
  /** How many of them are numbered together, and what a group's number counts for. */
  readonly groups: readonly number[];
  readonly factors: readonly number[];
  readonly values: ValueStream;
  /** Whether the second group is the other side's pawns. */
  readonly hasTwoPawns: boolean;
  /** Where DTZ's lists begin, in the file. */
  maps: readonly number[];
}

export class SyzygyTable {
  /** The material, White having the stronger side. */
  readonly key: number;
  readonly kind: TableKind;
  readonly #file: PagedFile;
  readonly #isSymmetric: boolean;
  readonly #hasPawns: boolean;
  /** By side to move, if both are there, and file of the leading pawn. */
  readonly #parts: readonly (readonly Part[])[];

  /**
   * Opens a file.
   *
   * @param pieces the pieces of its name
   * @throws {WazabaError} `file` if it is no such table, or damaged; as `fs.openSync`
   */
  constructor(path: string, kind: TableKind, pieces: readonly number[]) {
    this.kind = kind;
    this.key = keyOf(pieces);
    this.#isSymmetric = this.key === keyOf(pieces.map((piece) => piece ^ 1));
    this.#hasPawns = pieces.some((piece) => piece >> 1 === PAWN);
    this.#file = new PagedFile(path);
    try {
      this.#parts = this.#read(pieces);
    } catch (error) {
      this.#file.close();
      throw error;
    }
  }

  close(): void {
    this.#file.close();
  }

  #read(pieces: readonly number[]): Part[][] {
    const file = this.#file;
    if (file.u32(0) !== MAGIC[this.kind]) throw damaged(message`it is not a Syzygy table`);
    if (file.size % 64 !== CHECKSUM) throw damaged(message`its size`);
    const flags = file.u8(4);
    const isSplit = (flags & IS_SPLIT) !== 0;
    if (isSplit === this.#isSymmetric || ((flags & HAS_PAWNS) !== 0) !== this.#hasPawns)
      throw damaged(message`its header`);
    const sides = this.kind === "wdl" && isSplit ? [0, 1] : [0];
    const files = this.#hasPawns ? [0, 1, 2, 3] : [0];
    const counts = pieceCounts(pieces);
    const hasTwoPawns = counts[pieceOf(PAWN, WHITE)] > 0 && counts[pieceOf(PAWN, BLACK)] > 0;

    let at = 5;
    const layouts = files.map((pawnFile) => {
      const orders = [file.u8(at++), hasTwoPawns ? file.u8(at++) : 0xff];
      const codes = pieces.map(() => file.u8(at++));
      return sides.map((side) => {
        const half = (byte: number) => (side === 0 ? byte & 0xf : byte >> 4);
        const own = codes.map((code) => pieceOfCode(half(code)));
        if (keyOf(own) !== this.key) throw damaged(message`its pieces`);
        return layoutOf(own, orders.map(half), this.#hasPawns ? pawnFile : null, hasTwoPawns);
      });
    });
    at += at & 1;

    const parts: Part[][] = sides.map(() => []);
    for (const layout of layouts) {
      for (const side of sides) {
        const { size, ...rest } = layout[side];
        const values = new ValueStream(file, at, size);
        at = values.end;
        parts[side].push({ ...rest, values, maps: [] });
      }
    }
    if (this.kind === "dtz") at = this.#readMaps(parts[0], at);
    const all = files.flatMap((pawnFile) => sides.map((side) => parts[side][pawnFile].values));
    for (const values of all) at = values.placeIndex(at);
    for (const values of all) at = values.placeLengths(at);
    for (const values of all) at = values.placeBlocks(at);
    if (at > file.size) throw damaged(message`it is cut short`);
    return parts;
  }

  #readMaps(parts: readonly Part[], from: number): number {
    const file = this.#file;
    let at = from;
    for (const part of parts) {
      const { flags } = part.values;
      if ((flags & IS_MAPPED) === 0) continue;
      const isWide = (flags & IS_WIDE) !== 0;
      if (isWide) at += at & 1;
      part.maps = [0, 1, 2, 3].map(() => {
        const start = isWide ? at + 2 : at + 1;
        at = isWide ? start + 2 * file.u16(at) : start + file.u8(at);
        return start;
      });
    }
    return at + (at & 1);
  }

  /** WDL of a position. @throws {WazabaError} `file` if the file is damaged */
  wdl(men: Men): Wdl {
    const [part, index] = this.#find(men) as readonly [Part, number, number];
    const value = part.values.value(index) - 2;
    if (value > 2) throw damaged(message`a value`);
    return value as Wdl;
  }

  /**
   * DTZ in plies of a position that is not drawn; null if the table knows only positions with the other side to move.
   *
   * @param wdl its value
   * @throws {WazabaError} `file` if the file is damaged
   */
  dtz(men: Men, wdl: Wdl): number | null {
    const [part, index, side] = this.#find(men);
    const { flags } = part.values;
    const known = (flags & BLACK_TO_MOVE) !== 0 ? BLACK : WHITE;
    if (known !== side && !(this.#isSymmetric && !this.#hasPawns)) return null;
    const number = part.values.value(index);
    const value = this.#mapped(part, number, wdl);
    const isInPlies = wdl === 2 ? (flags & WINS_IN_PLIES) !== 0 : wdl === -2 && (flags & LOSSES_IN_PLIES) !== 0;
    return (isInPlies ? value : 2 * value) + 1;
  }

  #mapped({ values, maps }: Part, number: number, wdl: Wdl): number {
    if (maps.length === 0) return number;
    const map = maps[MAP_OF[wdl]];
    return (values.flags & IS_WIDE) !== 0 ? this.#file.u16(map + 2 * number) : this.#file.u8(map + number);
  }

  /** The part and index of a position, and the side to move once White has the stronger side. */
  #find({ squares, pieces, turn }: Men): readonly [part: Part, index: number, side: number] {
    const isFlipped = this.#isSymmetric ? turn === BLACK : keyOf(pieces) !== this.key;
    const own = isFlipped ? squares.map((square) => square ^ 56) : [...squares];
    const kinds = isFlipped ? pieces.map((piece) => piece ^ 1) : [...pieces];
    const side = isFlipped ? turn ^ 1 : turn;
    const parts = this.#parts[side] ?? this.#parts[0];
    const part = parts[this.#hasPawns ? fileOfLeader(own, kinds, parts[0].pieces[0]) : 0];
    return [part, indexOf(part, inOrder(own, kinds, part.pieces), this.#hasPawns), side];
  }
}

/** Pieces in a file: 1–6 for White's pawn to king, 9–14 for Black's. */
function pieceOfCode(code: number): number {
  const type = (code & 7) - 1;
  if (type < PAWN || type > KING) throw damaged(message`its pieces`);
  return pieceOf(type, code >> 3);
}

/**
 * The groups of pieces, and what a number of each counts for. The orders say where the first group comes among the others, and the second
 * one, if it is the other side's pawns.
 */
function layoutOf(
  pieces: readonly number[],
  [order, pawnOrder]: readonly number[],
  pawnFile: number | null,
  hasTwoPawns: boolean,
) {
  const leaders = pawnFile !== null ? 0 : hasSingle(pieces) ? 3 : 2;
  const groups: number[] = [];
  pieces.forEach((piece, i) => {
    if (i > 0 && (i < leaders || piece === pieces[i - 1])) groups[groups.length - 1]++;
    else groups.push(1);
  });
  const first = pawnFile !== null ? LEADING_PAWNS[groups[0]][pawnFile] : leaders === 3 ? TRIPLES : KING_PAIRS;
  const factors = groups.map(() => 0);
  let size = 1;
  let next = hasTwoPawns ? 2 : 1;
  let free = 64 - groups[0] - (hasTwoPawns ? groups[1] : 0);
  for (let i = 0; next < groups.length || i <= Math.max(order, hasTwoPawns ? pawnOrder : 0); i++) {
    if (i === order) {
      factors[0] = size;
      size *= first;
    } else if (hasTwoPawns && i === pawnOrder) {
      factors[1] = size;
      size *= BINOMIAL[groups[1]][48 - groups[0]];
    } else if (next < groups.length) {
      factors[next] = size;
      size *= BINOMIAL[groups[next]][free];
      free -= groups[next++];
    }
  }
  return { pieces, groups, factors, size, hasTwoPawns };
}

/** Whether there are three pieces or more of which there is only one each, kings included. */
function hasSingle(pieces: readonly number[]): boolean {
  return pieceCounts(pieces).filter((count) => count === 1).length >= 3;
}

/** The file of the leading pawn, mirrored to a–d. */
function fileOfLeader(squares: readonly number[], pieces: readonly number[], pawn: number): number {
  let leader = -1;
  squares.forEach((square, i) => {
    if (pieces[i] === pawn && (leader < 0 || PAWN_ORDER[square] > PAWN_ORDER[leader])) leader = square;
  });
  return Math.min(fileOf(leader), 7 - fileOf(leader));
}

/** The squares in the order of a part's pieces. */
function inOrder(squares: number[], pieces: number[], wanted: readonly number[]): number[] {
  return wanted.map((piece) => {
    const i = pieces.indexOf(piece);
    pieces.splice(i, 1);
    return squares.splice(i, 1)[0];
  });
}

/** The index of a position, its squares in the order of the part's pieces. */
function indexOf({ groups, factors, hasTwoPawns }: Part, men: readonly number[], hasPawns: boolean): number {
  const [lead] = groups;
  let squares = men;
  let index: number;
  if (hasPawns) {
    const pawns = squares.slice(0, lead).sort((a, b) => PAWN_ORDER[b] - PAWN_ORDER[a]);
    const isMirrored = fileOf(pawns[0]) > 3;
    squares = [...pawns, ...squares.slice(lead)].map((square) => (isMirrored ? square ^ 7 : square));
    const others = squares.slice(1, lead).sort((a, b) => PAWN_ORDER[a] - PAWN_ORDER[b]);
    index = LEADING_PAWN[lead][squares[0]];
    others.forEach((square, i) => {
      index += BINOMIAL[i + 1][PAWN_ORDER[square]];
    });
  } else {
    squares = inCorner(squares, lead);
    index = lead === 3 ? tripleOf(squares) : KINGS[TRIANGLE[squares[0]]][squares[1]];
  }
  index *= factors[0];
  let at = lead;
  for (let group = 1; group < groups.length; group++) {
    const end = at + groups[group];
    // Pawns cannot stand on the first rank.
    const start = hasTwoPawns && group === 1 ? 8 : 0;
    const before = squares.slice(0, at);
    const sorted = squares.slice(at, end).sort((a, b) => a - b);
    let number = 0;
    sorted.forEach((square, i) => {
      const taken = before.filter((other) => other < square).length;
      number += BINOMIAL[i + 1][square - taken - start];
    });
    index += number * factors[group];
    at = end;
  }
  return index;
}

/** The squares mirrored so that the first one is in the triangle, or else, if that is on the diagonal, the next not above it. */
function inCorner(squares: readonly number[], lead: number): readonly number[] {
  const [first] = squares;
  const mirror = (fileOf(first) > 3 ? 7 : 0) ^ (rankOf(first) > 3 ? 56 : 0);
  const mirrored = squares.map((square) => square ^ mirror);
  const off = mirrored.slice(0, lead).find((square) => sideOfDiagonal(square) !== 0);
  return off !== undefined && sideOfDiagonal(off) > 0 ? mirrored.map(transposed) : mirrored;
}

/** The number of three pieces on different squares, the first one in the triangle. */
function tripleOf([first, second, third]: readonly number[]): number {
  // Squares taken by the pieces before are not counted.
  const after = second > first ? 1 : 0;
  const afterBoth = (third > first ? 1 : 0) + (third > second ? 1 : 0);
  if (sideOfDiagonal(first) !== 0) return (TRIANGLE[first] * 63 + second - after) * 62 + third - afterBoth;
  if (sideOfDiagonal(second) !== 0)
    return BELOW + (rankOf(first) * 28 + BELOW_DIAGONAL[second]) * 62 + third - afterBoth;
  const start = BELOW + FIRST_ON;
  if (sideOfDiagonal(third) !== 0)
    return start + (rankOf(first) * 7 + rankOf(second) - after) * 28 + BELOW_DIAGONAL[third];
  return start + TWO_ON + (rankOf(first) * 7 + rankOf(second) - after) * 6 + rankOf(third) - afterBoth;
}
