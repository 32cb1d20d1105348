/** Many games at once, handed on in their order. */

import type { TrainingGame } from "./game";
import type { Teacher } from "./teacher";

export interface RunSettings {
  /** The index of the first game to play, and of the first that is too much. */
  readonly from: number;
  readonly to: number;
  /** The teachers, one for each game that is played at the same time; not open yet. */
  readonly teachers: readonly Teacher[];
  readonly play: (index: number, teacher: Teacher) => Promise<TrainingGame>;
  /** Hears of each game in the order of their indices, so whatever there is when the run ends has no gaps. */
  readonly onGame: (game: TrainingGame) => void;
  /** Ends the run early, without an error; games that are not handed on by then are lost. */
  readonly signal: AbortSignal;
}

/**
 * Plays games until all are done, one fails or the signal comes; closes the teachers.
 *
 * @throws what a teacher or `onGame` threw first
 */
export async function playGames({ from, to, teachers, play, onGame, signal }: RunSettings): Promise<void> {
  const finished = new Map<number, TrainingGame>();
  let next = from;
  let awaited = from;
  let isOver = signal.aborted;
  const end = async () => {
    isOver = true;
    await Promise.all(teachers.map((teacher) => teacher.close()));
  };
  const work = async (teacher: Teacher) => {
    await teacher.open();
    while (!isOver && next < to) {
      const index = next++;
      finished.set(index, await play(index, teacher));
      for (let game = finished.get(awaited); game !== undefined; game = finished.get(awaited)) {
        finished.delete(awaited++);
        onGame(game);
      }
    }
  };
  const failures: unknown[] = [];
  signal.addEventListener("abort", end);
  await Promise.all(
    teachers.map(async (teacher) => {
      try {
        await work(teacher);
      } catch (error) {
        // Of a run that is over the teachers fail because they were closed.
        if (!isOver) failures.push(error);
        await end();
      }
    }),
  );
  signal.removeEventListener("abort", end);
  await end();
  if (failures.length > 0) throw failures[0];
}
