/** Many who ask one teacher, in turns that do not depend on time: whoever has asked first is answered first. */

import type { Game } from "../rules/game";
import type { Label, Teacher } from "./teacher";

/** Something that needs labels of positions, one after the other. */
export type Asking<T> = Generator<Game, T, Label>;

/** A question that the teacher has not answered yet. */
interface Question<T> {
  /** Whose it is. */
  readonly place: number;
  readonly asking: Asking<T>;
  readonly game: Game;
  readonly answer: Promise<Label | null>;
}

/**
 * Goes through all of them at once with a teacher who queues; what the first `wanted` of them have come to. The questions
 * take their turns in a fixed order, the oldest answer being heard first, so what the teacher is asked, and when, does not
 * depend on how fast anybody is: with the same teacher all is the same in every run.
 *
 * @throws {WazabaError} if the teacher fails, or one of them does
 */
export async function playTogether<T>(askings: readonly Asking<T>[], teacher: Teacher, wanted = askings.length) {
  const results: T[] = [];
  let missing = wanted;
  const queue: Question<T>[] = [];
  const ask = (question: Omit<Question<T>, "answer">, isAgain: boolean) => {
    const answer = teacher.label(question.game, isAgain);
    // Of those that are in flight when the teacher fails, the first tells of it.
    answer.catch(() => {});
    queue.push({ ...question, answer });
  };
  const goOn = (place: number, asking: Asking<T>, step: IteratorResult<Game, T>) => {
    if (step.done !== true) return ask({ place, asking, game: step.value }, false);
    results[place] = step.value;
    if (place < wanted) missing--;
  };
  askings.forEach((asking, place) => {
    goOn(place, asking, asking.next());
  });
  for (let question = queue.shift(); question !== undefined && missing > 0; question = queue.shift()) {
    const label = await question.answer;
    if (label === null) ask(question, true);
    else goOn(question.place, question.asking, question.asking.next(label));
  }
  return results.slice(0, wanted);
}
