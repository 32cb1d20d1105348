/** The jobs of a tuning run: one iteration each, whose two points play pairs of games against each other. */

import type { Variant } from "../../chess/variants/variant";
import type { CommandOf, JobEngine, JobKind, JobWorker } from "../../jobs/job";
import { type GameSettings, isFault, playGame } from "../match/game";
import { EngineRoom } from "../match/jobs";
import { type OpeningText, readOpening } from "../openings/suite";

/** What all iterations share. */
export interface TuneSetup extends GameSettings {
  /** The engine; the tuned parameters are its options. */
  readonly engine: JobEngine;
  readonly variant: Variant;
  /** How long it may take to get ready, milliseconds. */
  readonly readyTimeoutMs: number;
}

/** What is specific to one iteration. */
export interface TuneParams {
  /** Options for the first point and for the second. */
  readonly plus: JobEngine["options"];
  readonly minus: JobEngine["options"];
  /** Each is played with both colours. */
  readonly openings: readonly OpeningText[];
}

/** The games of an iteration; wins and losses are the first point's. */
export interface IterationResult {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Games lost by a crash, on time, or by an illegal move. */
  readonly faults: number;
}

/** Iterations of a tuning run. A worker throws if the engine cannot be started, or lacks one of the options. */
export function tuneJobs(commandOf: CommandOf): JobKind<TuneSetup, TuneParams, IterationResult> {
  return {
    name: "tune",
    worker: (setup): JobWorker<TuneParams, IterationResult> => {
      const { engine, variant } = setup;
      const room = new EngineRoom({ ...setup, engines: [engine, engine] }, commandOf);
      return {
        open: () => room.open(),
        close: () => room.close(),
        run: async ({ plus, minus, openings }) => {
          const rivals = await room.seat([0, 1]);
          rivals.a.setOptions(plus);
          rivals.b.setOptions(minus);
          const results = { wins: 0, draws: 0, losses: 0, faults: 0 };
          for (let index = 0; index < 2 * openings.length; index++) {
            const opening = readOpening(openings[index >> 1], variant);
            const { winner, reason } = await playGame(index, opening, rivals, setup);
            results[winner === null ? "draws" : winner === "a" ? "wins" : "losses"]++;
            if (isFault(reason)) results.faults++;
          }
          return results;
        },
      };
    },
  };
}
