/** Many games request labels from one teacher, first come, first served, so that the order does not depend on timing. */

import type { Game } from "../chess/rules/game";
import type { Label, Teacher } from "./teacher";

/** A generator that needs labels of positions, one after the other. */
export type LabelConsumer<T> = Generator<Game, T, Label>;

/** A request that the teacher has not answered yet. */
interface Request<T> {
  /** The consumer's index. */
  readonly index: number;
  readonly consumer: LabelConsumer<T>;
  readonly game: Game;
  readonly answer: Promise<Label | null>;
}

/**
 * Runs all consumers at once with a teacher that queues, and returns the results of the first `wanted`. Requests are sent in a fixed
 * order, and answers are taken in that order. So the teacher's requests do not depend on anyone's speed: with the same teacher every
 * run is the same.
 *
 * @throws {WazabaError} if the teacher or a consumer fails
 */
export async function playTogether<T>(
  consumers: readonly LabelConsumer<T>[],
  teacher: Teacher,
  wanted = consumers.length,
) {
  const results: T[] = [];
  let missing = wanted;
  const queue: Request<T>[] = [];
  const ask = (request: Omit<Request<T>, "answer">, isAgain: boolean) => {
    const answer = teacher.label(request.game, isAgain);
    // When the teacher fails, only the oldest request in flight reports it.
    answer.catch(() => {});
    queue.push({ ...request, answer });
  };
  const proceed = (index: number, consumer: LabelConsumer<T>, step: IteratorResult<Game, T>) => {
    if (step.done !== true) return ask({ index, consumer, game: step.value }, false);
    results[index] = step.value;
    if (index < wanted) missing--;
  };
  consumers.forEach((consumer, index) => {
    proceed(index, consumer, consumer.next());
  });
  for (let request = queue.shift(); request !== undefined && missing > 0; request = queue.shift()) {
    const label = await request.answer;
    if (label === null) ask(request, true);
    else proceed(request.index, request.consumer, request.consumer.next(label));
  }
  return results.slice(0, wanted);
}
