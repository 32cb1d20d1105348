/** Allies: other machines that search the same root at the same time. `src/cluster/` provides them; without allies, nothing changes. */

import type { Found } from "../core/core";
import type { SearchStyle } from "../core/style";
import type { GamePosition, Progress, SearchResult } from "../worker/messages";

/** A search that others may join. */
export interface AlliedSearch {
  readonly position: GamePosition;
  /** The root moves to search, as numbers; all if empty. */
  readonly searchMoves: readonly number[];
  readonly style: SearchStyle;
}

/** Other machines, as a session sees them. No method waits for them or throws. */
export interface Allies {
  /** @param report receives what users should know; `detail` receives what helps with debugging */
  listen(report: (what: string) => void, detail: (what: string) => void): void;
  /** Starts looking for them. */
  seek(): void;
  /** Discards what earlier searches have learned. */
  newGame(): void;
  /** Makes them join a search as soon as they are found; null if they cannot be. */
  join(search: AlliedSearch): Alliance | null;
  close(): Promise<void>;
}

/** One search together with others. */
export interface Alliance {
  /** The nodes that the others have searched so far. */
  readonly nodes: number;
  /** The search has started, with this table. */
  onTable(memory: WebAssembly.Memory): void;
  /** It has completed an iteration. */
  onProgress(progress: Progress): void;
  /** Stops the others. */
  stop(): void;
  /** The search has ended: the line to play, by a vote of all machines. */
  vote(own: SearchResult): Found;
}
