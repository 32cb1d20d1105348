/** The board of the editor: pieces are dragged, from the palette too, or placed by taps; or by letters, with a cursor. */

import { NO_PIECE } from "../../../../assembly/rules/piece";
import { fileOf, NO_SQUARE, rankOf, squareAt } from "../../../../assembly/rules/square";
import { pieceLetter } from "../../../chess/position/names";
import { squareName } from "../../../chess/variants/square-names";
import type { Variant } from "../../../chess/variants/variant";
import { make } from "../shell/dom";
import { t } from "../shell/language";
import { pieceSvg } from "./pieces";

/** How far a pointer goes until it drags, pixels. */
const DRAG_FROM = 5;

export interface EditorBoardHost {
  readonly variant: Variant;
  /** The piece on a square, or `NO_PIECE`. */
  pieceOn(square: number): number;
  /** A square was tapped, or Enter pressed on it. */
  onTap(square: number): void;
  /** A square was clicked with the right button. */
  onOtherTap(square: number): void;
  /** A piece was dragged. @param from `NO_SQUARE` for one of the palette; @param to `NO_SQUARE` beside the board */
  onDrop(piece: number, from: number, to: number): void;
  /** Another key than those of the cursor; whether it did anything. */
  onKey(key: string, square: number): boolean;
  onCursor(square: number): void;
}

/** A piece being dragged. */
interface Drag {
  readonly piece: number;
  readonly from: number;
  readonly x: number;
  readonly y: number;
  /** Its picture; null until the pointer has gone far enough. */
  ghost: HTMLElement | null;
}

const STEPS: Readonly<Record<string, readonly [file: number, rank: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export class EditorBoard {
  readonly element: HTMLElement;
  readonly #host: EditorBoardHost;
  readonly #cells: readonly HTMLElement[];
  #isFlipped: boolean;
  #cursor = squareAt(4, 3);
  #drag: Drag | null = null;

  constructor(host: EditorBoardHost, isFlipped: boolean) {
    this.#host = host;
    this.#isFlipped = isFlipped;
    this.element = make("div", {
      id: "edit-board",
      tabindex: "0",
      role: "application",
      "aria-label": t(
        "Board: arrow keys move, a piece's letter places it, capitals White's; Delete removes, Enter uses the chosen tool",
      ),
      "aria-describedby": "edit-fen",
    });
    this.#cells = [...Array(64).keys()].map((square) => {
      const isDark = ((fileOf(square) + rankOf(square)) & 1) === 0;
      return make("div", { class: isDark ? "square dark" : "square", "data-square": squareName(square) });
    });
    this.#arrange();
    this.element.addEventListener("pointerdown", (event) => this.#onDown(event));
    this.element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const square = this.#squareAt(event.clientX, event.clientY);
      if (square !== NO_SQUARE) host.onOtherTap(square);
    });
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.element.addEventListener("focus", () => host.onCursor(this.#cursor));
    this.show(NO_SQUARE);
  }

  flip(): void {
    this.#isFlipped = !this.#isFlipped;
    this.#arrange();
  }

  /** Shows the pieces. @param chosen the square of a piece that is about to move, or `NO_SQUARE` */
  show(chosen: number): void {
    const { variant } = this.#host;
    for (const [square, cell] of this.#cells.entries()) {
      const piece = this.#host.pieceOn(square);
      const key = piece === NO_PIECE ? "" : pieceLetter(piece, variant);
      if (cell.dataset.piece !== key) {
        cell.dataset.piece = key;
        // Our own drawing, of a letter that the game has.
        cell.innerHTML = key === "" ? "" : pieceSvg(variant.id, key);
      }
      cell.classList.toggle("chosen", square === chosen);
      cell.classList.toggle("cursor", square === this.#cursor);
    }
  }

  /** Lets a piece be dragged from wherever the pointer is. @param from its square, `NO_SQUARE` if it comes from the palette */
  grab(event: PointerEvent, piece: number, from: number): void {
    const { target, pointerId } = event;
    if (event.button !== 0 || !(target instanceof Element)) return;
    this.#drag = { piece, from, x: event.clientX, y: event.clientY, ghost: null };
    target.setPointerCapture(pointerId);
    const moved = (move: Event) => move instanceof PointerEvent && this.#carry(move);
    const ended = (end: Event) => {
      target.removeEventListener("pointermove", moved);
      for (const name of ["pointerup", "pointercancel"]) target.removeEventListener(name, ended);
      if (end instanceof PointerEvent) this.#drop(end);
    };
    target.addEventListener("pointermove", moved);
    for (const name of ["pointerup", "pointercancel"]) target.addEventListener(name, ended);
  }

  #arrange(): void {
    const order = [7, 6, 5, 4, 3, 2, 1, 0].flatMap((rank) => [...Array(8).keys()].map((file) => squareAt(file, rank)));
    if (this.#isFlipped) order.reverse();
    this.element.replaceChildren(...order.map((square) => this.#cells[square]));
    // Names of ranks stand in the first file, those of files in the last rank.
    for (const [place, square] of order.entries()) {
      const [file, rank] = squareName(square);
      const cell = this.#cells[square];
      if ((place & 7) === 0) cell.dataset.rank = rank;
      else delete cell.dataset.rank;
      if (place >= 56) cell.dataset.file = file;
      else delete cell.dataset.file;
    }
  }

  #onDown(event: PointerEvent): void {
    const square = this.#squareAt(event.clientX, event.clientY);
    if (event.button !== 0 || square === NO_SQUARE) return;
    this.#setCursor(square);
    this.grab(event, this.#host.pieceOn(square), square);
  }

  #carry({ clientX, clientY }: PointerEvent): void {
    const drag = this.#drag;
    if (drag === null || drag.piece === NO_PIECE) return;
    if (drag.ghost === null) {
      if (Math.hypot(clientX - drag.x, clientY - drag.y) < DRAG_FROM) return;
      drag.ghost = make("div", { class: "ghost" });
      const { variant } = this.#host;
      drag.ghost.innerHTML = pieceSvg(variant.id, pieceLetter(drag.piece, variant));
      drag.ghost.style.width = `${this.element.clientWidth / 8}px`;
      this.element.closest("dialog")?.append(drag.ghost);
      if (drag.from !== NO_SQUARE) this.#cells[drag.from].classList.add("lifted");
    }
    drag.ghost.style.left = `${clientX}px`;
    drag.ghost.style.top = `${clientY}px`;
  }

  #drop({ type, clientX, clientY }: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag === null) return;
    drag.ghost?.remove();
    if (drag.from !== NO_SQUARE) this.#cells[drag.from].classList.remove("lifted");
    if (type === "pointercancel") return;
    const to = this.#squareAt(clientX, clientY);
    if (drag.ghost === null) {
      // A tap on the palette is its button's.
      if (drag.from !== NO_SQUARE && to === drag.from) this.#host.onTap(to);
    } else this.#host.onDrop(drag.piece, drag.from, to);
  }

  /** The square at a point of the window, or `NO_SQUARE`. */
  #squareAt(x: number, y: number): number {
    const box = this.element.getBoundingClientRect();
    const [column, row] = [Math.floor(((x - box.x) / box.width) * 8), Math.floor(((y - box.y) / box.height) * 8)];
    if (((column | row) & ~7) !== 0) return NO_SQUARE;
    const square = squareAt(column, 7 - row);
    return this.#isFlipped ? 63 - square : square;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      const sign = this.#isFlipped ? -1 : 1;
      const within = (value: number) => Math.max(0, Math.min(7, value));
      this.#setCursor(
        squareAt(within(fileOf(this.#cursor) + step[0] * sign), within(rankOf(this.#cursor) + step[1] * sign)),
      );
    } else if (event.key === "Enter" || event.key === " ") this.#host.onTap(this.#cursor);
    else if (!this.#host.onKey(event.key, this.#cursor)) return;
    event.preventDefault();
  }

  #setCursor(square: number): void {
    this.#cells[this.#cursor].classList.remove("cursor");
    this.#cursor = square;
    this.#cells[square].classList.add("cursor");
    this.#host.onCursor(square);
  }
}
