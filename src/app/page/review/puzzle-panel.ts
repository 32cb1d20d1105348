/** The puzzles under *More*: how many are due, the one that is asked, and what the last answer was worth. */

import type { Position } from "../../../api/position";
import { plural } from "../../play/text";
import { moveNumber } from "../../play/words";
import { refutationText } from "../analysis/reasons";
import { button, find, make } from "../shell/dom";
import { t } from "../shell/language";
import type { PuzzleStore } from "./puzzle-store";
import type { AskedPuzzle, PuzzleStage, Trainer } from "./trainer";

export class PuzzlePanel {
  readonly #store: PuzzleStore;
  readonly #trainer: Trainer;
  readonly #task = make("p", { id: "puzzle-task" });
  readonly #verdict = make("p", { id: "puzzle-verdict", role: "status" });
  readonly #line = make("p", { id: "puzzle-line" });
  readonly #next: HTMLButtonElement;
  readonly #show: HTMLButtonElement;
  readonly #analyse: HTMLButtonElement;
  readonly #end: HTMLButtonElement;

  /** @param analyse opens a position for analysis */
  constructor(store: PuzzleStore, trainer: Trainer, analyse: (position: Position) => void) {
    this.#store = store;
    this.#trainer = trainer;
    this.#next = button("", { id: "puzzle-next" }, () => trainer.next());
    this.#show = button(t("Show the solution"), {}, () => trainer.show());
    this.#analyse = button(t("Analyse it"), {}, () => {
      if (trainer.asked !== null) analyse(trainer.asked.position);
    });
    this.#end = button(t("End the puzzles"), {}, () => trainer.end());
    const buttons = make("div", { class: "buttons" }, this.#next, this.#show, this.#analyse, this.#end);
    find("puzzles", HTMLElement).append(this.#task, this.#verdict, this.#line, buttons);
    trainer.changed.listen(() => this.show());
    this.show();
  }

  show(): void {
    const { asked, isSolved, hasNext } = this.#trainer;
    const { length: count } = this.#store.all;
    this.#task.textContent = asked === null ? this.#standing() : taskText(asked);
    this.#verdict.hidden = this.#line.hidden = asked === null;
    this.#verdict.textContent = asked === null ? "" : verdictText(this.#trainer, asked);
    this.#verdict.dataset.stage = this.#trainer.stage;
    this.#line.textContent = asked === null ? "" : this.#lineText(asked);
    this.#next.textContent = asked === null ? t("Solve puzzles") : t("Next puzzle");
    this.#next.hidden = count === 0 || (asked !== null && !hasNext);
    this.#next.classList.toggle("main", asked === null || isSolved);
    this.#show.hidden = asked === null || isSolved;
    this.#analyse.hidden = !isSolved || asked === null;
    this.#end.hidden = asked === null;
  }

  #standing(): string {
    const { length: count } = this.#store.all;
    if (count === 0) return t("Review a game: its positions in which one move wins and no other does become puzzles.");
    const { length: due } = this.#store.due;
    return `${plural(count, "1 puzzle.", "{count} puzzles.")} ${due === 0 ? t("None is due today.") : t("Due: {count}.", { count: due })}`;
  }

  /** The solution, or what refutes a wrong move. */
  #lineText({ position, line }: AskedPuzzle): string {
    const { tried, refutation, isSolved } = this.#trainer;
    if (isSolved) return numberedLine(position, line);
    return tried === null || refutation === null ? "" : refutationText(position, tried.san, refutation.san, true);
  }
}

/** `Find the only winning move for White.` */
function taskText({ position, kept }: AskedPuzzle): string {
  const task =
    position.turn === "white" ? t("Find the only winning move for White.") : t("Find the only winning move for Black.");
  return kept.from === "" ? task : `${task} (${kept.from})`;
}

function verdictText({ stage, tried, hasNext }: Trainer, { line: [best] }: AskedPuzzle): string {
  const move = tried?.san ?? "";
  const end = hasNext ? "" : ` ${t("That was the last one.")}`;
  const texts: Readonly<Record<PuzzleStage, string>> = {
    asked: "",
    searching: t("Looking at {move} …", { move }),
    wrong: t("{move} does not win. Try again.", { move }),
    right: t("Right: {move} wins.", { move }) + end,
    shown: t("The best move is {best}.", { best }) + end,
  };
  return texts[stage];
}

/** `12. Nf3 Nc6 13. Bb5`. */
function numberedLine(position: Position, line: readonly string[]): string {
  let at = position;
  const words: string[] = [];
  for (const [place, san] of line.entries()) {
    if (place === 0 || at.turn === "white") words.push(moveNumber(at));
    words.push(san);
    at = at.play(san);
  }
  return words.join(" ");
}
