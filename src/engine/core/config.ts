/**
 * The settings of an engine. The session, or another client of a searcher, owns them; the dispatcher keeps the last ones that took
 * effect, for a worker that has to be replaced, and the worker those of its core.
 */

import type { Variant } from "../../chess/variants/variant";
import type { CoreName } from "./core";

/** The settings that a core is loaded with. */
export interface CoreConfig {
  readonly core: CoreName;
  /** The size of the transposition table, megabytes. */
  readonly hash: number;
  /** The variant to prepare for; positions of other variants can be searched too, after some milliseconds. */
  readonly variant: Variant;
  /**
   * The file of a network for `variant`; other variants keep theirs. Null for piece-square tables in all variants, undefined for the
   * networks of the package.
   */
  readonly net: Uint8Array | null | undefined;
}

/** The settings of an engine. */
export interface EngineConfig extends CoreConfig {
  /** The number of threads, 1 to `MAX_THREADS`. The twin, and pages whose threads share no memory, have one. */
  readonly threads: number;
}
