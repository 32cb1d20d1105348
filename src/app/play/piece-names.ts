/** What the pieces of each game are called, and which shape they have, orthodox and fairy. */

import { t } from "./text";

/** The shapes that pieces have in pictures. */
export type PieceShape = keyof typeof NAMES;

/** Shapes by letter in orthodox chess. */
const ORTHODOX: Readonly<Record<string, PieceShape>> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

/** Shapes by letter where a variant differs. */
const FAIRY: Readonly<Record<string, Readonly<Record<string, PieceShape>>>> = {
  stationary: { k: "seated" },
  nightrider: { n: "nightrider" },
  dabbaba: { n: "dabbaba" },
  alfil: { n: "alfil" },
  ferz: { n: "ferz" },
  wazir: { n: "wazir" },
  knightmate: { m: "commoner", k: "horseKing" },
  shatranj: { b: "elephant", q: "vizier" },
  berolina: { p: "berolina" },
};

/** English piece names by shape. */
const NAMES = {
  pawn: "pawn",
  berolina: "Berolina pawn",
  knight: "knight",
  bishop: "bishop",
  rook: "rook",
  queen: "queen",
  king: "king",
  seated: "king",
  nightrider: "nightrider",
  wazir: "knight-wazir",
  ferz: "knight-ferz",
  dabbaba: "knight-dabbaba",
  alfil: "knight-alfil",
  horseKing: "king",
  commoner: "commoner",
  unknown: "piece",
  elephant: "alfil",
  vizier: "ferz",
};

/** The shape of a piece. @param letter as FEN writes it */
export function shapeOf(variant: string, letter: string): PieceShape {
  const small = letter.toLowerCase();
  return FAIRY[variant]?.[small] ?? ORTHODOX[small] ?? "unknown";
}

/** A piece's name, without its colour. */
export function pieceName(variant: string, letter: string): string {
  const shape = shapeOf(variant, letter);
  return shape === "unknown" ? t("piece {letter}", { letter: letter.toUpperCase() }) : t(NAMES[shape]);
}

/** The letters of a game's pieces that are drawn differently from those in orthodox chess. */
export function fairyPieces(variant: string): string[] {
  return Object.keys(FAIRY[variant] ?? {}).map((letter) => letter.toUpperCase());
}
