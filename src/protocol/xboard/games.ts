/** Variants in xboard: Wazaba's variants by xboard's names, and setups of those that xboard does not know. */

import { KING, PAWN, PIECE_TYPES } from "../../../assembly/rules/piece";
import { A, BEROLINA, D, DOUBLE_STEPS, F, LEAPS_LAW, N, RIDES_LAW, ROYAL, W } from "../../../assembly/rules/variant";
import { CHESS } from "../../chess/variants/games";
import { findVariant, isChess960 } from "../../chess/variants/names";
import type { Variant } from "../../chess/variants/variant";

/** A variant under its xboard name. */
export interface XboardGame {
  readonly name: string;
  /** Its id in Wazaba. */
  readonly id: string;
  /** Whether it is Chess960: castling is then written `O-O`. */
  readonly isFischerandom: boolean;
}

/** Variants whose rules xboard knows. It knows berolina only by name, and calls half of its moves illegal. */
const KNOWN: readonly XboardGame[] = [
  { name: "normal", id: CHESS.id, isFischerandom: false },
  { name: "fischerandom", id: CHESS.id, isFischerandom: true },
  ...["knightmate", "shatranj", "giveaway", "3check", "atomic", "crazyhouse"].map((id) => ({
    name: id,
    id,
    isFischerandom: false,
  })),
];

/**
 * The variants under their xboard names.
 *
 * @param ids ids in Wazaba, user-defined variants included
 */
export function xboardGames(ids: readonly string[]): XboardGame[] {
  const others = ids.filter((id) => KNOWN.every((game) => game.id !== id));
  return [...KNOWN, ...others.map((id) => ({ name: id, id, isFischerandom: false }))];
}

/** The variant of that name in xboard, Wazaba or another program. */
export function findXboardGame(name: string, among: readonly XboardGame[]): XboardGame | undefined {
  const wanted = name.toLowerCase();
  const known = among.find((game) => game.name === wanted);
  if (known !== undefined || isChess960(name)) return known ?? among.find((game) => game.isFischerandom);
  const meant = findVariant(name)?.id;
  return among.find(({ id }) => id === meant);
}

/**
 * The lines that explain a variant after `variant`; none if xboard knows it. The parent is xboard's `fairy`: with `normal`,
 * xboard 4.9.1 sends no `variant` to the second engine of a match, and `giveaway` ignores `piece`.
 */
export function explanation({ name }: XboardGame, variant: Variant): string[] {
  if (KNOWN.some((known) => known.name === name)) return [];
  const pieces = variant.laws[ROYAL] ? variant.letters : withoutKing(variant.letters);
  return [`setup (${pieces}${pieces.toLowerCase()}) 8x8+0_fairy ${variant.fen}`, ...pieceLines(variant)];
}

/** The last letter is the royal king's; a king that is not royal takes the eleventh place, xboard's commoner. */
function withoutKing(letters: string): string {
  return `${letters.slice(PAWN, KING)}.....${letters.charAt(KING)}.`;
}

/** `piece` lines for all pieces that do not move as in orthodox chess, in xboard's Betza notation. */
function pieceLines({ letters, laws }: Variant): string[] {
  const lines: string[] = [];
  for (let pieceType = PAWN; pieceType < PIECE_TYPES; pieceType++) {
    const betza = pieceType === PAWN ? pawnMoves(laws) : nonPawnMoves(pieceType, laws);
    const orthodox = pieceType === PAWN ? pawnMoves(CHESS.laws) : nonPawnMoves(pieceType, CHESS.laws);
    const isCommoner = pieceType === KING && !laws[ROYAL];
    if (betza !== orthodox || isCommoner) lines.push(`piece ${letters.charAt(pieceType)}& ${betza}`);
  }
  return lines;
}

/** Moves ahead and captures diagonally, in Berolina the other way round; initial double step (i), not leaping (n). */
function pawnMoves(laws: readonly number[]): string {
  const [moves, captures, doubled] = laws[BEROLINA] ? ["fmF", "fcW", "ifmnA"] : ["fmW", "fcF", "ifmnD"];
  return moves + captures + (laws[DOUBLE_STEPS] ? doubled : "");
}

/** Sets of atoms with their letters, unions before their parts. */
const RIDES: readonly [number, string][] = [
  [W | F, "Q"],
  [W, "R"],
  [F, "B"],
  [N, "N0"],
];
const LEAPS: readonly [number, string][] = [
  [W | F, "K"],
  [W, "W"],
  [F, "F"],
  [D, "D"],
  [A, "A"],
  [N, "N"],
];
/** A piece without moves: xboard needs some letter. */
const IMMOBILE = "n";

function nonPawnMoves(pieceType: number, laws: readonly number[]): string {
  const betza = lettersOf(laws[RIDES_LAW + pieceType], RIDES) + lettersOf(laws[LEAPS_LAW + pieceType], LEAPS);
  return betza || IMMOBILE;
}

function lettersOf(atoms: number, alphabet: readonly [number, string][]): string {
  let rest = atoms;
  let text = "";
  for (const [set, letter] of alphabet) {
    if ((rest & set) !== set) continue;
    text += letter;
    rest &= ~set;
  }
  return text;
}
