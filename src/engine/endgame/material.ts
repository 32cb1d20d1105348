/** The material of an endgame: the pieces of both sides, and how it is written: `KBNK`, `KQvKR`. */

import { MAX_MEN } from "../../../assembly/endgame/values";
import {
  BLACK,
  colourOf,
  KING,
  NO_PIECE,
  PAWN,
  PIECE_TYPES,
  pieceOf,
  typeOf,
  WHITE,
} from "../../../assembly/rules/piece";
import { PROMOTIONS, ROYAL } from "../../../assembly/rules/variant";
import { countsAtStart } from "../../chess/position/names";
import type { Variant } from "../../chess/variants/variant";
import { quote, WazabaError } from "../../errors";

/** Pieces in the order of a table: White's, then Black's, kings first, pawns last. */
export type Material = readonly number[];

/** Puts pieces in the order of a table. */
function sorted(pieces: Material): Material {
  return [...pieces].sort((a, b) => colourOf(a) - colourOf(b) || typeOf(b) - typeOf(a));
}

/**
 * Parses material in the letters of a variant: both sides one after the other, the second from its king on, or with a `v` between them.
 *
 * @throws {WazabaError} `usage` for anything else, or more than four men
 * @example parseMaterial("KBNK", CHESS) // a king, bishop and knight against a king
 */
export function parseMaterial(text: string, { letters, laws }: Variant): Material {
  const unreadable = (reason: string) => new WazabaError("usage", `${quote(text)}: ${reason}`);
  const king = letters[KING];
  const name = text.trim();
  const [white, black, ...more] = /v/i.test(name)
    ? name.split(/v/i)
    : [name.slice(0, Math.max(name.lastIndexOf(king), 0)), name.slice(name.lastIndexOf(king))];
  if (more.length > 0 || !white || !black)
    throw unreadable(`not two sides, such as ${king}${letters[4]}${king}${letters[3]}`);
  const sides = [white, black].map((side, colour) =>
    [...side].map((letter) => {
      const pieceType = letters.indexOf(letter);
      if (pieceType < 0) throw unreadable(`${quote(letter)} is not one of this variant's letters, ${letters}`);
      return pieceOf(pieceType, colour);
    }),
  );
  if (laws[ROYAL])
    for (const [colour, side] of sides.entries())
      if (side.filter((piece) => piece === pieceOf(KING, colour)).length !== 1)
        throw unreadable("each side has one king");
  const all = sides.flat();
  if (all.length > MAX_MEN) throw unreadable(`${all.length} men; max ${MAX_MEN}`);
  return sorted(all);
}

/** Material as text: `KQvKR`. */
export function formatMaterial(material: Material, { letters }: Variant): string {
  const side = (colour: number) =>
    material.filter((piece) => colourOf(piece) === colour).map((piece) => letters[typeOf(piece)]);
  return `${side(WHITE).join("")}v${side(BLACK).join("")}`;
}

/** The material on a board. */
export function materialOn(board: readonly number[]): Material {
  return sorted(board.filter((piece) => piece !== NO_PIECE));
}

/** The same for a material and that with the colours exchanged, which have one table: White has more men, or the higher ones. */
export function canonical(material: Material): Material {
  const [white, black] = [WHITE, BLACK].map((colour) =>
    material.filter((piece) => colourOf(piece) === colour).map(typeOf),
  );
  const place = white.findIndex((pieceType, i) => pieceType !== black[i]);
  const lead = white.length - black.length || (place < 0 ? 0 : white[place] - black[place]);
  return lead >= 0 ? material : exchanged(material);
}

/** All materials of a variant with that many men, each with one of its colours. */
export function allMaterials(men: number, variant: Variant): Material[] {
  const found = new Map<string, Material>();
  const start = countsAtStart(variant);
  const { laws } = variant;
  const types = Array.from({ length: PIECE_TYPES }, (_, pieceType) => pieceType).filter((pieceType) => {
    const isThere = start[pieceOf(pieceType, WHITE)] > 0 || ((laws[PROMOTIONS] >> pieceType) & 1) !== 0;
    return isThere && !(laws[ROYAL] && pieceType === KING);
  });
  const kings = laws[ROYAL] ? [pieceOf(KING, WHITE), pieceOf(KING, BLACK)] : [];
  const add = (pieces: Material) => {
    if (pieces.length < men)
      for (const pieceType of types) for (const colour of [WHITE, BLACK]) add([...pieces, pieceOf(pieceType, colour)]);
    else if (new Set(pieces.map(colourOf)).size === 2) {
      const material = canonical(sorted(pieces));
      found.set(String(material), material);
    }
  };
  add(kings);
  return [...found.values()];
}

/** Material with the colours exchanged. */
export function exchanged(material: Material): Material {
  return sorted(material.map((piece) => piece ^ 1));
}

/** What captures and promotions turn material into, as far as both sides have pieces left. */
export function successors(material: Material, { laws }: Variant): Material[] {
  const found = new Map<string, Material>();
  const add = (pieces: Material) => {
    const sides = new Set(pieces.map(colourOf));
    if (sides.size === 2) found.set(String(sorted(pieces)), sorted(pieces));
  };
  const addCaptures = (pieces: Material, colour: number) => {
    for (const other of afterCaptures(pieces, colour, laws)) add(other);
  };
  for (const colour of [WHITE, BLACK]) {
    addCaptures(material, colour ^ 1);
    const pawn = material.indexOf(pieceOf(PAWN, colour));
    if (pawn < 0) continue;
    for (let pieceType = PAWN; pieceType < PIECE_TYPES; pieceType++) {
      if (((laws[PROMOTIONS] >> pieceType) & 1) === 0) continue;
      const promoted = material.map((piece, place) => (place === pawn ? pieceOf(pieceType, colour) : piece));
      add(promoted);
      addCaptures(promoted, colour ^ 1);
    }
  }
  return [...found.values()];
}

/** What is left once a piece of `colour` is captured. */
export function afterCaptures(pieces: Material, colour: number, laws: Variant["laws"]): Material[] {
  return pieces.flatMap((piece, i) => {
    const isRoyal = laws[ROYAL] !== 0 && typeOf(piece) === KING;
    return colourOf(piece) === colour && !isRoyal ? [sorted(pieces.filter((_, place) => place !== i))] : [];
  });
}

/**
 * The tables that judge a position with this material: its own, and those that captures and promotions lead to; with one man too many,
 * those of what is left after a capture.
 */
export function tablesFor(material: Material, variant: Variant): Material[] {
  if (material.length <= MAX_MEN) return [material, ...successors(material, variant)];
  const rest = [WHITE, BLACK].flatMap((colour) => afterCaptures(material, colour, variant.laws));
  return rest.filter((pieces) => pieces.length <= MAX_MEN && new Set(pieces.map(colourOf)).size === 2);
}

/** The largest number of men on the board of which tables can say anything. */
export const MAX_PROBED_MEN = MAX_MEN + 1;
