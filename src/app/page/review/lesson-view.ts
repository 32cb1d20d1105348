/** The view of a lesson: what is asked, what the last try was worth, and what can be done next. */

import type { GameRecord } from "../../play/record";
import { moveNumber } from "../../play/words";
import { lineButtons } from "../analysis/line-buttons";
import { refutationText } from "../analysis/reasons";
import { button, make } from "../shell/dom";
import { t } from "../shell/language";
import type { Lesson } from "./lesson";

export class LessonView {
  readonly element = make("div", { id: "lesson" });
  readonly #record: GameRecord;
  readonly #task = make("p", { id: "lesson-task" });
  readonly #verdict = make("p", { id: "lesson-verdict", role: "status" });
  readonly #line = make("p", {});
  readonly #back: HTMLButtonElement;
  readonly #show: HTMLButtonElement;
  readonly #keep: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  #lesson: Lesson | null = null;

  constructor(record: GameRecord, onEnd: () => void) {
    this.#record = record;
    this.#back = button(t("Back to the question"), {}, () => this.#lesson?.comeBack());
    this.#show = button(t("Show the solution"), {}, () => this.#lesson?.show());
    this.#keep = button(t("Keep as a variation"), {}, () => this.#lesson?.keep());
    this.#next = button(t("Next"), {}, () => this.#lesson?.next());
    const end = button(t("End the lesson"), {}, onEnd);
    const buttons = make("div", { class: "buttons" }, this.#next, this.#back, this.#show, this.#keep, end);
    this.element.append(this.#task, this.#verdict, this.#line, buttons);
    this.show(null);
  }

  show(lesson: Lesson | null): void {
    this.#lesson = lesson;
    this.element.hidden = lesson === null;
    if (lesson === null) return;
    const { stage, isSolved, isLast, tried, before, judgement } = lesson;
    this.element.dataset.stage = stage;
    this.#task.textContent = taskText(lesson);
    this.#verdict.textContent = verdictText(lesson);
    this.#line.replaceChildren();
    const { refutation, last } = lesson;
    if (refutation !== null) this.#line.append(refutationText(before.position, last, refutation.san, true));
    if (isSolved) this.#line.append(lineButtons(this.#record, before.position, judgement.bestLine));
    this.#back.hidden = stage !== "left";
    this.#show.hidden = isSolved || stage === "left";
    this.#keep.hidden = tried === null || !isSolved;
    this.#next.hidden = isLast;
    this.#next.classList.toggle("main", isSolved);
  }
}

/** `2 of 5. 12. Nf3 was a mistake. Find a better move for White.` */
function taskText({ place, mistakes, before, judgement }: Lesson): string {
  const move = `${moveNumber(before.position)} ${judgement.san}`;
  const was = {
    inaccuracy: t("{move} was an inaccuracy.", { move }),
    mistake: t("{move} was a mistake.", { move }),
    blunder: t("{move} was a blunder.", { move }),
  };
  const asked = judgement.colour === "white" ? t("Find a better move for White.") : t("Find a better move for Black.");
  const number = t("{number} of {count}.", { number: place + 1, count: mistakes.length });
  return [number, judgement.class === null ? "" : was[judgement.class], asked].join(" ");
}

function verdictText(lesson: Lesson): string {
  const { stage, last: move, judgement, isLast } = lesson;
  const { best } = judgement;
  const end = isLast ? ` ${t("That was the last one.")}` : "";
  const wrong = {
    inaccuracy: t("{move} is not good enough. Try again.", { move }),
    mistake: t("{move} would be a mistake, too. Try again.", { move }),
    blunder: t("{move} would be a blunder. Try again.", { move }),
  };
  const texts: Readonly<Record<typeof stage, string>> = {
    asked: "",
    searching: t("Looking at {move} …", { move }),
    wrong: lesson.class === null ? "" : wrong[lesson.class],
    played: t("{move} is what was played. Try another move.", { move }),
    good: t("Right: {move} is good enough. Best was {best}.", { move, best }) + end,
    best: t("Right: {move} is the best move.", { move }) + end,
    shown: t("The best move is {best}.", { best }) + end,
    left: t("Another position is on the board."),
  };
  return texts[stage];
}
