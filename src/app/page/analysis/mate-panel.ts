/**
 * The mate search panel: what the search has found, in words for people new to mate searches, with a replay of the line.
 * On demand it searches with growing budgets. The passes of the last search stand under its numbers.
 */

import type { Move, Position } from "../../../api/position";
import type { MateInfo } from "../../../api/search";
import type { MatePass } from "../../../engine/worker/mate-search";
import type { GameRecord } from "../../play/record";
import { Signal } from "../../play/signal";
import type { Thinker } from "../../play/thinker";
import { count, forWhite, moveNumber, spokenMove } from "../../play/words";
import { button, find, make } from "../shell/dom";
import { t } from "../shell/language";
import { about, duration, headline, story } from "./mate-story";
import { Replay } from "./replay";

/** The budgets of the searches, milliseconds. */
const BUDGETS: readonly number[] = [100, 400, 1600, 6400, 25_600];

/** What the panel needs of the page. */
export interface MateHost {
  /** Announces a text to screen readers. */
  say(text: string): void;
  /** Shows a position of the replay on the board, where nobody can move meanwhile. */
  showLine(position: Position, move: Move): void;
  /** Shows the game again. */
  showGame(): void;
}

export class MatePanel {
  /** A search that was asked for has ended, or a replay: others may go on. */
  readonly finished = new Signal();
  readonly #record: GameRecord;
  readonly #thinker: Thinker;
  readonly #host: MateHost;
  readonly #button = find("mate", HTMLButtonElement);
  readonly #status = find("mate-status", HTMLElement);
  readonly #story = find("mate-story", HTMLElement);
  readonly #budget = find("mate-budget", HTMLProgressElement);
  readonly #line = find("mate-line", HTMLElement);
  readonly #play = find("mate-play", HTMLButtonElement);
  readonly #numbers = find("mate-numbers", HTMLElement);
  readonly #cost = find("mate-cost", HTMLElement);
  readonly #passes = find("mate-passes", HTMLElement);
  readonly #replay: Replay;
  #isSearching = false;
  /** The position that was searched on demand, more deeply than before any other search. */
  #searched: Position | null = null;
  /** The line that is shown, and where it begins. */
  #shown: { readonly position: Position; readonly pv: readonly string[] } | null = null;

  constructor(record: GameRecord, thinker: Thinker, host: MateHost) {
    this.#record = record;
    this.#thinker = thinker;
    this.#host = host;
    this.#replay = new Replay({
      show: (position, move, place) => this.#showStep(position, move, place),
      end: () => this.#endReplay(),
    });
    record.changed.listen(() => {
      this.#replay.stop();
      this.#clear();
    });
    this.#button.addEventListener("click", () => {
      if (this.#isSearching) thinker.stop();
      else this.#search(record.current.position);
    });
    this.#play.addEventListener("click", () => {
      if (this.#replay.isOn) this.#replay.stop();
      else this.#startReplay();
    });
    this.#clear();
  }

  /** Shows the result of the mate search before another search, unless more is known. */
  show(info: MateInfo, position: Position): void {
    if (position !== this.#searched) this.#show(info, position);
  }

  /** Whether a line is replayed on the board. */
  get isPlaying(): boolean {
    return this.#replay.isOn;
  }

  /** Ends a replay: somebody looks elsewhere. */
  leave(): void {
    this.#replay.stop();
  }

  #show(info: MateInfo, position: Position): void {
    const { current } = this.#record;
    if (position !== current.position) return;
    this.#replay.stop();
    if (info.kind === "mate" && info.mateIn !== null) {
      const isWhite = position.turn === "white";
      const score = forWhite({ mate: info.mateIn }, isWhite);
      this.#record.setEvaluation(current, { score, expectedScore: Number(isWhite), depth: info.pv.length });
    }
    this.#status.textContent = headline(info);
    this.#story.textContent = story(info, position.turn);
    this.#numbers.hidden = info.nodes === 0 || this.#isSearching;
    const [nodes, time, resource] = [count(info.nodes), duration(info.timeMs), count(info.resource)];
    this.#cost.textContent = t("{nodes} nodes in {time}, resource {resource}", { nodes, time, resource });
    const { passes } = info;
    this.#passes.replaceChildren(...passes.map((pass, i) => chip(pass, passes[i - 1])));
    this.#showLine(info, position);
  }

  async #search(position: Position): Promise<void> {
    this.#replay.stop();
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
      if (info.kind !== null) this.#host.say(headline(info));
      if (info.isComplete) break;
    }
    this.#setSearching(false);
    // They stand below what grows meanwhile.
    this.#numbers.hidden = this.#passes.childElementCount === 0;
    if (!this.#replay.isOn) this.finished.emit();
  }

  /** Shows how much of the budget is used; returns a function that ends that. */
  #watch(start: number): () => void {
    const timer = setInterval(() => {
      this.#budget.value = performance.now() - start;
    }, 50);
    return () => clearInterval(timer);
  }

  #clear(): void {
    const before = about();
    this.#status.textContent = before.headline;
    this.#story.textContent = before.story;
    this.#numbers.hidden = true;
    this.#passes.replaceChildren();
    this.#line.replaceChildren();
    this.#shown = null;
    this.#play.hidden = true;
  }

  #setSearching(isSearching: boolean): void {
    this.#isSearching = isSearching;
    this.#numbers.hidden = true;
    this.#budget.hidden = !isSearching;
    this.#budget.value = 0;
    this.#button.textContent = t(isSearching ? "Stop" : "Look for a mate");
  }

  #showLine({ pv, san }: MateInfo, position: Position): void {
    let at = position;
    this.#line.replaceChildren();
    this.#shown = pv.length === 0 ? null : { position, pv };
    this.#play.hidden = pv.length === 0;
    san.forEach((text, i) => {
      if (i === 0 || at.turn === "white") this.#line.append(make("span", { class: "number" }, moveNumber(at)));
      this.#line.append(button(text, { class: "move" }, () => this.#record.playLine(position, pv.slice(0, i + 1))));
      at = at.play(pv[i]);
    });
  }

  // The replay

  #startReplay(): void {
    if (this.#shown === null) return;
    this.#thinker.stop();
    this.#play.textContent = t("Stop");
    this.#replay.play(this.#shown.position, this.#shown.pv);
  }

  #showStep(position: Position, move: Move, place: number): void {
    this.#markStep(place);
    this.#host.showLine(position, move);
    this.#host.say(spokenMove(position.back(), move));
  }

  #endReplay(): void {
    this.#markStep(null);
    this.#play.textContent = t("Play it");
    this.#host.showGame();
    this.finished.emit();
  }

  #markStep(place: number | null): void {
    for (const [i, step] of this.#line.querySelectorAll("button").entries()) {
      if (i === place) step.setAttribute("aria-current", "true");
      else step.removeAttribute("aria-current");
    }
  }
}

/** A pass, with the resource if it is the first with this one. */
function chip({ plies, resource, nodes, result }: MatePass, before: MatePass | undefined): HTMLLIElement {
  const cost = make("b", {}, count(nodes));
  const title = t("{nodes} nodes, resource {resource}", { nodes: count(nodes), resource: count(resource) });
  const item = make("li", { title }, t("{plies} plies", { plies }), " ", cost);
  if (result !== null) item.append(make("em", { class: result }, resultText(result)));
  if (before !== undefined && before.resource !== resource)
    item.prepend(make("i", {}, `×${Math.round(resource / before.resource)}`));
  return item;
}

function resultText(result: "mate" | "material" | "draw"): string {
  return t(result === "mate" ? "mate" : result === "material" ? "wins material" : "saves a draw");
}
