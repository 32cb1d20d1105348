/** Piece letters and colour names. */

import { BLACK, colourOf, NO_PIECE, pieceOf, typeOf, WHITE } from "../../../assembly/rules/piece";
import { message, type Template } from "../../message";
import type { Variant } from "../variants/variant";

/** The letter of a piece in a variant: upper case for White's, lower case for Black's. */
export function pieceLetter(piece: number, { letters }: Variant): string {
  const letter = letters.charAt(typeOf(piece));
  return colourOf(piece) === WHITE ? letter : letter.toLowerCase();
}

/** The piece with that letter in a variant, `NO_PIECE` if there is none. */
export function pieceOfLetter(letter: string, { letters }: Variant): number {
  const pieceType = letters.indexOf(letter.toUpperCase());
  if (pieceType < 0 || !/^[a-z]$/i.test(letter)) return NO_PIECE;
  return pieceOf(pieceType, letter < "a" ? WHITE : BLACK);
}

/** Whether a piece belongs to `colour`. */
export function belongsTo(piece: number, colour: number): boolean {
  return piece !== NO_PIECE && colourOf(piece) === colour;
}

/** Whether a piece is of that type and colour. */
export function isPiece(piece: number, pieceType: number, colour: number): boolean {
  return belongsTo(piece, colour) && typeOf(piece) === pieceType;
}

/** `White` or `Black`. */
export function colourName(colour: number): Template {
  return colour === WHITE ? message`White` : message`Black`;
}

/** Both colours, White first. */
export const COLOURS: readonly number[] = [WHITE, BLACK];
