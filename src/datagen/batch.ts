/** Games in flight: many games over one teacher, who is never without a position to judge. */

import type { Game } from "../rules/game";
import { type GameSettings, type TrainingGame, trainingGame } from "./game";
import type { Judgement, Teacher } from "./teacher";

/** Something that has to know what a teacher thinks of positions, one after the other. */
export type Asking<T> = Generator<Game, T, Judgement>;

/** A question that the teacher has not answered yet. */
interface Question<T> {
  /** Whose it is. */
  readonly slot: number;
  readonly asking: Asking<T>;
  readonly game: Game;
  readonly answer: Promise<Judgement | null>;
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
    const answer = teacher.judge(question.game, isAgain);
    // Of those that are in flight when the teacher fails, the first tells of it.
    answer.catch(() => {});
    queue.push({ ...question, answer });
  };
  const goOn = (slot: number, asking: Asking<T>, step: IteratorResult<Game, T>) => {
    if (step.done !== true) return ask({ slot, asking, game: step.value }, false);
    results[slot] = step.value;
    if (slot < wanted) missing--;
  };
  askings.forEach((asking, slot) => {
    goOn(slot, asking, asking.next());
  });
  for (let question = queue.shift(); question !== undefined && missing > 0; question = queue.shift()) {
    const judgement = await question.answer;
    if (judgement === null) ask(question, true);
    else goOn(question.slot, question.asking, question.asking.next(judgement));
  }
  return results.slice(0, wanted);
}

/** Which games are played in one go. */
export interface BatchSettings extends GameSettings {
  /** Games in flight: a batch has so many. */
  readonly inFlight: number;
  /** The first game that nobody wants any more. */
  readonly end: number;
}

/**
 * Plays the batch with that index, from 0: games that are begun together, with a teacher who has forgotten all others. Each
 * is the same for the same settings and teacher, whatever was played before, and whatever is wanted besides.
 *
 * @throws {WazabaError} if the teacher fails, or there is no opening
 */
export async function playBatch(batch: number, settings: BatchSettings, teacher: Teacher): Promise<TrainingGame[]> {
  const { inFlight, end } = settings;
  const first = batch * inFlight;
  await teacher.newGame();
  const games = Array.from({ length: inFlight }, (_, i) => trainingGame(first + i, settings));
  return playTogether(games, teacher, Math.min(inFlight, end - first));
}
