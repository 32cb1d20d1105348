/** A position as a plain object, and the one place that says whether it is legal. */

import { epSquare } from "../../assembly/rules/board";
import {
  BISHOP,
  BLACK,
  colourOf,
  KING,
  KNIGHT,
  NO_PIECE,
  PAWN,
  QUEEN,
  ROOK,
  SLOTS,
  slotOf,
  WHITE,
} from "../../assembly/rules/piece";
import { fileOf, NO_SQUARE, rankOf, relativeRank, squareAt } from "../../assembly/rules/square";
import { atomOf, DIRECTIONS, F, fileStep, leapsOf, rankStep, ridesOf } from "../../assembly/rules/variant";
import { FenError } from "../errors";
import { load } from "./board";
import { belongsTo, COLOURS, colourName, isMan, squareName } from "./names";

/** A position: everything a FEN says. */
export interface Setup {
  /** 64 men, a1 first, then b1; `NO_PIECE` where nobody stands. */
  readonly board: readonly number[];
  /** The side to move. */
  readonly side: number;
  /** The squares of the rooks that may still castle, White king's side, White queen's side, Black's likewise; −1 for none. */
  readonly castling: readonly [number, number, number, number];
  /** The square behind a pawn that can be captured en passant by a legal move, or −1. */
  readonly epSquare: number;
  /** Plies since the last capture or pawn move. */
  readonly halfmove: number;
  /** The number of the move, from 1; it rises after Black's. */
  readonly fullmove: number;
}

/**
 * Returns the position if it can be, frozen, its en-passant square kept only if such a capture is legal.
 *
 * @param setup in which the board has 64 entries, all men and squares are in range and the clocks are whole numbers
 * @throws {FenError} which names the first thing that cannot be
 */
export function validated(setup: Setup): Setup {
  checkMen(setup.board);
  checkCastling(setup);
  checkEnPassant(setup);
  checkChecks(setup);
  load(setup, null);
  return Object.freeze({
    ...setup,
    board: Object.freeze([...setup.board]),
    castling: Object.freeze([...setup.castling] as const),
    epSquare: epSquare(),
  });
}

const USUAL_COUNT: readonly number[] = [8, 2, 2, 2, 1, 1];

/**
 * Checks how many men there are of each kind, and where the pawns stand.
 *
 * @throws {FenError} which names the first thing that cannot be
 */
export function checkMen(board: readonly number[]): void {
  for (const colour of COLOURS) {
    const count = new Array<number>(SLOTS).fill(0);
    for (const piece of board) {
      if (belongsTo(piece, colour)) count[slotOf(piece)]++;
    }
    const refuse = (code: "kings" | "men" | "pawns" | "promoted", what: string) => {
      return new FenError(code, "placement", what, `${colourName(colour)} has ${what}`);
    };
    if (count[KING] === 0) throw refuse("kings", "no king");
    if (count[KING] > 1) throw refuse("kings", `${count[KING]} kings (${squaresOf(board, KING, colour)})`);
    const men = count.reduce((sum, n) => sum + n);
    if (men > 16) throw refuse("men", `${men} men, more than 16`);
    if (count[PAWN] > 8) throw refuse("pawns", `${count[PAWN]} pawns, more than 8`);
    let promoted = 0;
    for (const slot of [KNIGHT, BISHOP, ROOK, QUEEN]) promoted += Math.max(0, count[slot] - USUAL_COUNT[slot]);
    const missing = 8 - count[PAWN];
    if (promoted > missing) throw refuse("promoted", `more promoted men (${promoted}) than missing pawns (${missing})`);
  }
  const misplaced = board.findIndex((piece, square) => {
    return piece !== NO_PIECE && slotOf(piece) === PAWN && (rankOf(square) === 0 || rankOf(square) === 7);
  });
  if (misplaced >= 0) {
    const name = squareName(misplaced);
    throw new FenError("pawn-rank", "placement", name, `a pawn on ${name} cannot be`);
  }
}

function checkCastling({ board, castling }: Setup): void {
  castling.forEach((rook, right) => {
    if (rook === NO_SQUARE) return;
    const colour = right >> 1;
    const name = squareName(rook);
    const refuse = (reason: string) => {
      return new FenError("castling", "castling", name, `${colourName(colour)} cannot castle with ${name}: ${reason}`);
    };
    const king = kingOf(board, colour);
    if (relativeRank(colour, king) !== 0) throw refuse(`the king is on ${squareName(king)}`);
    if (!isMan(board[rook], ROOK, colour) || relativeRank(colour, rook) !== 0) throw refuse("no rook stands there");
    if (rook > king !== ((right & 1) === 0)) throw refuse("the king stands on the wrong side of it");
  });
}

function checkEnPassant({ board, side, epSquare }: Setup): void {
  if (epSquare === NO_SQUARE) return;
  const name = squareName(epSquare);
  const refuse = (reason: string) => {
    return new FenError("en-passant", "en-passant", name, `en-passant square ${name}: ${reason}`);
  };
  const forward = side === WHITE ? 8 : -8;
  if (relativeRank(side, epSquare) !== 5) {
    throw refuse(`with ${colourName(side)} to move it must be on rank ${side === WHITE ? 6 : 3}`);
  }
  if (board[epSquare] !== NO_PIECE) throw refuse("it is occupied");
  if (!isMan(board[epSquare - forward], PAWN, side ^ 1)) {
    throw refuse(`no pawn on ${squareName(epSquare - forward)} has just moved two squares`);
  }
  if (board[epSquare + forward] !== NO_PIECE) {
    throw refuse(`the pawn cannot have come from ${squareName(epSquare + forward)}, which is occupied`);
  }
}

function checkChecks({ board, side }: Setup): void {
  const other = side ^ 1;
  const given = attackersOf(board, kingOf(board, other), side);
  if (given.length > 0) {
    const name = squareName(kingOf(board, other));
    const reason = `${colourName(other)}'s king on ${name} is in check, but ${colourName(side)} is to move`;
    throw new FenError("check", "placement", name, reason);
  }
  const checkers = attackersOf(board, kingOf(board, side), other);
  if (checkers.length > 2) {
    const names = checkers.map(squareName).join(", ");
    const reason = `${colourName(side)} is in check by ${checkers.length} men (${names}); two is the most there can be`;
    throw new FenError("checkers", "placement", names, reason);
  }
}

/** The squares of the men of `colour` that attack a square. */
function attackersOf(board: readonly number[], target: number, colour: number): number[] {
  const attackers: number[] = [];
  for (let d = 0; d < DIRECTIONS; d++) {
    let file = fileOf(target) - fileStep(d);
    let rank = rankOf(target) - rankStep(d);
    for (let step = 1; ((file | rank) & ~7) === 0; step++) {
      const square = squareAt(file, rank);
      if (board[square] !== NO_PIECE) {
        if (belongsTo(board[square], colour) && reaches(board[square], d, step)) attackers.push(square);
        break;
      }
      file -= fileStep(d);
      rank -= rankStep(d);
    }
  }
  return attackers;
}

/** Whether a man attacks what lies `step` steps away in direction `d`, nothing being in between. */
function reaches(piece: number, d: number, step: number): boolean {
  const slot = slotOf(piece);
  if (slot === PAWN) return step === 1 && atomOf(d) === F && rankStep(d) === (colourOf(piece) === BLACK ? -1 : 1);
  const atoms = step === 1 ? leapsOf(slot) | ridesOf(slot) : ridesOf(slot);
  return (atoms & atomOf(d)) !== 0;
}

function kingOf(board: readonly number[], colour: number): number {
  return board.findIndex((piece) => isMan(piece, KING, colour));
}

function squaresOf(board: readonly number[], slot: number, colour: number): string {
  const squares = board.flatMap((piece, square) => (isMan(piece, slot, colour) ? [squareName(square)] : []));
  return squares.length <= 4 ? squares.join(", ") : `${squares.slice(0, 4).join(", ")} …`;
}
