/**
 * Piece pictures (SVG) of the page, orthodox and fairy. A tile is 40 units wide. Four classes, styled by
 * the style sheet for each side, tell what a shape is: `body`, `edge` (an outline alone), `mark` (a line on a body), `spot` (a
 * filled mark).
 */

import { type PieceShape, shapeOf } from "../../play/piece-names";

const body = (path: string) => `<path class="body" d="${path}"/>`;
const mark = (path: string) => `<path class="mark" d="${path}"/>`;
const edge = (path: string) => `<path class="edge" d="${path}"/>`;
const spot = (x: number, y: number, radius: number) => `<circle class="spot" cx="${x}" cy="${y}" r="${radius}"/>`;
const ball = (x: number, y: number, radius: number) => `<circle class="body" cx="${x}" cy="${y}" r="${radius}"/>`;
const placed = (how: string, shape: string) => `<g transform="${how}">${shape}</g>`;

const PLINTH = body("M8.5 35.3V33.6A2.1 2.1 0 0 1 10.6 31.5H29.4A2.1 2.1 0 0 1 31.5 33.6V35.3Z");

const HORSE =
  body(
    "M11.4 31.5C11.4 26.4 15.6 24.6 17.8 21C16.4 21.9 14.9 22.2 13.5 21.9C12.7 23.3 11.6 24.3 10.1 24.4C8.2 24.5 6.7 22.6 " +
      "7 20.7C8.4 17.9 10.3 15.8 11.1 13.2C11.4 11.5 12.3 10.2 13.6 9.2C13.3 7.7 13.5 6.3 14.2 5C15.8 5.7 17.1 6.8 17.9 " +
      "8.2C26 9.2 30.6 17.2 29.6 31.5Z",
  ) +
  mark("M17.8 21C19.3 19.4 20 17.6 20 15.8") +
  spot(14.4, 13.4, 1.05) +
  spot(9.3, 20.9, 0.75);
const MANED = HORSE + mark("M20.6 11.2C24.8 13.6 27 19.6 26.7 28.6");

const CROWN = body(
  "M20 19.2C20.6 17.3 21.5 15.9 22.7 14.9C25.8 12.3 30.8 13.5 31.6 17.6C32.2 20.8 30.6 23.7 27.4 27.9H12.6C9.4 23.7 7.8 " +
    "20.8 8.4 17.6C9.2 13.5 14.2 12.3 17.3 14.9C18.5 15.9 19.4 17.3 20 19.2Z",
);
const KING =
  edge("M20 4.4V11M17.1 6.9H22.9") +
  body(
    "M20 19.2C18.2 15.6 17.6 14.2 17.9 12.8C18.2 11.4 19.1 10.6 20 10.6C20.9 10.6 21.8 11.4 22.1 12.8C22.4 14.2 21.8 15.6 20 19.2Z",
  ) +
  CROWN +
  body("M12.6 27.9H27.4L28 31.5H12Z") +
  mark("M20 19.2V24");

const PAWN = body(
  "M10.4 35.3C10.4 32.3 11.8 30.8 13.5 29.9C16.5 28.3 17.3 25.2 17.5 21.8H15.9A1.3 1.3 0 0 1 15.9 19.2H17.2A5.8 5.8 0 1 1 " +
    "22.8 19.2H24.1A1.3 1.3 0 0 1 24.1 21.8H22.5C22.7 25.2 23.5 28.3 26.5 29.9C28.2 30.8 29.6 32.3 29.6 35.3Z",
);

/** A head in a helmet. */
const HELMET =
  body("M11 31.5C11 24.9 14.6 20.6 20 20.6C25.4 20.6 29 24.9 29 31.5Z") +
  ball(20, 14.8, 6) +
  body("M13.8 12.4C13.8 7.6 16.4 5.4 20 5.4C23.6 5.4 26.2 7.6 26.2 12.4Z") +
  mark("M11.8 12.4H28.2") +
  mark("M20 25V31.5") +
  PLINTH;

const SHAPES = {
  pawn: PAWN,
  /** Goes where the arms point. */
  berolina: PAWN + mark("M16 27.2L20 31.4L24 27.2"),
  knight: MANED + PLINTH,
  bishop:
    ball(20, 6.7, 2) +
    body(
      "M20 8.7C15.2 12.3 12.4 16.2 12.4 19.8C12.4 22.4 13.7 24.4 15.6 25.4H24.4C26.3 24.4 27.6 22.4 27.6 19.8C27.6 16.2 24.8 12.3 20 8.7Z",
    ) +
    body("M15.6 25.4H24.4L25 28.2H15Z") +
    body("M15 28.2H25L27 31.5H13Z") +
    mark("M23.7 13.4L20.4 18") +
    PLINTH,
  rook:
    body("M13.9 17.4H26.1L27.5 28.3H12.5Z") +
    body("M12.5 28.3H27.5L28.2 31.5H11.8Z") +
    body("M10.9 8.2H14.7V10.7H18V8.2H22V10.7H25.3V8.2H29.1V14.2L26.1 17.4H13.9L10.9 14.2Z") +
    PLINTH,
  queen:
    body("M8.4 13.4L13.8 20.6L14 10.2L17.6 19.6L20 8.8L22.4 19.6L26 10.2L26.2 20.6L31.6 13.4L27.7 27.9H12.3Z") +
    body("M12.3 27.9H27.7L28.3 31.5H11.7Z") +
    ball(7.9, 11.8, 1.75) +
    ball(13.8, 8.6, 1.75) +
    ball(20, 7.2, 1.75) +
    ball(26.2, 8.6, 1.75) +
    ball(32.1, 11.8, 1.75) +
    PLINTH,
  king: KING + PLINTH,
  /** Stands on a block, and never leaves it. */
  seated: placed("translate(2.2 -.4) scale(.89)", KING) + body("M7 35.3V27.8H33V35.3Z") + mark("M11 31.6H29"),
  /** Two heads, one leap behind the other. */
  nightrider: placed("translate(5.9 -1.6) scale(.9)", MANED) + placed("translate(-1.2 3.2) scale(.9)", MANED) + PLINTH,
  // Additional moves of a knight are marked on its shoulder: lines for steps, dots for leaps.
  wazir: HORSE + mark("M22.2 20.4V28.4M18.2 24.4H26.2") + PLINTH,
  ferz: HORSE + mark("M19.2 21.4L25.2 27.4M25.2 21.4L19.2 27.4") + PLINTH,
  dabbaba:
    HORSE + spot(22.2, 20.4, 1.25) + spot(22.2, 28.4, 1.25) + spot(18.2, 24.4, 1.25) + spot(26.2, 24.4, 1.25) + PLINTH,
  alfil: HORSE + spot(19, 21.2, 1.25) + spot(25.4, 21.2, 1.25) + spot(19, 27.6, 1.25) + spot(25.4, 27.6, 1.25) + PLINTH,
  /** The king that moves as a knight. */
  horseKing:
    placed("translate(1.2 4.8) scale(.85)", MANED) +
    body("M16.8 11.2L15.4 4.8L18.9 7.4L21.2 3.4L23.5 7.4L27 4.8L25.6 11.2Z") +
    PLINTH,
  /** Steps as a king, but is none. */
  commoner: HELMET,
  /** A letter that there is no picture for: it stands on a disc. */
  unknown: ball(20, 20, 13),
  /** The alfil is the elephant. */
  elephant:
    body(
      "M14.6 31.5C15.4 28.8 15.8 27 15.4 24.8C14.6 24.6 13.9 24.1 13.4 23.4C13 26.4 12.2 28.9 10 29.5C7.9 30 6.3 28.5 6.4 26.4" +
        "H8.7C8.9 27.4 9.6 27.4 9.9 26.6C10.8 24.4 9.5 21.6 9.9 17.4C10.4 11.8 14.8 7.8 20.4 8C27 8.2 30.4 13.8 30 20.4C29.7 " +
        "24.6 29.2 28 29.4 31.5Z",
    ) +
    body("M19.2 12.6C24 11.2 27.6 14.2 26.8 19.4C26.3 22.6 23.9 25.2 21.6 24.6C19 24 17.8 18.4 19.2 12.6Z") +
    spot(14.4, 16, 1.05) +
    mark("M14.6 21.2C13 22.8 10.4 23.2 7.4 21.6") +
    PLINTH,
  /** The ferz is the vizier. */
  vizier:
    ball(20, 8.4, 2) +
    body("M15 24.4H25C25.4 27.2 26.4 29.6 28.2 31.5H11.8C13.6 29.6 14.6 27.2 15 24.4Z") +
    body(
      "M15 24.6C12.8 23.6 11.4 21.6 11.4 19C11.4 13.8 15 10.4 20 10.4C25 10.4 28.6 13.8 28.6 19C28.6 21.6 27.2 23.6 25 24.6Z",
    ) +
    mark("M11.8 20.6C16.2 19.6 21.4 16.2 23.6 11.4M15.4 24.2C20.4 23 25 20.4 28 16.4") +
    PLINTH,
} as const satisfies Readonly<Record<PieceShape, string>>;

/** How pieces look: drawn; drawn with strong lines; or as letters. */
export const PIECE_STYLES = ["drawn", "strong", "letters"] as const;
export type PieceStyle = (typeof PIECE_STYLES)[number];

export function isPieceStyle(name: string | null): name is PieceStyle {
  return (PIECE_STYLES as readonly (string | null)[]).includes(name);
}

let current: PieceStyle = "drawn";

/** Chooses the style of all pictures from now on. */
export function usePieces(style: PieceStyle): void {
  current = style;
}

/** The drawing of a piece; one that has none of its own shows its letter. */
function drawing(variant: string, letter: string, style: PieceStyle): string {
  const shape = shapeOf(variant, letter);
  if (style === "letters") return ball(20, 20, 15.5) + initial(letter, 27, 20);
  return shape === "unknown" ? SHAPES[shape] + initial(letter, 25.5, 16) : SHAPES[shape];
}

function initial(letter: string, y: number, size: number): string {
  return `<text class="spot" x="20" y="${y}" text-anchor="middle" font-size="${size}">${letter.toUpperCase()}</text>`;
}

/** A picture of one piece. @param letter as FEN writes it */
export function pieceSvg(variant: string, letter: string, style = current): string {
  const side = letter === letter.toLowerCase() ? "black" : "white";
  return `<svg class="piece ${side}" viewBox="0 0 40 40" aria-hidden="true">${drawing(variant, letter, style)}</svg>`;
}

/** All pieces of a game as the board wants them: groups with the ids `wp`, `bn` and so on. */
export function sprite(variant: string, letters: string): string {
  const groups = [...letters.toLowerCase()].flatMap((letter) => {
    const shape = drawing(variant, letter, current);
    return [
      `<g id="w${letter}" class="piece white">${shape}</g>`,
      `<g id="b${letter}" class="piece black">${shape}</g>`,
    ];
  });
  return `<svg>${groups.join("")}</svg>`;
}
