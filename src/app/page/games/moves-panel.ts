/**
 * The moves panel: the tree of the game. The main line stands in rows of a number, White's move and Black's; comments and
 * variations in blocks between them. Each move is a button that leads there.
 */

import { glyphOf } from "../../../chess/notation/glyphs";
import type { GameNode } from "../../play/game-tree";
import type { GameRecord } from "../../play/record";
import { commentText, endingText, withText } from "../../play/words";
import { markOf } from "../board/marks";
import { button, find, make } from "../shell/dom";

/** The NAGs that can be set: `!` to `?!`. */
const MARKS: readonly number[] = [1, 2, 3, 4, 5, 6];

export class MovesPanel {
  readonly #record: GameRecord;
  readonly #list = find("moves", HTMLElement);
  readonly #rejoin = find("rejoin", HTMLButtonElement);
  readonly #ending = find("ending", HTMLElement);
  readonly #mark = find("nag", HTMLSelectElement);
  readonly #comment = find("comment", HTMLInputElement);
  readonly #promote = find("promote", HTMLButtonElement);
  readonly #delete = find("delete", HTMLButtonElement);
  readonly #all = find("moves-all", HTMLButtonElement);
  readonly #buttons = new Map<GameNode, HTMLButtonElement>();

  constructor(record: GameRecord) {
    this.#record = record;
    this.#rejoin.addEventListener("click", () => record.rejoin());
    this.#promote.addEventListener("click", () => record.promote(record.current));
    this.#delete.addEventListener("click", () => record.remove(record.current));
    this.#mark.append(...MARKS.map((nag) => make("option", { value: String(nag) }, glyphOf(nag))));
    this.#mark.addEventListener("change", () => {
      const others = record.current.nags.filter((nag) => !MARKS.includes(nag));
      const chosen = Number(this.#mark.value);
      record.annotate(record.current, { nags: chosen === 0 ? others : [chosen, ...others] });
    });
    this.#comment.addEventListener("change", () => {
      record.annotate(record.current, { comments: withText(record.current.comments, this.#comment.value) });
    });
    const steps: [string, () => number][] = [
      ["first", () => 0],
      ["previous", () => record.ply - 1],
      ["next", () => record.ply + 1],
      ["last", () => record.entries.length - 1],
    ];
    for (const [id, ply] of steps) find(id, HTMLButtonElement).addEventListener("click", () => record.go(ply()));
    // Where the moves are a strip, this shows the whole list, with comments and variations.
    this.#all.addEventListener("click", () => {
      const isExpanded = this.#all.getAttribute("aria-expanded") !== "true";
      this.#all.setAttribute("aria-expanded", String(isExpanded));
      this.#scroll();
    });
    record.changed.listen((change) => {
      if (change !== "place") this.#fill();
      this.#show();
    });
    record.evaluated.listen(() => this.#showEnding());
    for (const signal of [record.annotated, record.judged]) {
      signal.listen(() => {
        this.#fill();
        this.#show();
      });
    }
    new ResizeObserver(() => this.#scroll()).observe(this.#list);
    this.#fill();
    this.#show();
  }

  #fill(): void {
    const { root } = this.#record;
    this.#buttons.clear();
    this.#list.replaceChildren(...this.#remarks(root.comments), ...this.#moves(root.children[0]));
    this.#showEnding();
  }

  /**
   * The moves of a line from this one on; after each its comment, and the variations in its place. The style sheet makes rows
   * of them in the main line, and leaves them running text in a variation.
   */
  #moves(first: GameNode | undefined): Node[] {
    const { root } = this.#record;
    const start = root.position.moveNumber;
    const offset = root.position.turn === "white" ? 0 : 1;
    const parts: Node[] = [];
    let isNumbered = true;
    for (let node = first; node !== undefined; node = node.children[0]) {
      const ply = node.position.plies - 1 + offset;
      if (isNumbered || ply % 2 === 0) {
        parts.push(make("span", { class: "number" }, `${start + (ply >> 1)}${ply % 2 === 0 ? "." : "…"}`));
      }
      const remarks = this.#remarks(node.comments);
      parts.push(this.#button(node, ply % 2 === 0), ...remarks);
      const variations = node.isVariation ? [] : (node.parent?.children.slice(1) ?? []);
      for (const variation of variations) {
        const moves = [...this.#remarks(variation.commentsBefore), ...this.#moves(variation)];
        parts.push(make("span", { class: "variation" }, "(", ...moves, ")"));
      }
      isNumbered = variations.length + remarks.length > 0;
    }
    return parts;
  }

  #button(node: GameNode, isWhite: boolean): HTMLButtonElement {
    const mark = markOf(node);
    const san = node.move?.san ?? "";
    const text = `${san}${node.nags.map(glyphOf).join("")}${mark?.sign ?? ""}`;
    const side = `move ${isWhite ? "by-white" : "by-black"}`;
    const said = mark && {
      class: `${side} judged-${mark.kind}`,
      title: mark.label,
      "aria-label": `${san}, ${mark.label}`,
    };
    const one = button(text, said ?? { class: side }, () => this.#record.goTo(node));
    this.#buttons.set(node, one);
    return one;
  }

  #remarks(comments: readonly string[]): Node[] {
    const text = commentText(comments);
    return text === "" ? [] : [make("span", { class: "remark" }, text)];
  }

  #showEnding(): void {
    const { ending } = this.#record;
    this.#ending.hidden = ending === null;
    this.#ending.textContent = ending === null ? "" : endingText(ending);
  }

  /** The current place, its line, and what can be done there. */
  #show(): void {
    const { current, isAside, entries } = this.#record;
    const line = new Set(entries);
    for (const [node, one] of this.#buttons) {
      one.classList.toggle("off-line", !line.has(node));
      if (node === current) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
    this.#rejoin.hidden = !isAside;
    this.#promote.hidden = !isAside;
    this.#delete.disabled = current.parent === null;
    this.#mark.disabled = current.parent === null;
    this.#mark.value = String(current.nags.find((nag) => MARKS.includes(nag)) ?? 0);
    this.#comment.value = commentText(current.comments);
    this.#showEnding();
    this.#scroll();
  }

  /** Brings the current move into view: by height in the list, by width in the strip of a phone. */
  #scroll(): void {
    const current = this.#buttons.get(this.#record.current);
    if (current === undefined) {
      this.#list.scrollTo(0, 0);
      return;
    }
    // Not scrollIntoView, which would also scroll the page.
    const [top, left] = [current.offsetTop - this.#list.offsetTop, current.offsetLeft - this.#list.offsetLeft];
    const { scrollTop, clientHeight, clientWidth } = this.#list;
    if (top < scrollTop || top + current.offsetHeight > scrollTop + clientHeight) {
      this.#list.scrollTop = top - clientHeight / 2;
    }
    // In the strip, what came before and what comes next are both worth seeing.
    this.#list.scrollLeft = left - (clientWidth - current.offsetWidth) / 2;
  }
}
