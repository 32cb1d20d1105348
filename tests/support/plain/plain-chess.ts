/**
 * A plain board of orthodox chess, written apart from the engine to check its claims: an array of letters, moves tried and
 * taken back. Squares are 0 (a1) to 63 (h8). Slow, and short enough to be believed.
 */

import type { MateRules } from "./plain-solver";

const KNIGHT = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
];
const STRAIGHT = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
const DIAGONAL = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
];
const ALL = [...STRAIGHT, ...DIAGONAL];
const STEPS: Record<string, number[][]> = { n: KNIGHT, b: DIAGONAL, r: STRAIGHT, q: ALL, k: ALL };

interface State {
  readonly board: readonly string[];
  readonly white: boolean;
  /** As in FEN. */
  readonly castling: string;
  readonly ep: number;
  readonly clock: number;
}

/** Orthodox chess from a FEN. Moves are written as in UCI: `e2e4`, `e7e8q`, `e1g1`. */
export class PlainChess implements MateRules {
  readonly #states: State[] = [];

  /** @param fen of a legal position, all six fields */
  constructor(fen: string) {
    const [placement, side, castling, ep, clock] = fen.split(" ");
    const board = placement
      .split("/")
      .reverse()
      .flatMap((rank) => [...rank.replace(/\d/g, (digit) => ".".repeat(Number(digit)))]);
    this.#states.push({ board, white: side === "w", castling, ep: squareOf(ep), clock: Number(clock) });
  }

  get #now(): State {
    return this.#states[this.#states.length - 1];
  }

  get key(): string {
    const { board, white, castling, ep } = this.#now;
    return `${board.join("")}${white}${castling}${ep}`;
  }

  get clock(): number {
    return this.#now.clock;
  }

  get inCheck(): boolean {
    const { board, white } = this.#now;
    return isAttacked(board, board.indexOf(white ? "K" : "k"), !white);
  }

  /** In orthodox chess nothing but mate wins. */
  get hasLost(): boolean {
    return this.inCheck && this.moves().length === 0;
  }

  play(move: string): void {
    this.#states.push(after(this.#now, move));
  }

  takeBack(): void {
    this.#states.pop();
  }

  moves(): string[] {
    const { white } = this.#now;
    return this.#pseudoMoves().filter((move) => {
      const { board } = after(this.#now, move);
      return !isAttacked(board, board.indexOf(white ? "K" : "k"), !white);
    });
  }

  #pseudoMoves(): string[] {
    const { board, white } = this.#now;
    return board.flatMap((piece, from) => {
      if (piece === "." || isWhite(piece) !== white) return [];
      const kind = piece.toLowerCase();
      if (kind === "p") return this.#pawnMoves(from);
      const targets = reach(board, from, kind).filter((to) => board[to] === "." || isWhite(board[to]) !== white);
      const moves = targets.map((to) => name(from) + name(to));
      return kind === "k" ? [...moves, ...this.#castlings(from)] : moves;
    });
  }

  #pawnMoves(from: number): string[] {
    const { board, white, ep } = this.#now;
    const up = white ? 8 : -8;
    const targets: number[] = [];
    if (board[from + up] === ".") {
      targets.push(from + up);
      if (from >> 3 === (white ? 1 : 6) && board[from + 2 * up] === ".") targets.push(from + 2 * up);
    }
    for (const side of [-1, 1]) {
      const to = stepped(from, side, up / 8);
      if (to >= 0 && (to === ep || (board[to] !== "." && isWhite(board[to]) !== white))) targets.push(to);
    }
    return targets.flatMap((to) => {
      const move = name(from) + name(to);
      return to < 8 || to >= 56 ? [..."qrbn"].map((promotion) => move + promotion) : [move];
    });
  }

  #castlings(king: number): string[] {
    const { board, white, castling } = this.#now;
    const isSafe = (square: number) => !isAttacked(board, square, !white);
    const isFree = (...squares: number[]) => squares.every((square) => board[square] === ".");
    const moves: string[] = [];
    if (castling.includes(white ? "K" : "k") && isFree(king + 1, king + 2) && [0, 1].every((d) => isSafe(king + d)))
      moves.push(name(king) + name(king + 2));
    if (
      castling.includes(white ? "Q" : "q") &&
      isFree(king - 1, king - 2, king - 3) &&
      [0, 1].every((d) => isSafe(king - d))
    )
      moves.push(name(king) + name(king - 2));
    return moves;
  }
}

function after({ board: old, white, castling, ep, clock }: State, move: string): State {
  const from = squareOf(move.slice(0, 2));
  const to = squareOf(move.slice(2, 4));
  const board = [...old];
  const piece = board[from];
  const isPawn = piece.toLowerCase() === "p";
  const captures = board[to] !== ".";
  board[to] = move.length > 4 ? (white ? move[4].toUpperCase() : move[4]) : piece;
  board[from] = ".";
  if (isPawn && to === ep) board[to + (white ? -8 : 8)] = ".";
  if (piece.toLowerCase() === "k" && Math.abs(to - from) === 2) {
    const rook = to > from ? to + 1 : to - 2;
    board[(from + to) / 2] = board[rook];
    board[rook] = ".";
  }
  const lost = [..."QKqk"].filter((_, i) => [0, 7, 56, 63].indexOf(from) === i || [0, 7, 56, 63].indexOf(to) === i);
  if (piece === "K") lost.push("K", "Q");
  if (piece === "k") lost.push("k", "q");
  return {
    board,
    white: !white,
    castling: [...castling].filter((right) => !lost.includes(right)).join(""),
    ep: isPawn && Math.abs(to - from) === 16 ? (from + to) / 2 : -1,
    clock: isPawn || captures ? 0 : clock + 1,
  };
}

/** The squares a piece attacks. */
function reach(board: readonly string[], from: number, kind: string): number[] {
  const squares: number[] = [];
  for (const [file, rank] of STEPS[kind]) {
    for (let to = stepped(from, file, rank); to >= 0; to = stepped(to, file, rank)) {
      squares.push(to);
      if (board[to] !== "." || kind === "n" || kind === "k") break;
    }
  }
  return squares;
}

/** Whether the pieces of a colour attack a square: a piece there would, moving as they do, reach one of them. */
function isAttacked(board: readonly string[], square: number, byWhite: boolean): boolean {
  const isTheirs = (at: number, kind: string) => at >= 0 && board[at] === (byWhite ? kind.toUpperCase() : kind);
  if ([-1, 1].some((side) => isTheirs(stepped(square, side, byWhite ? -1 : 1), "p"))) return true;
  return [..."nbrqk"].some((kind) => reach(board, square, kind).some((at) => isTheirs(at, kind)));
}

function isWhite(piece: string): boolean {
  return piece < "a";
}

/** So many files and ranks from a square; −1 if that is off the board. */
function stepped(square: number, file: number, rank: number): number {
  const f = (square & 7) + file;
  const r = (square >> 3) + rank;
  return f < 0 || f > 7 || r < 0 || r > 7 ? -1 : r * 8 + f;
}

function name(square: number): string {
  return "abcdefgh".charAt(square & 7) + ((square >> 3) + 1);
}

function squareOf(text: string): number {
  return text === "-" ? -1 : text.charCodeAt(0) - 97 + 8 * (Number(text[1]) - 1);
}
