/** Points of the evaluation graph: the moves that a review has marked. A click goes to the move. */

import type { GameRecord } from "../../play/record";
import { standingAt } from "../../play/standing";
import { markOf } from "../board/marks";
import { find, make } from "../shell/dom";

export class GraphPoints {
  readonly #record: GameRecord;
  /** The line whose points are shown. */
  #line: GameRecord["entries"] = [];
  /** The slider beneath is for those who cannot see it. */
  readonly #element = make("div", { id: "graph-points", "aria-hidden": "true" });

  constructor(record: GameRecord) {
    this.#record = record;
    find("graph", HTMLElement).append(this.#element);
    for (const signal of [record.judged, record.evaluated]) signal.listen(() => this.#draw());
    record.changed.listen(() => this.#line !== record.entries && this.#draw());
    this.#draw();
  }

  #draw(): void {
    const { entries } = this.#record;
    this.#line = entries;
    const last = Math.max(1, entries.length - 1);
    const points = entries.flatMap((node, at) => {
      const mark = markOf(node);
      const standing = standingAt(this.#record, at);
      if (mark === null || mark.kind === "best" || standing === null) return [];
      const point = make("span", { class: `judged-${mark.kind}`, title: `${node.move?.san}, ${mark.label}` });
      point.style.left = `${(100 * at) / last}%`;
      point.style.top = `clamp(5px, ${100 * (1 - standing.expectedScore)}%, 100% - 5px)`;
      point.addEventListener("click", (event) => {
        event.stopPropagation();
        this.#record.goTo(node);
      });
      return point;
    });
    this.#element.replaceChildren(...points);
  }
}
