/** The jobs of `datagen`: one batch of training games each, in flight together so that the teacher never waits for a position. */

import type { CoreName } from "../../engine/core/core";
import type { CommandOf, JobEngine, JobKind, JobWorker } from "../../jobs/job";
import { playTogether } from "../../players/in-turns";
import { OwnTeacher, type Teacher, UciTeacher } from "../../players/teacher";
import type { OpeningSettings } from "../openings/balanced";
import { LeafFinder } from "./leaves";
import { type TrainingGame, type TrainingGameSettings, trainingGame } from "./training-game";

/** Files that openings come from, and Wazaba's network: they stay on this machine, and jobs do not carry them. */
export interface DatagenFiles extends Pick<OpeningSettings, "book" | "positions"> {
  /** For the variant; null for piece-square tables. @default the variant's default network */
  readonly net?: Uint8Array | null | undefined;
}

/** What all batches share. */
export interface DatagenSetup extends Omit<TrainingGameSettings, keyof DatagenFiles | "leaves"> {
  readonly teacher: JobEngine;
  /** For each position. */
  readonly nodes: number;
  /** How long the teacher may take to answer, milliseconds. */
  readonly timeoutMs: number;
  /** Games in flight: the size of a batch. */
  readonly inFlight: number;
  /** Exclusive end of the games. */
  readonly end: number;
  /** The percentage of positions whose quiet leaf is labelled too, and the core that finds it. */
  readonly leaves: { readonly percent: number; readonly core: CoreName };
}

/** A batch is defined by its index alone. */
export type DatagenParams = Readonly<Record<string, never>>;

/** Batches of training games. A worker throws if the teacher fails, or no opening is found. */
export function datagenJobs(
  commandOf: CommandOf,
  { net, ...files }: DatagenFiles,
): JobKind<DatagenSetup, DatagenParams, TrainingGame[]> {
  /** One serves all workers: they share this thread. */
  let finder: Promise<LeafFinder> | null = null;
  return {
    name: "datagen",
    worker: (setup): JobWorker<DatagenParams, TrainingGame[]> => {
      const { variant, leaves } = setup;
      const teacher = teacherOf(setup, commandOf, net);
      let settings: BatchSettings = { ...setup, ...files, leaves: undefined };
      return {
        open: async () => {
          if (leaves.percent > 0) {
            finder ??= LeafFinder.create(leaves.core, { variant, net });
            settings = { ...settings, leaves: { finder: await finder, percent: leaves.percent } };
          }
          await teacher.open();
        },
        close: () => teacher.close(),
        run: (_, index) => playBatch(index, settings, teacher),
      };
    },
  };
}

function teacherOf(
  { teacher, variant, chess960, nodes, timeoutMs, inFlight }: DatagenSetup,
  commandOf: CommandOf,
  net: DatagenFiles["net"],
): Teacher {
  const { name, core, options } = teacher;
  if (name === null) return new OwnTeacher(core, variant, nodes, net);
  const isQueued = inFlight > 1;
  return new UciTeacher({ command: commandOf(teacher), options, variant, chess960, nodes, timeoutMs, isQueued });
}

/** Which games are played together. */
export interface BatchSettings extends TrainingGameSettings {
  /** The size of a batch. */
  readonly inFlight: number;
  /** Exclusive end of the games. */
  readonly end: number;
}

/**
 * Plays the batch with that index, from 0: games that start together, with a teacher that has forgotten all others. Each is
 * deterministic for the same settings and teacher, whatever was played before, and wherever the games end.
 *
 * @throws {WazabaError} if the teacher fails, or no opening is found
 */
export async function playBatch(batch: number, settings: BatchSettings, teacher: Teacher): Promise<TrainingGame[]> {
  const { inFlight, end } = settings;
  const first = batch * inFlight;
  await teacher.newGame();
  const games = Array.from({ length: inFlight }, (_, i) => trainingGame(first + i, settings));
  return playTogether(games, teacher, Math.min(inFlight, end - first));
}
