/** Names of pieces and colours in a game. */

import { BLACK, colourOf, NO_PIECE, pieceOf, typeOf, WHITE } from "../../assembly/rules/piece";
import type { Variant } from "../variants/variant";

/** The letter of a man in its game: upper case for White's, lower case for Black's. */
export function pieceLetter(piece: number, { letters }: Variant): string {
  const letter = letters.charAt(typeOf(piece));
  return colourOf(piece) === WHITE ? letter : letter.toLowerCase();
}

/** The man of a letter in a game, `NO_PIECE` if there is none. */
export function pieceOfLetter(letter: string, { letters }: Variant): number {
  const slot = letters.indexOf(letter.toUpperCase());
  if (slot < 0 || !/^[a-z]$/i.test(letter)) return NO_PIECE;
  return pieceOf(slot, letter < "a" ? WHITE : BLACK);
}

/** Whether a man is one of `colour`'s. */
export function belongsTo(piece: number, colour: number): boolean {
  return piece !== NO_PIECE && colourOf(piece) === colour;
}

/** Whether a man is one of `colour`'s and of that slot. */
export function isMan(piece: number, slot: number, colour: number): boolean {
  return belongsTo(piece, colour) && typeOf(piece) === slot;
}

/** `White` or `Black`. */
export function colourName(colour: number): string {
  return colour === WHITE ? "White" : "Black";
}

/** Both colours, White first. */
export const COLOURS: readonly number[] = [WHITE, BLACK];
