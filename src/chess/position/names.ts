/** Piece letters and colour names. */

import { BLACK, colourOf, NO_PIECE, PIECES, typeOf, WHITE } from "../../../assembly/rules/piece";
import { message, type Template } from "../../message";
import type { Variant } from "../variants/variant";

/** What reading and writing a variant's positions needs again and again. */
interface Tables {
  /** The letters of the pieces. */
  readonly letters: readonly string[];
  /** The pieces by the ASCII codes of their letters. */
  readonly pieces: Int8Array;
  /** How many of each piece the start position has. */
  readonly atStart: Int8Array;
}

const TABLES = new WeakMap<Variant, Tables>();

function tablesOf(variant: Variant): Tables {
  const known = TABLES.get(variant);
  if (known !== undefined) return known;
  const letters = Array.from({ length: PIECES }, (_, piece) => {
    const letter = variant.letters.charAt(typeOf(piece));
    return colourOf(piece) === WHITE ? letter : letter.toLowerCase();
  });
  const pieces = new Int8Array(128).fill(NO_PIECE);
  const atStart = new Int8Array(PIECES);
  const [placement] = variant.fen.split(/\s/, 1);
  letters.forEach((letter, piece) => {
    if (/^[a-z]$/i.test(letter)) pieces[letter.charCodeAt(0)] = piece;
    atStart[piece] = placement.split(letter).length - 1;
  });
  const tables = { letters, pieces, atStart };
  TABLES.set(variant, tables);
  return tables;
}

/** The letter of a piece in a variant: upper case for White's, lower case for Black's. */
export function pieceLetter(piece: number, variant: Variant): string {
  return tablesOf(variant).letters[piece];
}

/** The letters of all pieces in a variant. */
export function pieceLetters(variant: Variant): readonly string[] {
  return tablesOf(variant).letters;
}

/** The piece with that letter in a variant, `NO_PIECE` if there is none. */
export function pieceOfLetter(letter: string, variant: Variant): number {
  return (letter.length === 1 ? tablesOf(variant).pieces[letter.charCodeAt(0)] : undefined) ?? NO_PIECE;
}

/** The pieces in a variant by the ASCII codes of their letters. */
export function piecesByCode(variant: Variant): Int8Array {
  return tablesOf(variant).pieces;
}

/** How many of each piece the start position of a variant has. */
export function countsAtStart(variant: Variant): Int8Array {
  return tablesOf(variant).atStart;
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
