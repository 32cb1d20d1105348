/** The board as text for a terminal: Unicode pieces on coloured squares, or letters (ASCII). */

import type { ChalkInstance } from "chalk";
import type { Move, Position } from "../../api/position";
import { type PieceShape, shapeOf } from "../play/piece-names";

/** How a board is drawn. */
export interface DiagramStyle {
  /** Letters instead of Unicode's pieces. */
  readonly isAscii: boolean;
  /** Whether Black is below. */
  readonly isFlipped: boolean;
  /** Columns of a square: 2 or 3. */
  readonly width: number;
  /** Colours; of level 0 for none. */
  readonly chalk: ChalkInstance;
}

/** Columns before the squares: the number of the rank. */
const MARGIN = 2;

/** Background colours: of squares, of those of the last move, of a king in check. */
const SQUARES = {
  light: [118, 140, 152],
  dark: [82, 101, 114],
  lightMoved: [170, 152, 74],
  darkMoved: [142, 122, 44],
  check: [176, 64, 56],
} as const;

/** Unicode's pieces, filled and outlined; the others are letters. */
const FIGURES: Readonly<Partial<Record<PieceShape, readonly [filled: string, outlined: string]>>> = {
  pawn: ["♟", "♙"],
  berolina: ["♟", "♙"],
  knight: ["♞", "♘"],
  nightrider: ["♞", "♘"],
  dabbaba: ["♞", "♘"],
  alfil: ["♞", "♘"],
  ferz: ["♞", "♘"],
  wazir: ["♞", "♘"],
  bishop: ["♝", "♗"],
  elephant: ["♝", "♗"],
  rook: ["♜", "♖"],
  queen: ["♛", "♕"],
  vizier: ["♛", "♕"],
  king: ["♚", "♔"],
  seated: ["♚", "♔"],
  horseKing: ["♚", "♔"],
};

/** How many columns a board takes. */
export function diagramWidth(width: number): number {
  return MARGIN + 8 * width;
}

/**
 * The eight ranks and a line with the files. Without colours, brackets show the last move.
 *
 * @param last the move that led to the position; null for none
 */
export function diagram(position: Position, last: Move | null, style: DiagramStyle): string[] {
  const { isFlipped, width } = style;
  const ranks = isFlipped ? [1, 2, 3, 4, 5, 6, 7, 8] : [8, 7, 6, 5, 4, 3, 2, 1];
  const files = isFlipped ? [..."hgfedcba"] : [..."abcdefgh"];
  const { pieces } = position;
  const rows = ranks.map((rank) => {
    const cells = files.map((file) => {
      const square = `${file}${rank}`;
      return cell(square, pieces.get(square) ?? null, position, last, style);
    });
    return `${String(rank).padEnd(MARGIN)}${cells.join("")}`;
  });
  return [...rows, `${" ".repeat(MARGIN)}${files.map((file) => centred(file, width)).join("")}`.trimEnd()];
}

function cell(
  square: string,
  piece: string | null,
  position: Position,
  last: Move | null,
  style: DiagramStyle,
): string {
  const { isAscii, width, chalk } = style;
  const isMoved = last !== null && (square === last.from || square === last.to);
  const isLight = (square.charCodeAt(0) + square.charCodeAt(1)) % 2 === 1;
  const hasColours = chalk.level > 0;
  const symbol = piece === null ? null : symbolOf(piece, position.variant.id, isAscii, hasColours);
  if (!hasColours) {
    const text = symbol ?? (isAscii ? "." : "·");
    if (!isMoved) return centred(text, width);
    return width === 2 ? `${text}<` : `[${text}]`;
  }
  const isWhite = piece === piece?.toUpperCase();
  const isChecked =
    piece !== null && position.isCheck && isKing(piece, position) && isWhite === (position.turn === "white");
  const plain = isLight ? SQUARES.light : SQUARES.dark;
  const moved = isLight ? SQUARES.lightMoved : SQUARES.darkMoved;
  const [red, green, blue] = isChecked ? SQUARES.check : isMoved ? moved : plain;
  const ink = isWhite ? chalk.bold.whiteBright : chalk.black;
  return ink.bgRgb(red, green, blue)(centred(symbol ?? "", width));
}

/** Colours tell the sides apart; without them outlines do, and the case of letters. */
function symbolOf(piece: string, variant: string, isAscii: boolean, hasColours: boolean): string {
  const figures = isAscii ? undefined : FIGURES[shapeOf(variant, piece)];
  if (figures === undefined) return piece;
  return hasColours || piece === piece.toLowerCase() ? figures[0] : figures[1];
}

function isKing(piece: string, { variant }: Position): boolean {
  return ["king", "seated", "horseKing"].includes(shapeOf(variant.id, piece));
}

function centred(text: string, width: number): string {
  return width === 2 ? text.padEnd(2) : text.padStart(2).padEnd(3);
}
