/** The element's board: shows a position, and takes no input. */

import type { Position } from "../../api/position";
import { pieceSvg } from "../page/board/pieces";
import { make } from "../page/shell/dom";
import { pieceName } from "../play/piece-names";

const SVG = "http://www.w3.org/2000/svg";

/** The squares in reading order, White below. */
const SQUARES = [8, 7, 6, 5, 4, 3, 2, 1].flatMap((rank) => [..."abcdefgh"].map((file) => `${file}${rank}`));

/** Shows a position. @param isFlipped whether Black is below */
export function showBoard(board: HTMLElement, position: Position, isFlipped: boolean): void {
  const { pieces, variant } = position;
  const last = position.moves.at(-1) ?? "";
  const marked = [last.slice(0, 2), last.slice(2, 4)];
  const squares = SQUARES.map((name, i) => {
    const isDark = ((i + (i >> 3)) & 1) === 1;
    const square = make("div", { class: `${isDark ? "dark" : ""} ${marked.includes(name) ? "last" : ""}` });
    const piece = pieces.get(name);
    if (piece !== undefined) square.append(drawing(pieceSvg(variant.id, piece)));
    // Coordinates on the edge that is left, and below.
    if (name[0] === (isFlipped ? "h" : "a")) square.append(make("span", { class: "rank" }, name[1]));
    if (name[1] === (isFlipped ? "8" : "1")) square.append(make("span", { class: "file" }, name[0]));
    return square;
  });
  board.replaceChildren(...(isFlipped ? squares.reverse() : squares));
  board.setAttribute("aria-label", describe(position));
}

/** One of our own drawings as elements. Not by `innerHTML`, which Trusted Types forbid. */
function drawing(svg: string): Element {
  const root = document.createElementNS(SVG, "g");
  let parent: Element = root;
  for (const [, isEnd, name, attributes, isEmpty] of svg.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g)) {
    if (isEnd) parent = parent.parentElement ?? root;
    else {
      const element = document.createElementNS(SVG, name);
      for (const [, key, value] of attributes.matchAll(/([\w-]+)="([^"]*)"/g)) element.setAttribute(key, value);
      parent.append(element);
      if (!isEmpty) parent = element;
    }
  }
  return root.firstElementChild ?? root;
}

/** A position in words, for screen readers. */
function describe({ pieces, variant, turn }: Position): string {
  const side = (isWhite: boolean) => {
    const own = [...pieces].filter(([, letter]) => (letter === letter.toUpperCase()) === isWhite);
    return own.map(([square, letter]) => `${pieceName(variant.id, letter)} ${square}`).join(", ");
  };
  return `${turn === "white" ? "White" : "Black"} to move. White: ${side(true)}. Black: ${side(false)}.`;
}
