/** Starts the analyst of a job: Wazaba in this process, or a program that the machine knows. */

import type { Variant } from "../chess/variants/variant";
import type { CommandOf, JobEngine } from "../jobs/job";
import type { Analyst } from "./analyst";
import { OwnAnalyst } from "./own-analyst";
import { UciAnalyst } from "./uci-analyst";

/** Who analyses: plain data. */
export interface AnalystSetup {
  readonly engine: JobEngine;
  readonly variant: Variant;
  /** The transposition table of Wazaba, megabytes. */
  readonly hash: number;
  /** Threads of Wazaba's that search together. With more than one, results differ from run to run. */
  readonly threads: number;
  /** After how long without an answer, beyond the time of a move, an engine has failed, milliseconds. */
  readonly timeoutMs: number;
}

export function analystOf({ engine, variant, hash, threads, timeoutMs }: AnalystSetup, commandOf: CommandOf): Analyst {
  const { name, core, options } = engine;
  if (name === null) return new OwnAnalyst({ core, variant, hash, threads });
  return new UciAnalyst({ command: commandOf(engine), options, variant, timeoutMs });
}
