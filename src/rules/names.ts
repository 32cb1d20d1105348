import { BLACK, colourOf, NO_PIECE, slotOf, WHITE } from "../../assembly/rules/piece";
import { fileOf, NO_SQUARE, rankOf, squareAt } from "../../assembly/rules/square";

/** The letters of the six slots, by slot: pawn, knight, bishop, rook, queen, king. */
export const SLOT_LETTERS = "PNBRQK";

const PIECE_LETTERS = "PpNnBbRrQqKk";

/** The letter of a man: upper case for White's, lower case for Black's. */
export function pieceLetter(piece: number): string {
  return PIECE_LETTERS.charAt(piece);
}

/** The man of a letter, `NO_PIECE` if there is none. */
export function pieceOfLetter(letter: string): number {
  const piece = PIECE_LETTERS.indexOf(letter);
  return piece < 0 || letter === "" ? NO_PIECE : piece;
}

/** Whether a man is one of `colour`'s. */
export function belongsTo(piece: number, colour: number): boolean {
  return piece !== NO_PIECE && colourOf(piece) === colour;
}

/** Whether a man is one of `colour`'s and of that slot. */
export function isMan(piece: number, slot: number, colour: number): boolean {
  return belongsTo(piece, colour) && slotOf(piece) === slot;
}

/** `a1` for 0 to `h8` for 63. */
export function squareName(square: number): string {
  return "abcdefgh".charAt(fileOf(square)) + (rankOf(square) + 1);
}

/** The square of a name like `e4`, `NO_SQUARE` if it is none. */
export function squareOfName(name: string): number {
  return /^[a-h][1-8]$/.test(name) ? squareAt(name.charCodeAt(0) - 97, name.charCodeAt(1) - 49) : NO_SQUARE;
}

/** `White` or `Black`. */
export function colourName(colour: number): string {
  return colour === WHITE ? "White" : "Black";
}

/** Both colours, White first. */
export const COLOURS: readonly number[] = [WHITE, BLACK];
