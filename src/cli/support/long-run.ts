/** The skeleton of long-running commands: progress on a terminal, a line for each result elsewhere, signals, the exit code. */

import { WazabaError } from "../../errors";
import type { Pool } from "../../jobs/pool";
import { type Run, runJobs } from "../../jobs/run";
import { printError } from "../output";
import { Interruption } from "./interruption";
import { formatTime, showProgress } from "./progress";

/** What a command reports about its run. */
export interface ProgressReporter {
  /** The last line of a terminal, without the time left. */
  progress(): string;
  /** How much is done in total, how much was done before this run, and how much is wanted; null if the end is unknown. */
  counts(): { readonly done: number; readonly before: number; readonly wanted: number } | null;
}

/** What a run can use. */
export interface Control {
  /** Aborted by the first signal that asks the command to end. */
  readonly signal: AbortSignal;
  /**
   * Runs jobs.
   *
   * @throws what a job or `onResult` threw first
   */
  work<Setup, Params, Result>(run: Run<Setup, Params, Result>): Promise<void>;
}

/** How a run ended. */
export interface RunOutcome {
  readonly timeMs: number;
  /** Prints what failed, if anything, to standard error, and returns the exit code. Call it after everything else is printed. */
  exit(): number;
}

/**
 * Runs until the work is done, something fails, or a signal arrives; results are up to the command.
 *
 * @param isOver called at the end in any case: files are closed there
 */
export async function longRun(
  { progress, counts }: ProgressReporter,
  pool: Pool,
  run: (control: Control) => Promise<void>,
  isOver: () => void | Promise<void>,
): Promise<RunOutcome> {
  const interruption = new Interruption();
  const { signal } = interruption;
  const start = performance.now();
  let failure: WazabaError | null = null;
  const show = () => {
    const count = counts();
    const played = count === null ? 0 : count.done - count.before;
    const left = count === null ? 0 : ((performance.now() - start) / played) * (count.wanted - count.done);
    showProgress(played > 0 ? `${progress()}, ${formatTime(left)} left` : progress());
  };
  const work: Control["work"] = (jobs) => {
    const onResult: typeof jobs.onResult = (result, index) => {
      // What a command prints must not end up behind the line of progress.
      showProgress("");
      const isEnough = jobs.onResult(result, index);
      show();
      return isEnough;
    };
    return runJobs({ ...jobs, onResult }, pool, signal);
  };
  try {
    show();
    await run({ signal, work });
  } catch (error) {
    if (!(error instanceof WazabaError)) throw error;
    // Engines that must quit report a failure, which is not one.
    if (!signal.aborted) failure = error;
  } finally {
    showProgress("");
    await isOver();
    interruption.dispose();
  }
  return {
    timeMs: performance.now() - start,
    exit: () => {
      if (failure === null) return interruption.exitCode;
      printError(`wazaba: ${failure.message}\n`);
      return 1;
    },
  };
}
