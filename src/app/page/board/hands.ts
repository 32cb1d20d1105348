/** The hands of both sides by the players' names, in games with drops: their pieces are dropped by click, drag or keyboard. */

import type { Colour, Position } from "../../../api/position";
import { pieceName } from "../../play/piece-names";
import { handPieces } from "../../play/words";
import { find, make } from "../shell/dom";
import { t } from "../shell/language";
import type { Board } from "./board";
import { pieceSvg } from "./pieces";

/** A pointer that moves less between down and up has clicked, pixels. */
const CLICK = 8;

export class Hands {
  readonly #board: Board;

  constructor(board: Board) {
    this.#board = board;
  }

  /** Shows what both sides have in hand; nothing without drops. */
  show(position: Position): void {
    for (const place of ["top", "bottom"]) {
      const element = find(`${place}-hand`, HTMLElement);
      const side = (find(place, HTMLElement).dataset.side ?? "white") as Colour;
      const pieces = handPieces(position, side);
      const key = `${position.variant.id} ${side} ${pieces.join(" ")}`;
      if (element.dataset.shown === key) continue;
      element.dataset.shown = key;
      element.setAttribute("aria-label", t(side === "white" ? "White's hand" : "Black's hand"));
      element.replaceChildren(...pieces.map(([piece, count]) => this.#button(position, piece, count)));
      element.hidden = pieces.length === 0;
    }
  }

  #button({ variant }: Position, piece: string, count: number): HTMLButtonElement {
    const label = `${pieceName(variant.id, piece)}, ${count}`;
    const element = make("button", { type: "button", "aria-label": label, "data-piece": piece });
    // Our own drawings; letters come from a checked definition.
    element.innerHTML = pieceSvg(variant.id, piece);
    if (count > 1) element.append(make("b", {}, String(count)));
    // A click without a pointer comes from the keyboard, which goes on to the board.
    element.addEventListener("click", ({ detail }) => this.#board.takeFromHand(piece, detail === 0));
    element.addEventListener("pointerdown", (event) => this.#drag(event, piece, element));
    return element;
  }

  /** A piece that follows the pointer is dropped where that is released. */
  #drag(down: PointerEvent, piece: string, element: HTMLElement): void {
    if (down.button !== 0) return;
    element.setPointerCapture(down.pointerId);
    let ghost: HTMLElement | null = null;
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (ghost === null) {
        if (Math.hypot(clientX - down.clientX, clientY - down.clientY) < CLICK) return;
        if (!this.#board.takeFromHand(piece, false, true)) return end();
        ghost = make("div", { class: "dragged", "aria-hidden": "true" });
        ghost.append(...[...element.children].slice(0, 1).map((drawing) => drawing.cloneNode(true)));
        document.body.append(ghost);
      }
      ghost.style.translate = `${clientX}px ${clientY}px`;
    };
    const up = ({ clientX, clientY }: PointerEvent) => {
      if (ghost === null) return end();
      // The click that follows is part of the drag.
      element.addEventListener("click", (event) => event.stopImmediatePropagation(), { capture: true, once: true });
      this.#board.dropAt(clientX, clientY);
      end();
    };
    const end = () => {
      ghost?.remove();
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", end);
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", end);
  }
}
