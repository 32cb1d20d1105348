/**
 * Arrows and circles over the board: those that visitors draw with the right button, and the opponent's threat. What is drawn
 * stands in the comments of the game, so it stays with its position, and a PGN holds it.
 */

import type { Move } from "../../../api/position";
import type { GameNode } from "../../play/game-tree";
import type { GameRecord } from "../../play/record";
import type { Board } from "./board";
import { type Shape, shapesOf, toggled, withShapes } from "./shapes";

const SVG = "http://www.w3.org/2000/svg";
/** Of an arrow, in squares: from the middle of the first square, to the middle of the last, half the shaft, the head. */
const [START, END, SHAFT, HEAD] = [0.3, 0.05, 0.075, 0.32];

export interface DrawingsHost {
  /** The position on the board; null if it is not one of the game. */
  node(): GameNode | null;
  /** Something has been erased. */
  onErased(undo: () => void): void;
}

export class Drawings {
  readonly #record: GameRecord;
  readonly #board: Board;
  readonly #field: HTMLElement;
  readonly #host: DrawingsHost;
  readonly #layer = document.createElementNS(SVG, "svg");
  /** Where the right button went down, with what colour, and where the pointer is. */
  #drawn: Shape | null = null;
  /** Where the left button went down on a board without a piece in the hand. */
  #pressed: { readonly square: string; readonly node: GameNode | null } | null = null;
  #threat: Pick<Move, "from" | "to"> | null = null;

  /** @param field the board's element */
  constructor(record: GameRecord, board: Board, field: HTMLElement, host: DrawingsHost) {
    this.#record = record;
    this.#board = board;
    this.#field = field;
    this.#host = host;
    this.#layer.id = "drawings";
    this.#layer.setAttribute("viewBox", "0 0 8 8");
    this.#layer.setAttribute("aria-hidden", "true");
    field.append(this.#layer);
    field.addEventListener("contextmenu", (event) => event.preventDefault());
    field.addEventListener("pointerdown", (event) => this.#onDown(event));
    field.addEventListener("pointermove", (event) => this.#onMove(event));
    field.addEventListener("pointerup", (event) => this.#onUp(event));
    field.addEventListener("pointercancel", () => this.#draw(null));
    field.addEventListener("click", (event) => this.#onClick(event));
    record.changed.listen(() => this.show());
    record.annotated.listen(() => this.show());
    board.turned.listen(() => this.show());
    this.show();
  }

  /** What the opponent threatens; null for nothing. */
  threaten(move: Pick<Move, "from" | "to"> | null): void {
    this.#threat = move;
    this.show();
  }

  show(): void {
    const shapes = shapesOf(this.#host.node()?.comments ?? []);
    const parts = shapes.map((shape) => this.#part(shape, `drawn-${shape.colour}`));
    if (this.#threat !== null) parts.push(this.#part(this.#threat, "threat"));
    if (this.#drawn !== null) parts.push(this.#part(this.#drawn, `drawn-${this.#drawn.colour}`, "drawing"));
    this.#layer.replaceChildren(...parts);
  }

  #onDown(event: PointerEvent): void {
    const square = this.#squareAt(event);
    this.#pressed = event.button === 0 && !this.#board.isHeld ? { square, node: this.#host.node() } : null;
    if (event.button !== 2 || this.#host.node() === null) return;
    this.#field.setPointerCapture(event.pointerId);
    this.#draw({ colour: colourBy(event), from: square, to: square });
  }

  #onMove(event: PointerEvent): void {
    if (this.#drawn !== null) this.#draw({ ...this.#drawn, to: this.#squareAt(event) });
  }

  #onUp({ defaultPrevented: isTaken }: PointerEvent): void {
    const node = this.#host.node();
    if (this.#drawn !== null && node !== null && !isTaken)
      this.#set(node, toggled(shapesOf(node.comments), this.#drawn));
    this.#draw(null);
  }

  /** A click that is part of no move erases all. */
  #onClick(event: MouseEvent): void {
    const node = this.#host.node();
    const isSame = this.#pressed?.square === this.#squareAt(event) && this.#pressed.node === node;
    if (!isSame || node === null || this.#board.isHeld || shapesOf(node.comments).length === 0) return;
    const { comments } = node;
    this.#set(node, []);
    this.#host.onErased(() => this.#record.annotate(node, { comments }));
  }

  #set(node: GameNode, shapes: readonly Shape[]): void {
    this.#record.annotate(node, { comments: withShapes(node.comments, shapes) });
  }

  #draw(shape: Shape | null): void {
    if (this.#drawn === shape) return;
    this.#drawn = shape;
    this.show();
  }

  #squareAt({ clientX, clientY }: MouseEvent): string {
    const { left, top, width, height } = this.#field.getBoundingClientRect();
    const within = (part: number) => Math.max(0, Math.min(7, Math.floor(part * 8)));
    const [file, row] = [within((clientX - left) / width), within((clientY - top) / height)];
    return this.#board.isFlipped ? nameOf(7 - file, row) : nameOf(file, 7 - row);
  }

  #part({ from, to }: Pick<Shape, "from" | "to">, ...classes: readonly string[]): SVGElement {
    const [x, y] = this.#middleOf(from);
    const attributes: Readonly<Record<string, string | number>> =
      from === to ? { cx: x, cy: y, r: 0.44 } : { d: arrowPath([x, y], this.#middleOf(to)) };
    const part = document.createElementNS(SVG, from === to ? "circle" : "path");
    for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, String(value));
    part.setAttribute("class", classes.join(" "));
    return part;
  }

  #middleOf(square: string): readonly [x: number, y: number] {
    const [file, rank] = [square.charCodeAt(0) - "a".charCodeAt(0), Number(square[1]) - 1];
    return this.#board.isFlipped ? [7.5 - file, rank + 0.5] : [file + 0.5, 7.5 - rank];
  }
}

/** Green; with Shift red, with Alt blue, with Ctrl yellow. */
function colourBy({ shiftKey, altKey, ctrlKey }: PointerEvent): string {
  return shiftKey ? "R" : altKey ? "B" : ctrlKey ? "Y" : "G";
}

function nameOf(file: number, rank: number): string {
  return `${String.fromCharCode("a".charCodeAt(0) + file)}${rank + 1}`;
}

type Point = readonly [x: number, y: number];

/** The outline of an arrow between the middles of two squares. */
function arrowPath([fromX, fromY]: Point, [toX, toY]: Point): string {
  const length = Math.hypot(toX - fromX, toY - fromY);
  const [alongX, alongY] = [(toX - fromX) / length, (toY - fromY) / length];
  const at = (along: number, aside: number) => {
    const [x, y] = [fromX + along * alongX - aside * alongY, fromY + along * alongY + aside * alongX];
    return `${x.toFixed(3)} ${y.toFixed(3)}`;
  };
  const [tip, neck] = [length - END, length - END - HEAD];
  const half = HEAD / 1.7;
  const outline = [at(START, SHAFT), at(neck, SHAFT), at(neck, half), at(tip, 0), at(neck, -half), at(neck, -SHAFT)];
  return `M${[...outline, at(START, -SHAFT)].join("L")}Z`;
}
