/** The analysis panel: the principal variations of the position on the board, for as long as the panel is open. */

import type { Limits } from "../../../api/limits";
import type { Move, Position } from "../../../api/position";
import type { DepthInfo, MateInfo, SearchInfo, Variation } from "../../../api/search";
import { MATE_SEARCH_TIME } from "../../play/analysis-time";
import type { GameNode } from "../../play/game-tree";
import type { GameRecord } from "../../play/record";
import { Signal } from "../../play/signal";
import type { Thinker } from "../../play/thinker";
import { count, evaluationOf, forWhite, moveNumber, scoreText, spokenScore } from "../../play/words";
import { find, make } from "../shell/dom";
import { t } from "../shell/language";
import { lineButtons } from "./line-buttons";
import type { ThreadChoice } from "./threads";
import { passed } from "./threat";

/** Windows whose panel is below the board, or where little height is left, as in `shell/narrow.css`: one line has room there. */
const NARROW =
  "(max-aspect-ratio: 4 / 5), (max-width: 860px) and (max-aspect-ratio: 6 / 5), (max-width: 479px), (max-height: 560px)";
/** Delay before a search starts, so that fast steps through a game start none, milliseconds. */
const PATIENCE = 120;
/** The longest analysis of a position, milliseconds. */
const LONGEST = 120_000;
/** When a screen reader gets the first score, milliseconds. */
const SPEAK_AFTER = 2500;
/** The most moves shown of a PV. */
const SHOWN_MOVES = 14;
/** The depth from which on the best move is explained, plies: earlier ones soon give way to others. */
const EXPLAINED_DEPTH = 8;
/** Time to look for a threat, milliseconds. */
const THREAT_TIME = 400;
/** The most moves of a line that are read out. */
const SPOKEN_MOVES = 4;
/** The most moves shown of a threat. */
const THREAT_MOVES = 5;

export class Analysis {
  /** Called with the best PVs of the position on the board, best first; with none when it restarts. */
  readonly found = new Signal<readonly Variation[]>();
  /** Called with what the opponent threatens, if that is wanted; with null when the position changes. */
  readonly threatened = new Signal<Move | null>();
  /** Called with the result of the mate search. */
  readonly mateSearched = new Signal<{ readonly info: MateInfo; readonly position: Position }>();
  readonly #record: GameRecord;
  readonly #thinker: Thinker;
  readonly #say: (text: string) => void;
  readonly #lines = find("lines", HTMLOListElement);
  readonly #why = find("why", HTMLElement);
  /** What the best move's reason is of: position, move and mate. */
  #explained = "";
  readonly #cost = find("cost", HTMLElement);
  readonly #speed = find("speed", HTMLElement);
  readonly #engine = find("analyse", HTMLInputElement);
  readonly #lineCount = find("line-count", HTMLSelectElement);
  readonly #threat = find("threat", HTMLInputElement);
  readonly #threatLine = find("threat-line", HTMLElement);
  #spoken: readonly string[] = [];
  #isOn = false;
  #isHeld = false;
  /** Whether the engine looks at a position for it. */
  #isLooking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(record: GameRecord, thinker: Thinker, threads: ThreadChoice, say: (text: string) => void) {
    this.#record = record;
    this.#thinker = thinker;
    this.#say = say;
    if (matchMedia(NARROW).matches) this.#lineCount.value = "1";
    record.changed.listen(() => this.#restart());
    this.#engine.addEventListener("change", () => this.#restart());
    this.#lineCount.addEventListener("change", () => this.#restart());
    this.#threat.addEventListener("change", () => this.#restart());
    threads.changed.listen(() => this.#restart());
  }

  /** Whether the panel is open. */
  set isOn(isOn: boolean) {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    if (isOn) this.#restart();
    else this.#leave();
  }

  /** Whether it looks at nothing and shows nothing: somebody else has the engine for long, or lines would give something away. */
  set isHeld(isHeld: boolean) {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.#restart();
  }

  /** Goes on with the position on the board, after somebody else has had the engine. */
  resume(): void {
    clearTimeout(this.#timer);
    const isFree = this.#isOn && !this.#isHeld && !this.#thinker.isBusy;
    if (isFree && this.#isAsked) this.#look(this.#record.current);
  }

  /** Whether there is anything to find out about the position on the board. */
  get #isAsked(): boolean {
    return this.#record.current.ending === null && (this.#engine.checked || this.#threat.checked);
  }

  /** Ends the search. What it has found stays on the board, for images of the position. */
  #leave(): void {
    clearTimeout(this.#timer);
    this.threatened.emit(null);
    if (this.#isLooking) this.#thinker.stop();
  }

  /** Restarts with the position on the board. */
  #restart(): void {
    clearTimeout(this.#timer);
    this.found.emit([]);
    this.threatened.emit(null);
    this.#threatLine.hidden = true;
    if (!this.#isOn) return;
    this.#lines.replaceChildren();
    // Keeps the place of what comes.
    this.#lines.style.setProperty("--count", this.#isAsked && !this.#isHeld ? this.#lineCount.value : "0");
    this.#cost.textContent = "";
    this.#speed.textContent = "";
    this.#spoken = [];
    this.#explained = "";
    this.#why.textContent = "";
    this.#why.hidden = !this.#engine.checked || this.#isHeld || this.#record.current.ending !== null;
    if (this.#isHeld) return;
    this.#thinker.stop();
    if (this.#record.current.ending !== null) this.#cost.textContent = t("The game is over here.");
    // A client that uses the engine meanwhile keeps it, and resumes the analysis when it is done.
    else if (this.#isAsked) this.#timer = setTimeout(() => this.resume(), PATIENCE);
  }

  async #look(entry: GameNode): Promise<void> {
    const { position } = entry;
    if (this.#threat.checked && !(await this.#showThreat(entry))) return;
    if (!this.#engine.checked) return;
    this.#isLooking = true;
    this.#cost.textContent = t("thinking …");
    const spoken = performance.now() + SPEAK_AFTER;
    let isSpoken = false;
    await this.#thinker.search(position, this.#limits, (info) => {
      if (info.type === "mate-search") this.mateSearched.emit({ info, position });
      if (info.type === "depth") this.#show(entry, info);
      this.#showCost(info);
      if (isSpoken || info.type !== "depth" || performance.now() < spoken) return;
      isSpoken = true;
      const score = spokenScore(forWhite(info.score, position.turn === "white"));
      this.#say(t("{score}, best {move}", { score, move: info.san[0] }));
    });
    this.#isLooking = false;
  }

  /** Lines come first: there is a button for a longer mate search. */
  get #limits(): Limits {
    return { multiPv: Number(this.#lineCount.value), movetime: LONGEST, mateSearchTime: MATE_SEARCH_TIME };
  }

  /** Shows what the opponent would do now. @returns whether the engine is free for more */
  async #showThreat(entry: GameNode): Promise<boolean> {
    const position = passed(entry.position);
    if (position !== null) {
      const found = await this.#thinker.search(position, { movetime: THREAT_TIME });
      if (found === null || found.move === null) return false;
      const score = scoreText(forWhite(found.score, position.turn === "white"));
      const line = found.san.slice(0, THREAT_MOVES).join(" ");
      this.#threatLine.textContent = t("Threat: {line} ({score})", { line, score });
      this.threatened.emit(position.move(found.move));
    } else this.#threatLine.textContent = t("Nobody can pass here, so there is no threat to show.");
    this.#threatLine.hidden = false;
    return true;
  }

  /** The lines in words, for screen readers; empty for none. */
  get spoken(): string {
    return this.#spoken.join(" ");
  }

  #show(entry: GameNode, info: DepthInfo): void {
    const { position } = entry;
    if (entry !== this.#record.current) return;
    this.#spoken = info.lines.map(({ score, san }, place) => {
      const worth = spokenScore(forWhite(score, position.turn === "white"));
      return `${place + 1}: ${worth}, ${san.slice(0, SPOKEN_MOVES).join(" ")}.`;
    });
    this.#record.setEvaluation(entry, evaluationOf(info, position, info.depth));
    this.#lines.replaceChildren(...info.lines.map((line) => this.#line(line, position)));
    this.found.emit(info.lines);
    if (info.depth >= EXPLAINED_DEPTH) this.#explain(entry, info);
  }

  /** Says why the best move is good, when it becomes the best one; the part of the page that knows is loaded then. */
  async #explain(entry: GameNode, { score, pv }: DepthInfo): Promise<void> {
    const mateIn = "mate" in score && score.mate > 0 ? score.mate : null;
    const [move] = pv;
    const asked = `${move} ${mateIn}`;
    if (move === undefined || asked === this.#explained) return;
    this.#explained = asked;
    try {
      const { whyText } = await import("./reasons");
      if (asked !== this.#explained || entry !== this.#record.current) return;
      const why = whyText(entry.position, move, mateIn);
      const { san } = entry.position.move(move);
      this.#why.textContent = why === "" ? "" : `${moveNumber(entry.position)} ${san}: ${why}`;
    } catch {
      // That part cannot be fetched now: lines speak for themselves.
    }
  }

  #showCost(info: SearchInfo): void {
    if (info.type === "mate-search") return;
    const depth = info.type === "depth" ? `${info.depth}/${info.seldepth}` : String(info.depth);
    this.#cost.textContent = t("depth {depth}", { depth });
    const values = { nodes: count(info.nodes), speed: count(info.nodesPerSecond) };
    this.#speed.textContent = t("{nodes} nodes · {speed}/s", values);
  }

  /** A PV; each move can be clicked. */
  #line({ score, san }: Variation, position: Position): HTMLLIElement {
    const worth = forWhite(score, position.turn === "white");
    const isGood = "mate" in worth ? worth.mate > 0 : worth.cp >= 0;
    return make(
      "li",
      {},
      make("span", { class: `score ${isGood ? "for-white" : "for-black"}` }, scoreText(worth)),
      lineButtons(this.#record, position, san.slice(0, SHOWN_MOVES)),
    );
  }
}
