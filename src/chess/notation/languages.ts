/** Piece letters of other languages in PGN: German and Danish, which have the same ones. */

/** A set of piece letters. */
export interface Letters {
  /** The English letter of each letter; the others are the same in English, or none. */
  readonly english: Readonly<Record<string, string>>;
}

const ENGLISH: Letters["english"] = {};

/**
 * The sets of letters, in the order in which they are tried: `B` is an English bishop, or a German *Bauer* and a Danish
 * *bonde*, the pawn.
 */
export const LETTERS: readonly Letters[] = [
  { english: ENGLISH },
  // German and Danish.
  { english: { B: "P", S: "N", L: "B", T: "R", D: "Q" } },
];

/** The moved piece, and the promotion piece: `e8=D`, `e8D`, `e8(D)`. */
const PIECE = /^[A-Z]|(?<=[1-8][=/]?\(?)[A-Z]/g;

/**
 * Replaces the piece letters of a move by the English ones.
 *
 * @example toEnglish("bxa8=D", LETTERS[1]) // "bxa8=Q"
 */
export function toEnglish(move: string, { english }: Letters): string {
  if (english === ENGLISH) return move;
  return move.replace(PIECE, (letter) => english[letter] ?? letter);
}

/** The tags that Wazaba reads or always writes, in the spelling of the standard, with their other names. */
const TAG_NAMES: Readonly<Record<string, readonly string[]>> = {
  Event: ["Turnier", "Turnering"],
  Site: ["Ort", "Sted"],
  Date: ["Datum", "Dato"],
  Round: ["Runde"],
  White: ["Weiß", "Weiss", "Hvid"],
  Black: ["Schwarz", "Sort"],
  Result: ["Ergebnis", "Resultat"],
  SetUp: [],
  FEN: [],
  Variant: [],
};

const STANDARD_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(TAG_NAMES).flatMap(([name, others]) => [name, ...others].map((other) => [other.toLowerCase(), name])),
);

/**
 * The standard name of a tag, in any case and language; an unknown name stays as it is.
 *
 * @example standardTagName("Weiß") // "White"
 */
export function standardTagName(name: string): string {
  return Object.hasOwn(TAG_NAMES, name) ? name : (STANDARD_NAMES.get(name.toLowerCase()) ?? name);
}
