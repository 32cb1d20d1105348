/** Allies: other machines that search the same root at the same time. `src/cluster/` has them; without any, nothing changes. */

import type { Found } from "../core/core";
import type { SearchStyle } from "../core/style";
import type { GamePosition, Progress, SearchResult } from "../threads/messages";

/** A search that others may join. */
export interface AlliedSearch {
  readonly position: GamePosition;
  /** The root moves to search, as numbers; all if empty. */
  readonly searchMoves: readonly number[];
  readonly style: SearchStyle;
}

/** Other machines, as a session knows them. Nothing here waits for them, or throws. */
export interface Allies {
  /** @param notify receives what users should know; `detail` what helps to find faults */
  listen(notify: (what: string) => void, detail: (what: string) => void): void;
  /** Starts to look for them. */
  seek(): void;
  /** Earlier searches no longer matter. */
  newGame(): void;
  /** Has them search along, as soon as they are found; null if they cannot be. */
  join(search: AlliedSearch): Alliance | null;
  close(): Promise<void>;
}

/** One search together with others. */
export interface Alliance {
  /** What the others have searched so far. */
  readonly nodes: number;
  /** The search has begun, with this table. */
  onTable(memory: WebAssembly.Memory): void;
  /** It has completed an iteration. */
  onProgress(progress: Progress): void;
  /** Tells the others to stop. */
  stop(): void;
  /** The search has ended: the line to be played, by vote among all machines. */
  vote(own: SearchResult): Found;
}
