/** The skeleton of commands that run long: progress on a terminal, a line for each result elsewhere, signals, the exit code. */

import { WazabaError } from "../../errors";
import type { Pool } from "../../jobs/pool";
import { type Run, runJobs } from "../../jobs/run";
import { Interruption } from "./interruption";
import { printError } from "./output";
import { formatTime, showProgress } from "./progress";

/** What a command tells of its run. */
export interface Telling {
  /** The last line of a terminal, without the time left. */
  progress(): string;
  /** How much is done in all, was done before this run, and is wanted; null if nobody knows the end. */
  counts(): { readonly done: number; readonly before: number; readonly wanted: number } | null;
}

/** What a command is given for its run. */
export interface Control {
  /** Comes with the first signal that wants the command to end. */
  readonly signal: AbortSignal;
  /**
   * Does jobs.
   *
   * @throws what a job or `onResult` threw first
   */
  work<Setup, Params, Result>(run: Run<Setup, Params, Result>): Promise<void>;
}

/** How a run has ended. */
export interface Ending {
  readonly timeMs: number;
  /** Says on standard error what has failed, if anything; the command's exit code. To be called when all else is printed. */
  exit(): number;
}

/**
 * Runs, until it is done, has failed, or a signal comes; results are the command's own business.
 *
 * @param isOver is called at the end, whatever came: files are closed there
 */
export async function longRun(
  { progress, counts }: Telling,
  pool: Pool,
  run: (control: Control) => Promise<void>,
  isOver: () => void | Promise<void>,
): Promise<Ending> {
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
      // What a command prints of a result must not stand behind the line of progress.
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
    // Engines that are told to quit fail for that.
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
