/** What the main thread and the search worker say to each other. Plain data: numbers, strings, arrays. */

import type { CoreLimits, CoreName, Found } from "../core/core";
import type { Setup } from "../rules/setup";
import type { Allotment } from "../time/clock";
import type { Variant } from "../variants/variant";

/** A position of any game, and how it came about. */
export interface Line {
  readonly root: Setup;
  /** Legal moves from the root, as numbers. */
  readonly moves: readonly number[];
}

/** Bring up this core with this table, ready for this game, instead of what is there. */
export interface Configure {
  readonly type: "configure";
  readonly core: CoreName;
  /** Megabytes. */
  readonly hash: number;
  readonly variant: Variant;
}

export interface SearchTask {
  readonly type: "search";
  readonly line: Line;
  readonly limits: CoreLimits;
  readonly time: Allotment;
}

/** Count leaves behind each move. */
export interface DivideTask {
  readonly type: "divide";
  readonly line: Line;
  readonly depth: number;
}

/** Forget what was learnt. */
export interface Forget {
  readonly type: "forget";
}

export type Task = Configure | SearchTask | DivideTask | Forget;

/** A task on its way. Ids rise by one, and the worker takes tasks in their order. */
export interface Request {
  readonly id: number;
  readonly task: Task;
}

/** What a finished search answers. */
export interface SearchResult extends Found {
  /** The best move, 0 if there is no legal one. */
  readonly move: number;
  readonly timeMs: number;
}

/** An iteration is done, and more may follow. */
export interface Progress extends Found {
  readonly timeMs: number;
}

export type Reply =
  | { readonly id: number; readonly type: "progress"; readonly progress: Progress }
  | { readonly id: number; readonly type: "divided"; readonly move: number; readonly nodes: number }
  | { readonly id: number; readonly type: "done"; readonly result?: SearchResult }
  | { readonly id: number; readonly type: "failed"; readonly code: string; readonly message: string };

/**
 * The one word that both threads share: the id of the last request that has been told to stop. It only rises, so a stop
 * can neither be lost nor hit a later search.
 */
export type StopWord = Int32Array<SharedArrayBuffer>;
