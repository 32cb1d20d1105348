/** The evaluation graph: White's expected score after each move. A click or the arrow keys go to a move. */

import type { GameRecord } from "../../play/record";
import { standingAt } from "../../play/standing";
import { find } from "../shell/dom";
import { t } from "../shell/language";

/** The units of the drawing. */
const [WIDTH, HEIGHT] = [600, 100];

export class Graph {
  readonly #record: GameRecord;
  readonly #element = find("graph", HTMLElement);
  /** White's area, Black's area, and the curve between. */
  readonly #areas: readonly SVGPathElement[];
  readonly #line: SVGPathElement;
  readonly #here: SVGLineElement;

  constructor(record: GameRecord) {
    this.#record = record;
    const parts = this.#element.querySelectorAll("path");
    [this.#areas, this.#line] = [[parts[0], parts[1]], parts[2]];
    this.#here = this.#element.querySelector("#here") as SVGLineElement;
    this.#element.addEventListener("click", (event) => {
      const { left, width } = this.#element.getBoundingClientRect();
      record.go(Math.round(((event.clientX - left) / width) * this.#last));
    });
    this.#element.addEventListener("keydown", (event) => this.#onKey(event));
    record.changed.listen(() => this.#draw());
    record.evaluated.listen(() => this.#draw());
    this.#draw();
  }

  get #last(): number {
    return Math.max(1, this.#record.entries.length - 1);
  }

  #draw(): void {
    const { entries, ply, current } = this.#record;
    const x = (at: number) => ((at / this.#last) * WIDTH).toFixed(1);
    const points = entries.flatMap((_, at) => {
      const standing = standingAt(this.#record, at);
      return standing === null ? [] : [`${x(at)} ${((1 - standing.expectedScore) * HEIGHT).toFixed(1)}`];
    });
    const line = points.length === 0 ? "" : `M${points.join("L")}`;
    this.#line.setAttribute("d", line);
    [HEIGHT, 0].forEach((edge, i) => {
      const ends = [points.at(-1), points[0]].map((point) => `L${point?.split(" ")[0]} ${edge}`);
      this.#areas[i].setAttribute("d", line && `${line}${ends.join("")}Z`);
    });
    for (const end of ["x1", "x2"]) this.#here.setAttribute(end, x(ply));
    this.#element.setAttribute("aria-valuemax", String(entries.length - 1));
    this.#element.setAttribute("aria-valuenow", String(ply));
    const score = standingAt(this.#record, ply)?.text ?? t("not evaluated");
    this.#element.setAttribute("aria-valuetext", `${current.move?.san ?? t("start")}, ${score}`);
  }

  #onKey(event: KeyboardEvent): void {
    const { ply } = this.#record;
    const places: Record<string, number> = {
      ArrowLeft: ply - 1,
      ArrowDown: ply - 1,
      ArrowRight: ply + 1,
      ArrowUp: ply + 1,
      Home: 0,
      End: this.#last,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#record.go(place);
  }
}
