/** Piece letters of other languages in PGN: German and Danish, which have the same ones. */

/** A set of letters for the pieces. */
export interface Letters {
  /** Whose letters they are, as messages say it. */
  readonly language: string;
  /** Each letter, with the English one. What is not there is the same in English, or nothing. */
  readonly english: Readonly<Record<string, string>>;
}

/**
 * The sets of letters, in the order in which they are tried: `B` is an English bishop, or a German *Bauer* and a Danish
 * *bonde*, the pawn.
 */
export const LETTERS: readonly Letters[] = [
  { language: "English", english: {} },
  { language: "German or Danish", english: { B: "P", S: "N", L: "B", T: "R", D: "Q" } },
];

/** The piece that moves, and the piece a pawn becomes: `e8=D`, `e8D`, `e8(D)`. */
const PIECE = /^[A-Z]|(?<=[1-8][=/]?\(?)[A-Z]/g;

/**
 * Puts the English letters in a move's place.
 *
 * @example toEnglish("bxa8=D", LETTERS[1]) // "bxa8=Q"
 */
export function toEnglish(move: string, { english }: Letters): string {
  return move.replace(PIECE, (letter) => english[letter] ?? letter);
}

/** The tags that Wazaba reads or always writes, by the standard's spelling, and what else they are called. */
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
 * The standard's name for a tag, whatever its case and language; a name that is not known stays as it is.
 *
 * @example standardTagName("Weiß") // "White"
 */
export function standardTagName(name: string): string {
  return STANDARD_NAMES.get(name.toLowerCase()) ?? name;
}
