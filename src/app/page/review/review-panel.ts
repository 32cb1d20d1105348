/** The review panel: runs the review of the game, and shows accuracy, counts, the judgement of a move, and the lesson. */

import type { Colour } from "../../../api/position";
import { sideOf } from "../../../review/review";
import type { GameNode, Judgement } from "../../play/game-tree";
import type { GameRecord } from "../../play/record";
import { Signal } from "../../play/signal";
import { numberText } from "../../play/text";
import type { Thinker } from "../../play/thinker";
import { lineButtons } from "../analysis/line-buttons";
import { refutationText, whyText } from "../analysis/reasons";
import { kindOf, type MarkKind, signOf } from "../board/marks";
import { definitionOf } from "../games/own-games";
import { button, find, make } from "../shell/dom";
import { t } from "../shell/language";
import { Lesson, mistakesOf } from "./lesson";
import { LessonView } from "./lesson-view";
import type { NewPuzzle } from "./puzzle-store";
import { ReviewMemory } from "./review-memory";
import { puzzlesOf, reviewRecord } from "./review-run";
import { judgementText } from "./review-text";
import { isWritten, writeReview } from "./review-write";

/** The most moves shown of a better line. */
const SHOWN_MOVES = 8;

const SIDES: readonly Colour[] = ["white", "black"];
const KINDS: readonly MarkKind[] = ["best", "only", "inaccuracy", "mistake", "blunder"];

/** What becomes of a game's puzzles. */
export interface PuzzleHost {
  add(puzzles: readonly NewPuzzle[]): void;
  /** How many are due. */
  due(): number;
  /** Asks them. */
  open(): void;
}

export class ReviewPanel {
  /** It has become busy or idle, or something else is on the board. */
  readonly changed = new Signal();
  readonly #record: GameRecord;
  readonly #thinker: Thinker;
  readonly #memory = new ReviewMemory();
  readonly #button = find("analyse-game", HTMLButtonElement);
  readonly #status = find("review-status", HTMLElement);
  readonly #progress = find("review-progress", HTMLProgressElement);
  /** What the review says of the game, and of the move on the board. */
  readonly #result = make("div", { id: "review-result" });
  readonly #judgement = make("p", { id: "judgement" });
  readonly #lessonView: LessonView;
  #lesson: Lesson | null = null;
  readonly #puzzles: PuzzleHost;
  /** Whether it has the engine: to judge moves, then to look for puzzles among them. */
  #isRunning = false;
  #isJudging = false;
  /** Whether the last review was ended early. */
  #isStopped = false;

  constructor(record: GameRecord, thinker: Thinker, puzzles: PuzzleHost) {
    this.#puzzles = puzzles;
    this.#record = record;
    this.#thinker = thinker;
    this.#lessonView = new LessonView(record, () => this.endLesson());
    this.#progress.after(this.#judgement, this.#result, this.#lessonView.element);
    record.changed.listen((change) => {
      if (change === "game") {
        this.#stop();
        this.#isStopped = false;
        this.#memory.recall(record);
      }
      if (change === "game" || change === "tree") this.endLesson();
      this.#lesson?.follow();
      if (change !== "place") this.#showResult();
      this.#show();
    });
    record.judged.listen(() => {
      this.#showResult();
      this.#show();
    });
    this.#showResult();
    this.#show();
  }

  /** Whether it has the engine. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** What is being learned; null for nothing. */
  get lesson(): Lesson | null {
    return this.#lesson;
  }

  /** Starts the review, or ends it early. */
  async toggle(): Promise<void> {
    if (this.#isRunning) return this.#stop();
    this.endLesson();
    this.#setRunning(true);
    try {
      const evaluations = await reviewRecord(this.#record, this.#thinker, (part) => {
        this.#progress.value = part;
      });
      this.#isStopped = evaluations === null;
      if (evaluations === null) return;
      this.#memory.keep(this.#record);
      this.#isJudging = false;
      this.#show();
      this.#puzzles.add(await puzzlesOf(this.#record, this.#thinker, evaluations));
      this.#showResult();
    } finally {
      this.#setRunning(false);
    }
  }

  /** Others may have taken the engine by now; they are not to be disturbed. */
  #stop(): void {
    if (this.#isRunning && this.#thinker.isLent) this.#thinker.stop();
  }

  endLesson(): void {
    if (this.#lesson === null) return;
    this.#lesson = null;
    this.#lessonView.show(null);
    this.#show();
    this.changed.emit();
  }

  #learn(colour: Colour): void {
    const mistakes = mistakesOf(this.#record, colour);
    if (mistakes.length === 0) return;
    const lesson = new Lesson(this.#record, this.#thinker, mistakes);
    this.#lesson = lesson;
    lesson.changed.listen(() => {
      // One that has been ended has nothing more to say.
      if (lesson !== this.#lesson) return;
      this.#lessonView.show(lesson);
      this.changed.emit();
    });
    this.#lessonView.show(lesson);
    this.#show();
    this.changed.emit();
  }

  #setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#isJudging = isRunning;
    this.#progress.value = 0;
    this.#show();
    this.changed.emit();
  }

  /** The button and what stands beside it, and the judgement of the move on the board. */
  #show(): void {
    const { root, current } = this.#record;
    this.#button.textContent = this.#isRunning ? t("Stop") : t("Review the game");
    this.#button.disabled = root.children.length === 0;
    this.#progress.hidden = !this.#isJudging;
    this.#status.textContent = this.#statusText();
    this.#status.hidden = this.#status.textContent === "";
    const isLearning = this.#lesson !== null;
    this.#result.hidden = isLearning || this.#result.childElementCount === 0;
    this.#judgement.hidden = isLearning || current.judgement === null;
    if (current.judgement !== null && current.parent !== null) this.#showJudgement(current.judgement, current.parent);
  }

  #statusText(): string {
    const moves = this.#record.root.line.slice(1);
    const missing = moves.filter(({ judgement }) => judgement === null).length;
    if (this.#isJudging) return t("Judging every move …");
    if (moves.length === 0) return t("Judges every move of a game. There are no moves yet.");
    if (missing === moves.length) {
      if (this.#isStopped) return t("The review was stopped before its end.");
      const isOwn = definitionOf(this.#record.variant) !== null;
      return isOwn
        ? t("Judges every move by the standards of orthodox chess; this game has none of its own.")
        : t("Judges every move: accuracy, mistakes, better lines.");
    }
    return missing === 0 ? "" : t("Moves that came later are not judged: {count}.", { count: missing });
  }

  #showJudgement(judgement: Judgement, before: GameNode): void {
    const kind = kindOf(this.#record.current);
    this.#judgement.className = kind === null ? "" : `judged-${kind}`;
    const parts: (Node | string)[] = [judgementText(judgement)];
    if (judgement.san !== judgement.best) {
      parts.push(" ", lineButtons(this.#record, before.position, judgement.bestLine.slice(0, SHOWN_MOVES)));
    }
    const why = this.#reason(judgement, before);
    if (why !== "") parts.push(make("span", { class: "why" }, ` ${why}`));
    this.#judgement.replaceChildren(...parts);
  }

  /** What refutes a wrong move, and why another one is better; why a right one is good. */
  #reason({ class: kind, san, best }: Judgement, { position }: GameNode): string {
    const better = san === best ? "" : whyText(position, best);
    if (kind === null) return better === "" ? whyText(position, san) : "";
    const [next] = this.#record.current.children;
    const wrong = refutationText(position, san, next?.judgement?.best ?? null);
    return [wrong, better === "" ? "" : `${best}: ${better}`].filter((part) => part !== "").join(" ");
  }

  /** Accuracy and counts of both sides, and what can be done with them. */
  #showResult(): void {
    const judged = this.#record.root.line.filter(({ judgement }) => judgement !== null);
    if (judged.length === 0) {
      this.#result.replaceChildren();
      return;
    }
    const write = button(t("Keep the review in the game"), {}, () => writeReview(this.#record));
    write.disabled = isWritten(this.#record);
    this.#result.replaceChildren(
      this.#table(judged),
      this.#learning(),
      make("div", { class: "buttons" }, write, ...this.#practice()),
    );
  }

  #table(judged: readonly GameNode[]): HTMLTableElement {
    const plurals: Readonly<Record<MarkKind, string>> = {
      best: t("Best moves"),
      only: t("Only good moves"),
      inaccuracy: t("Inaccuracies"),
      mistake: t("Mistakes"),
      blunder: t("Blunders"),
    };
    const heads = KINDS.map((kind) => {
      const sign = make("span", { "aria-hidden": "true" }, signOf(kind) || "★");
      const name = make("span", { class: "unseen" }, plurals[kind]);
      return make("th", { scope: "col", class: `judged-${kind}`, title: plurals[kind] }, sign, name);
    });
    const rows = SIDES.map((colour) => {
      const moves = judged.flatMap(({ judgement }) => (judgement?.colour === colour ? judgement : []));
      const { accuracy } = sideOf(moves);
      const cells = KINDS.map((kind) => {
        const nodes = judged.filter((node) => node.judgement?.colour === colour && kindOf(node) === kind);
        return make("td", {}, nodes.length === 0 ? "0" : this.#counter(nodes, plurals[kind]));
      });
      const side = make("th", { scope: "row" }, colour === "white" ? t("White") : t("Black"));
      return make("tr", {}, side, make("td", {}, accuracy === null ? "–" : `${numberText(accuracy, 1)} %`), ...cells);
    });
    const head = make("tr", {}, make("td"), make("th", { scope: "col" }, t("Accuracy")), ...heads);
    return make("table", { id: "review-table" }, make("thead", {}, head), make("tbody", {}, ...rows));
  }

  /** The number of moves of a kind; leads to the next of them. */
  #counter(nodes: readonly GameNode[], name: string): HTMLButtonElement {
    return button(String(nodes.length), { title: t("{name}: go to the next one", { name }) }, () => {
      const { plies } = this.#record.current.position;
      this.#record.goTo(nodes.find(({ position }) => position.plies > plies) ?? nodes[0]);
    });
  }

  /** Leads to the puzzles, if any are due. */
  #practice(): HTMLElement[] {
    const count = this.#puzzles.due();
    return count === 0 ? [] : [button(t("Solve puzzles: {count}", { count }), {}, () => this.#puzzles.open())];
  }

  #learning(): HTMLElement {
    const buttons = SIDES.map((colour) => {
      const count = mistakesOf(this.#record, colour).length;
      const text = colour === "white" ? t("White: {count}", { count }) : t("Black: {count}", { count });
      const one = button(text, { "data-learn": colour }, () => this.#learn(colour));
      one.disabled = count === 0;
      return one;
    });
    const name = t("Learn from the mistakes of");
    return make("div", { class: "row", role: "group", "aria-label": name }, make("span", {}, name), ...buttons);
  }
}
