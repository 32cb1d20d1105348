/** Creates the analyst of a job: Wazaba in this process, or a UCI engine that the machine knows. */

import type { Variant } from "../chess/variants/variant";
import type { CommandOf, JobEngine } from "../jobs/job";
import type { Analyst } from "./analyst";
import { OwnAnalyst } from "./own-analyst";
import { UciAnalyst } from "./uci-analyst";

/** The setup of an analyst: plain data. */
export interface AnalystSetup {
  readonly engine: JobEngine;
  readonly variant: Variant;
  /** The transposition table of Wazaba, megabytes. */
  readonly hash: number;
  /** Wazaba's search threads. With more than one, results differ from run to run. */
  readonly threads: number;
  /** How long an engine may take to answer, in addition to the move's time, milliseconds. */
  readonly timeoutMs: number;
}

export function analystOf({ engine, variant, hash, threads, timeoutMs }: AnalystSetup, commandOf: CommandOf): Analyst {
  const { name, core, options } = engine;
  if (name === null) return new OwnAnalyst({ core, variant, hash, threads });
  return new UciAnalyst({ command: commandOf(engine), options, variant, timeoutMs });
}
