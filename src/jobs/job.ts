/**
 * Jobs: the units of a long run. A job and its result are plain data, so it can be done in this process or on another machine. What
 * is local to a machine, programs and files, is passed to the job kind when it is created there.
 */

import type { CoreName } from "../engine/core/core";

/** One kind of job: games of a match, iterations of a tuning run, training games. */
export interface JobKind<Setup, Params, Result> {
  readonly name: string;
  /** Creates a worker for the jobs of one run; it is not open yet. */
  worker(setup: Setup): JobWorker<Params, Result>;
}

/** Does jobs of one run, one at a time. */
export interface JobWorker<Params, Result> {
  /** Gets ready. Called once, before anything else but `close`. */
  open(): Promise<void>;
  /** @param index the job's index in its run, from 0 */
  run(params: Params, index: number): Promise<Result>;
  /** Closes it, at any time; a job in progress fails. */
  close(): Promise<void>;
}

/** An engine, as named in a job. */
export interface JobEngine {
  /** The machine's name for a program, never a command; null: Wazaba itself. */
  readonly name: string | null;
  /** For Wazaba. */
  readonly core: CoreName;
  /** Names and values, set in this order. */
  readonly options: readonly (readonly [name: string, value?: string])[];
}

/**
 * The program and arguments that start an engine on this machine.
 *
 * @throws {WazabaError} if the machine has no engine of that name
 */
export type CommandOf = (engine: JobEngine) => readonly string[];
