/**
 * Jobs: what a long run is made of. A job and its result are plain data, so a job can be done in this process or on another
 * machine. What a machine has of its own, programs and files, a kind of jobs gets from whoever makes it there.
 */

import type { CoreName } from "../engine/core/core";

/** One kind of jobs: games of a match, iterations of a tuning, games for training. */
export interface JobKind<Setup, Params, Result> {
  readonly name: string;
  /** A worker for jobs of one run; not open yet. */
  worker(setup: Setup): JobWorker<Params, Result>;
}

/** Does jobs of one run, one at a time. */
export interface JobWorker<Params, Result> {
  /** Gets ready. Called once, before anything else but `close`. */
  open(): Promise<void>;
  /** @param index the job's place in its run, from 0 */
  run(params: Params, index: number): Promise<Result>;
  /** Ends it, at any time; what is under way fails. */
  close(): Promise<void>;
}

/** An engine as a job names it. */
export interface JobEngine {
  /** A name that the machine knows a program by, never a command; null: Wazaba itself. */
  readonly name: string | null;
  /** For Wazaba. */
  readonly core: CoreName;
  /** Names and values, set in this order. */
  readonly options: readonly (readonly [name: string, value?: string])[];
}

/**
 * The words of the command that starts an engine on this machine.
 *
 * @throws {WazabaError} if the machine has none of that name
 */
export type CommandOf = (engine: JobEngine) => readonly string[];
