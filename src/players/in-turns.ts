/** Many games ask one teacher for labels, first come, first served, so that the order does not depend on time. */

import type { Game } from "../chess/rules/game";
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
 * Runs all of them at once with a teacher that queues, and returns the results of the first `wanted`. Questions are asked in
 * a fixed order, and the oldest answer is heard first. So what the teacher is asked does not depend on anyone's speed: with
 * the same teacher every run is the same.
 *
 * @throws {WazabaError} if the teacher fails, or one of them does
 */
export async function playTogether<T>(askings: readonly Asking<T>[], teacher: Teacher, wanted = askings.length) {
  const results: T[] = [];
  let missing = wanted;
  const queue: Question<T>[] = [];
  const ask = (question: Omit<Question<T>, "answer">, isAgain: boolean) => {
    const answer = teacher.label(question.game, isAgain);
    // When the teacher fails, only the oldest question in flight reports it.
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
