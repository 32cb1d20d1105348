/** The mate search panel: searches with growing budgets, and the passes of the last one. */

import type { Position } from "../../api/position";
import type { MateInfo } from "../../api/search";
import type { MatePass } from "../../engine/mate-search";
import type { GameRecord } from "../../play/record";
import { Signal } from "../../play/signal";
import { numberText } from "../../play/text";
import type { Thinker } from "../../play/thinker";
import { count, forWhite, moveNumber } from "../../play/words";
import { button, find, make } from "./dom";
import { t } from "./language";

/** The budgets of the searches, milliseconds. */
const BUDGETS: readonly number[] = [100, 400, 1600, 6400, 25_600];

export class MatePanel {
  /** A search that was asked for has ended: others may go on. */
  readonly finished = new Signal();
  readonly #record: GameRecord;
  readonly #thinker: Thinker;
  readonly #say: (text: string) => void;
  readonly #button = find("mate", HTMLButtonElement);
  readonly #status = find("mate-status", HTMLElement);
  readonly #budget = find("mate-budget", HTMLProgressElement);
  readonly #passes = find("mate-passes", HTMLElement);
  readonly #line = find("mate-line", HTMLElement);
  #isSearching = false;
  /** The position that was searched on demand, more deeply than before any other search. */
  #searched: Position | null = null;

  constructor(record: GameRecord, thinker: Thinker, say: (text: string) => void) {
    this.#record = record;
    this.#thinker = thinker;
    this.#say = say;
    record.changed.listen(() => this.#clear());
    this.#button.addEventListener("click", () => {
      if (this.#isSearching) thinker.stop();
      else this.#search(record.present.position);
    });
    this.#clear();
  }

  /** Shows the result of the mate search before another search, unless more is known. */
  show(info: MateInfo, position: Position): void {
    if (position !== this.#searched) this.#show(info, position);
  }

  #show(info: MateInfo, position: Position): void {
    const { present } = this.#record;
    if (position !== present.position) return;
    if (info.kind === "mate" && info.mateIn !== null) {
      const isWhite = position.turn === "white";
      const score = forWhite({ mate: info.mateIn }, isWhite);
      this.#record.setEvaluation(present, { score, expectedScore: Number(isWhite), depth: info.pv.length });
    }
    const cost = { nodes: count(info.nodes), time: duration(info.timeMs), resource: count(info.resource) };
    this.#status.textContent =
      info.nodes === 0
        ? t("There are no checks here.")
        : t("{result}: {nodes} nodes in {time}, resource {resource}.", { result: found(info), ...cost });
    const passes = info.nodes === 0 ? [] : info.passes;
    this.#passes.replaceChildren(...passes.map((pass, i) => chip(pass, passes[i - 1])));
    this.#showLine(info, position);
  }

  async #search(position: Position): Promise<void> {
    this.#setSearching(true);
    this.#searched = position;
    for (const budget of BUDGETS) {
      this.#budget.max = budget;
      this.#status.textContent = t("Following checks, for {time} at most …", { time: duration(budget) });
      const stop = this.#watch(performance.now());
      const info = await this.#thinker.mate(position, budget);
      stop();
      if (info === null) break;
      this.#show(info, position);
      if (info.kind !== null) this.#say(this.#status.textContent ?? "");
      if (info.isComplete) break;
    }
    this.#setSearching(false);
    this.finished.emit();
  }

  /** Shows how much of the budget is used; returns a function that ends that. */
  #watch(start: number): () => void {
    const timer = setInterval(() => {
      this.#budget.value = performance.now() - start;
    }, 50);
    return () => clearInterval(timer);
  }

  #clear(): void {
    this.#status.textContent = t("Follows sequences of checks far beyond the horizon of the search.");
    this.#passes.replaceChildren();
    this.#line.replaceChildren();
  }

  #setSearching(isSearching: boolean): void {
    this.#isSearching = isSearching;
    this.#budget.hidden = !isSearching;
    this.#budget.value = 0;
    this.#button.textContent = t(isSearching ? "Stop" : "Look for a mate");
  }

  #showLine({ pv, san }: MateInfo, position: Position): void {
    let at = position;
    this.#line.replaceChildren();
    san.forEach((text, i) => {
      if (i === 0 || at.turn === "white") this.#line.append(make("span", { class: "number" }, moveNumber(at)));
      this.#line.append(button(text, { class: "move" }, () => this.#record.playLine(position, pv.slice(0, i + 1))));
      at = at.play(pv[i]);
    });
  }
}

function found({ kind, mateIn, isComplete }: MateInfo): string {
  if (kind === "mate") return t("Mate in {moves}", { moves: mateIn ?? "?" });
  if (kind === null) return t(isComplete ? "No mate by checks" : "No mate by checks so far");
  return t(kind === "material" ? "Checks win material" : "Checks save a draw");
}

/** A pass, with the resource if it is the first with this one. */
function chip({ plies, resource, nodes, result }: MatePass, before: MatePass | undefined): HTMLLIElement {
  const cost = make("b", {}, count(nodes));
  const title = t("{nodes} nodes, resource {resource}", { nodes: count(nodes), resource: count(resource) });
  const item = make("li", { title }, `${t("{plies} plies", { plies })} `, cost);
  if (result !== null) item.append(make("em", { class: result }, resultText(result)));
  if (before !== undefined && before.resource !== resource)
    item.prepend(make("i", {}, `×${Math.round(resource / before.resource)}`));
  return item;
}

function resultText(result: "mate" | "material" | "draw"): string {
  return t(result === "mate" ? "mate" : result === "material" ? "wins material" : "saves a draw");
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${numberText(ms / 1000, 1)} s`;
}
