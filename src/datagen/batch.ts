/** Games in flight: many games over one teacher, who is never without a position to judge. */

import { playTogether } from "../teacher/in-turns";
import type { Teacher } from "../teacher/teacher";
import { type GameSettings, type TrainingGame, trainingGame } from "./game";

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
