/** Arrows on the board for the first moves of the PVs: a layer above the pieces. */

import { arrowShapes, BOARD, outline, type Shaft } from "./arrow-shapes";

const SVG = "http://www.w3.org/2000/svg";

export class ArrowLayer {
  readonly #layer = document.createElementNS(SVG, "svg");
  #moves: readonly Shaft[] = [];
  #isFlipped = false;

  /** @param board its square parent */
  constructor(board: HTMLElement) {
    this.#layer.setAttribute("viewBox", `0 0 ${BOARD} ${BOARD}`);
    this.#layer.setAttribute("class", "arrows");
    this.#layer.setAttribute("aria-hidden", "true");
    board.append(this.#layer);
  }

  /** @param moves the best first */
  show(moves: readonly Shaft[]): void {
    this.#moves = moves;
    this.#draw();
  }

  flip(isFlipped: boolean): void {
    this.#isFlipped = isFlipped;
    this.#draw();
  }

  #draw(): void {
    const paths = arrowShapes(this.#moves, this.#isFlipped).map((shape) => {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", `arrow rank-${shape.rank}`);
      path.setAttribute("d", outline(shape));
      return path;
    });
    // The best one on top.
    this.#layer.replaceChildren(...paths.reverse());
  }
}
