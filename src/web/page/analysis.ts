/** The analysis panel: the principal variations of the position on the board, for as long as the panel is open. */

import type { Position } from "../../api/position";
import type { DepthInfo, MateInfo, SearchInfo, Variation } from "../../api/search";
import type { GameNode } from "../../play/game-tree";
import type { GameRecord } from "../../play/record";
import { Signal } from "../../play/signal";
import type { Thinker } from "../../play/thinker";
import { count, evaluationOf, forWhite, moveNumber, scoreText, spokenScore } from "../../play/words";
import { button, find, make } from "./dom";
import { t } from "./language";
import type { ThreadChoice } from "./threads";

/** Delay before a search starts, so that fast steps through a game start none, milliseconds. */
const PATIENCE = 120;
/** The longest analysis of a position, milliseconds. */
const LONGEST = 120_000;
/** When a screen reader gets the first score, milliseconds. */
const SPEAK_AFTER = 2500;
/** The most moves shown of a PV. */
const SHOWN_MOVES = 14;
/** Time a position when the whole game is analysed, milliseconds. */
const QUICK_LOOK = 200;

export class Analysis {
  /** Called with the best PVs of the position on the board, best first; with none if the panel is closed. */
  readonly found = new Signal<readonly Variation[]>();
  /** Called with the result of the mate search. */
  readonly mateSearched = new Signal<{ readonly info: MateInfo; readonly position: Position }>();
  readonly #record: GameRecord;
  readonly #thinker: Thinker;
  readonly #say: (text: string) => void;
  readonly #lines = find("lines", HTMLOListElement);
  readonly #cost = find("cost", HTMLElement);
  readonly #engine = find("analyse", HTMLInputElement);
  readonly #lineCount = find("line-count", HTMLSelectElement);
  readonly #analyseGameButton = find("analyse-game", HTMLButtonElement);
  #isOn = false;
  #isAnalysingGame = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(record: GameRecord, thinker: Thinker, threads: ThreadChoice, say: (text: string) => void) {
    this.#record = record;
    this.#thinker = thinker;
    this.#say = say;
    record.changed.listen(() => this.#restart());
    this.#engine.addEventListener("change", () => this.#restart());
    this.#lineCount.addEventListener("change", () => this.#restart());
    threads.changed.listen(() => this.#restart());
    this.#analyseGameButton.addEventListener("click", () =>
      this.#isAnalysingGame ? this.#restart() : this.#analyseGame(),
    );
  }

  /** Whether the panel is open. */
  set isOn(isOn: boolean) {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    this.#restart();
  }

  /** Goes on with the position on the board, after somebody else has had the engine. */
  resume(): void {
    clearTimeout(this.#timer);
    const { position } = this.#record.present;
    const isFree = this.#isOn && !this.#isAnalysingGame && !this.#thinker.isBusy;
    if (isFree && this.#engine.checked && position.ending === null) this.#look(this.#record.present);
  }

  /** Restarts with the position on the board. */
  #restart(): void {
    clearTimeout(this.#timer);
    this.#setAnalysingGame(false);
    this.found.emit([]);
    if (!this.#isOn) return;
    this.#thinker.stop();
    this.#lines.replaceChildren();
    const { position } = this.#record.present;
    this.#cost.textContent = "";
    if (position.ending !== null) this.#cost.textContent = t("The game is over here.");
    else if (this.#engine.checked) this.#timer = setTimeout(() => this.#look(this.#record.present), PATIENCE);
  }

  async #look(entry: GameNode): Promise<void> {
    const { position } = entry;
    this.#cost.textContent = t("thinking …");
    const spoken = performance.now() + SPEAK_AFTER;
    let isSpoken = false;
    await this.#thinker.search(position, { multiPv: Number(this.#lineCount.value), movetime: LONGEST }, (info) => {
      if (info.type === "mate-search") this.mateSearched.emit({ info, position });
      if (info.type === "depth") this.#show(entry, info);
      this.#showCost(info);
      if (isSpoken || info.type !== "depth" || performance.now() < spoken) return;
      isSpoken = true;
      const score = spokenScore(forWhite(info.score, position.turn === "white"));
      this.#say(t("{score}, best {move}", { score, move: info.san[0] }));
    });
  }

  #show(entry: GameNode, info: DepthInfo): void {
    const { position } = entry;
    if (entry !== this.#record.present) return;
    this.#record.setEvaluation(entry, evaluationOf(info, position, info.depth));
    this.#lines.replaceChildren(...info.lines.map((line) => this.#line(line, position)));
    this.found.emit(info.lines);
  }

  #showCost(info: SearchInfo): void {
    if (info.type === "mate-search") return;
    const depth = info.type === "depth" ? `${info.depth}/${info.seldepth}` : String(info.depth);
    const values = { depth, nodes: count(info.nodes), speed: count(info.nodesPerSecond) };
    this.#cost.textContent = t("depth {depth} · {nodes} nodes · {speed}/s", values);
  }

  /** A PV; each move can be clicked. */
  #line({ score, pv, san }: Variation, position: Position): HTMLLIElement {
    const worth = forWhite(score, position.turn === "white");
    const moves = make("span", { class: "moves" });
    let at = position;
    san.slice(0, SHOWN_MOVES).forEach((text, i) => {
      if (i === 0 || at.turn === "white") moves.append(make("span", { class: "number" }, moveNumber(at)));
      moves.append(button(text, { class: "move" }, () => this.#record.playLine(position, pv.slice(0, i + 1))));
      at = at.play(pv[i]);
    });
    const isGood = "mate" in worth ? worth.mate > 0 : worth.cp >= 0;
    return make(
      "li",
      {},
      make("span", { class: `score ${isGood ? "for-white" : "for-black"}` }, scoreText(worth)),
      moves,
    );
  }

  /** Analyses all positions of the game for a short time each, for the graph. */
  async #analyseGame(): Promise<void> {
    clearTimeout(this.#timer);
    this.#setAnalysingGame(true);
    const entries = [...this.#record.entries];
    for (const [i, entry] of entries.entries()) {
      if (entry.evaluation !== null || entry.position.ending !== null) continue;
      this.#cost.textContent = t("analysing move {move} of {moves} …", { move: i, moves: entries.length - 1 });
      const best = await this.#thinker.search(entry.position, { movetime: QUICK_LOOK });
      if (best === null || !this.#isAnalysingGame) return;
      this.#record.setEvaluation(entry, evaluationOf(best, entry.position, best.depth));
    }
    this.#restart();
  }

  #setAnalysingGame(isAnalysingGame: boolean): void {
    this.#isAnalysingGame = isAnalysingGame;
    this.#analyseGameButton.textContent = t(isAnalysingGame ? "Stop" : "Analyse the game");
  }
}
