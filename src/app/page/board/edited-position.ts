/** A position that is being set up: pieces, side to move, castling rights, en passant, legal or not. */

import { KING, NO_PIECE, ROOK, WHITE } from "../../../../assembly/rules/piece";
import { NO_SQUARE, relativeRank, squareAt } from "../../../../assembly/rules/square";
import { Position } from "../../../api/position";
import { formatFen, parseFen } from "../../../chess/position/fen";
import { COLOURS, isPiece } from "../../../chess/position/names";
import { passers, type Setup, validated } from "../../../chess/position/setup";
import type { Variant } from "../../../chess/variants/variant";
import { FenError } from "../../../errors";
import type { Message } from "../../../message";

/** A castling right that can be. */
export interface CastlingChoice {
  /** The rook's square. */
  readonly rook: number;
  /** Its place in `Setup.castling`: White king's side, White queen's side, Black's likewise. */
  readonly right: number;
  readonly isOn: boolean;
}

/** An en-passant capture that can be: the square, and that of the pawn. */
export type EnPassant = Pick<Setup, "epSquare" | "epVictim">;

const NO_EN_PASSANT: EnPassant = { epSquare: NO_SQUARE, epVictim: NO_SQUARE };
const FILES = [0, 1, 2, 3, 4, 5, 6, 7];

export class EditedPosition {
  readonly variant: Variant;
  #board: number[] = [];
  #side = WHITE;
  /** The squares of rooks that may castle, whether they can or not: a king that is put back may castle again. */
  #rooks = new Set<number>();
  #enPassant = NO_EN_PASSANT;
  #halfmove = 0;
  #fullmove = 1;
  #checks: Setup["checks"];
  #hands: Setup["hands"];
  /** Of these the squares that have been changed are taken out. */
  #promoted: [low: number, high: number] | undefined;

  constructor(variant: Variant, fen: string) {
    this.variant = variant;
    this.read(fen);
  }

  /** Takes over a position. @throws {FenError} if it is illegal; then nothing changes */
  read(fen: string): void {
    const setup = parseFen(fen, this.variant);
    const { board, side, castling, epSquare, epVictim, halfmove, fullmove, checks, hands, promoted } = setup;
    this.#board = [...board];
    this.#side = side;
    this.#rooks = new Set(castling.filter((rook) => rook !== NO_SQUARE));
    this.#enPassant = { epSquare, epVictim };
    this.#halfmove = halfmove;
    this.#fullmove = fullmove;
    this.#checks = checks;
    this.#hands = hands;
    this.#promoted = promoted && [...promoted];
  }

  /** The piece on a square, or `NO_PIECE`. */
  pieceOn(square: number): number {
    return this.#board[square];
  }

  /** Puts a piece on a square in place of what is there; `NO_PIECE` empties it. */
  put(square: number, piece: number): void {
    this.#board[square] = piece;
    if (this.#promoted) this.#promoted[square >> 5] &= ~(1 << (square & 31));
    this.#halfmove = 0;
  }

  /** Moves whatever is on a square. */
  move(from: number, to: number): void {
    if (from === to) return;
    this.put(to, this.#board[from]);
    this.put(from, NO_PIECE);
  }

  /** Empties the board. */
  clear(): void {
    this.#board.fill(NO_PIECE);
    this.#rooks.clear();
    this.#halfmove = 0;
    this.#fullmove = 1;
    if (this.#checks !== undefined) this.#checks = [0, 0];
    if (this.#hands !== undefined) this.#hands = [0, 0];
    if (this.#promoted !== undefined) this.#promoted = [0, 0];
  }

  /** The side to move. */
  get side(): number {
    return this.#side;
  }

  set side(side: number) {
    this.#side = side;
    this.#enPassant = NO_EN_PASSANT;
  }

  /** All castling rights that can be: those of a king on his back rank with the rooks beside him. */
  get castlings(): readonly CastlingChoice[] {
    if (!this.variant.castling) return [];
    return COLOURS.flatMap((colour) => {
      const kings = this.#squares((square) => isPiece(this.#board[square], KING, colour));
      if (kings.length !== 1 || relativeRank(colour, kings[0]) !== 0) return [];
      const [king] = kings;
      const rooks = this.#squares(
        (square) => isPiece(this.#board[square], ROOK, colour) && relativeRank(colour, square) === 0,
      );
      return rooks.map((rook) => {
        // A wing has one right: that of the farthest rook, if there are several.
        const isOutdone = rooks.some(
          (other) =>
            this.#rooks.has(other) && other > king === rook > king && other > rook === rook > king && other !== rook,
        );
        const right = colour * 2 + (rook > king ? 0 : 1);
        return { rook, right, isOn: this.#rooks.has(rook) && !isOutdone };
      });
    });
  }

  /** Grants a castling right, in place of another one on that wing, or takes it away. */
  allowCastling({ rook, right }: CastlingChoice, isOn: boolean): void {
    for (const other of this.castlings) if (other.right === right) this.#rooks.delete(other.rook);
    if (isOn) this.#rooks.add(rook);
  }

  /** All en-passant captures that can be. */
  get enPassants(): readonly EnPassant[] {
    const rank = this.#side === WHITE ? 5 : 2;
    const bare = { ...this.#setup(), ...NO_EN_PASSANT };
    return FILES.flatMap((file) => {
      const epSquare = squareAt(file, rank);
      return passers({ ...bare, epSquare })
        .map((epVictim) => ({ epSquare, epVictim }))
        .filter((choice) => isCapturable({ ...bare, ...choice }));
    });
  }

  /** The en-passant capture; null for none. */
  get enPassant(): EnPassant | null {
    const { epSquare, epVictim } = this.#enPassant;
    return this.enPassants.find((one) => one.epSquare === epSquare && one.epVictim === epVictim) ?? null;
  }

  set enPassant(choice: EnPassant | null) {
    this.#enPassant = choice ?? NO_EN_PASSANT;
  }

  /** Its FEN, even if it is illegal. */
  get fen(): string {
    return formatFen({ ...this.#setup(), ...(this.enPassant ?? NO_EN_PASSANT) });
  }

  /** Why it is illegal, in plain words; null if it is legal. */
  get fault(): Message | null {
    try {
      validated(this.#setup());
      return null;
    } catch (error) {
      if (!(error instanceof FenError)) throw error;
      return error.reasonData;
    }
  }

  /** It as a position. @throws {FenError} if it is illegal */
  get position(): Position {
    return Position.fromFen(this.fen, this.variant);
  }

  /** It without en passant. */
  #setup(): Setup {
    const castling: [number, number, number, number] = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];
    for (const { rook, right, isOn } of this.castlings) if (isOn) castling[right] = rook;
    return {
      variant: this.variant,
      board: this.#board,
      side: this.#side,
      castling,
      ...NO_EN_PASSANT,
      halfmove: this.#halfmove,
      fullmove: this.#fullmove,
      ...(this.#checks !== undefined && { checks: this.#checks }),
      ...(this.#hands !== undefined && { hands: this.#hands }),
      ...(this.#promoted !== undefined && { promoted: [...this.#promoted] }),
    };
  }

  #squares(has: (square: number) => boolean): number[] {
    return [...this.#board.keys()].filter(has);
  }
}

function isCapturable(setup: Setup): boolean {
  try {
    return validated(setup).epSquare !== NO_SQUARE;
  } catch {
    return false;
  }
}
