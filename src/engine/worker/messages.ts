/** Messages between the main thread and the search worker. Plain data: numbers, strings, arrays. */

import type { WazabaErrorCode } from "../../errors";
import type { Message } from "../../message";
import type { CoreConfig } from "../core/config";
import type { CoreLimits, Found, GamePosition } from "../core/core";
import type { AssetName, FileCache } from "../core/files";
import type { LoadOptions, MainCore } from "../core/load";
import type { SearchStyle } from "../core/style";
import type { Tuning } from "../core/tuning";
import type { TablebaseSettings } from "../syzygy/settings";
import type { TimeBudget } from "../time/time-management";
import type { StrengthLimit } from "./limited-strength";
import type { MateReport, MateSettings } from "./mate-search";

/** The start data of a search worker. */
export interface Start {
  /** Carries a stop or a ponder hit to a busy worker; null where threads cannot share memory. */
  readonly signals: ArrayBufferLike | null;
  readonly cache: WorkerCache;
  /** The port to the search worker that this one helps; absent if it is not a helper. */
  readonly helps?: MessagePort;
  /** The port of the questions about endgames; absent if it does not generate endgame tables. */
  readonly endgames?: MessagePort;
}

/** The ports in start data, which are moved and not copied. */
export function portsOf({ helps, endgames }: Start): MessagePort[] {
  return [helps, endgames].filter((port) => port !== undefined);
}

/** What a replacement worker need not load or measure again. */
export interface WorkerCache {
  /** Files already loaded. */
  readonly files: FileCache;
  /** Speed of the mate search by core file, nodes a second. */
  readonly speeds: Partial<Record<AssetName, number>>;
}

export type { GamePosition };

/** Load a core with this configuration, in place of the current one. */
export interface Configure extends CoreConfig {
  readonly type: "configure";
}

/** Where a search ends, besides its time. */
export interface SearchLimits extends CoreLimits {
  /** A mate in at most N moves ends the search. */
  readonly mate?: number;
}

export interface SearchTask {
  readonly type: "search";
  readonly position: GamePosition;
  readonly limits: SearchLimits;
  readonly time: TimeBudget;
  readonly tuning: Tuning;
  readonly style: SearchStyle;
  /** The mate search before it; null for none. */
  readonly mateSearch: MateSettings | null;
  /** Limited strength; null for full strength. */
  readonly strength: StrengthLimit | null;
  /** Whether it ponders; `time` then counts from the ponder hit. */
  readonly ponder: boolean;
  /** How its table is shared with other machines; null if it is not. */
  readonly share: Share | null;
  /** How Syzygy's tablebases are probed; null if they are not. */
  readonly tablebases: TablebaseSettings | null;
}

/** A part in a search of several machines: the host receives the transposition table, and exchanges entries with the others. */
export interface Share {
  /**
   * The main thread's number in Lazy SMP (`assembly/search/lazy-smp.ts`): 0 leads. Any other follows: it reads
   * the iteration to search from the table's memory, where the host writes it, and leaves the table's generations to the host.
   */
  readonly thread: number;
}

/** Perft by root move. */
export interface DivideTask {
  readonly type: "divide";
  readonly position: GamePosition;
  readonly depth: number;
}

/** A helper thread that has just started. */
export interface NewHelper {
  readonly thread: number;
  /** The port to it, for the search worker. */
  readonly port: MessagePort;
}

/** Add helper threads, so that later searches have more threads. */
export interface AddHelpers {
  readonly type: "add-helpers";
  readonly helpers: readonly NewHelper[];
}

/** Continue without a helper thread. Handled at once, before other tasks. */
export interface DropHelper {
  readonly type: "drop-helper";
  readonly thread: number;
}

/** Evaluate a position without searching. */
export interface EvaluateTask {
  readonly type: "evaluate";
  readonly position: GamePosition;
}

/** Clear the transposition table and the histories. */
export interface Forget {
  readonly type: "forget";
}

export type Task = Configure | SearchTask | DivideTask | EvaluateTask | Forget | AddHelpers | DropHelper;

/** A task with its id. Ids rise by one; the worker takes tasks in order. */
export interface Request {
  readonly id: number;
  readonly task: Task;
}

/**
 * A completed iteration; or the final result, if the search ended within an iteration and changed it. The last progress
 * always has the score and PV of the answer.
 */
export interface Progress extends Found {
  /** Positions found in endgame tables; absent if they were not probed. */
  readonly tbHits?: number;
  /** Since the search was requested. */
  readonly timeMs: number;
}

/** The root move being searched (UCI: currmove), reported now and then. */
export interface CurrMove {
  /** The iteration, plies. */
  readonly depth: number;
  /** The root move, and its place, from 1. */
  readonly move: number;
  readonly moveNumber: number;
  readonly nodes: number;
  /** How full the transposition table is, per mille. */
  readonly hashfull: number;
  readonly timeMs: number;
}

/**
 * The result of a search: score and PV are those of the last progress. If the mate search has found a mate that is played at
 * once, depth is the length of the mate in plies, and nodes are those of the mate search.
 */
export interface SearchResult extends Progress {
  /** The first move of the PV: the best one, or the choice of the limited player; 0 if there is no legal move. */
  readonly move: number;
  /** The result of the mate search; null if it was off. `nodes` does not include its nodes. */
  readonly mate: MateReport | null;
  /** Whether a mate in at most `limits.mate` moves was requested and disproved: no first move, of those allowed, forces it. */
  readonly isMateDisproved: boolean;
}

/** What a file is for that the search does without. */
export type FaultTopic = "net" | "endgame";

export type Reply =
  /** A helper thread no longer answers. */
  | { readonly id: number; readonly type: "lost"; readonly thread: number }
  /** A file is not used, a variant's network or a tablebase: why. */
  | { readonly id: number; readonly type: "fault"; readonly topic: FaultTopic; readonly reason: Message }
  /** The cache has grown. Sent only where threads cannot share memory. */
  | { readonly id: number; readonly type: "cached"; readonly cache: WorkerCache }
  /** The memory of the transposition table, for a search that shares it. Not sent where threads share no memory. */
  | { readonly id: number; readonly type: "table"; readonly memory: WebAssembly.Memory }
  | { readonly id: number; readonly type: "progress"; readonly progress: Progress }
  | { readonly id: number; readonly type: "currmove"; readonly current: CurrMove }
  | { readonly id: number; readonly type: "evaluated"; readonly score: number }
  | { readonly id: number; readonly type: "mate-search"; readonly report: MateReport }
  | { readonly id: number; readonly type: "divided"; readonly move: number; readonly nodes: number }
  | { readonly id: number; readonly type: "done"; readonly result?: SearchResult }
  | { readonly id: number; readonly type: "failed"; readonly code: WazabaErrorCode; readonly message: Message };

// Between the search worker and its helpers.

/** A task of a search worker for a helper. */
export type HelperTask =
  /** Load a core like the main one, on its transposition table. `memory` is that of `TeamMemory`. */
  | {
      readonly type: "join";
      readonly core: Pick<LoadOptions, "build" | "hash" | "net" | "files"> & { readonly main: MainCore };
      readonly memory: ArrayBufferLike;
    }
  /** Search until it is over. Ids rise. */
  | ({
      readonly type: "search";
      readonly id: number;
      readonly limits: Pick<CoreLimits, "nodes" | "searchMoves">;
    } & Pick<SearchTask, "position" | "tuning" | "style" | "tablebases">)
  /** Clear the histories. */
  | { readonly type: "forget" };

/** The answer to a task; `forget` has none. */
export type HelperReply =
  | { readonly type: "joined" }
  | { readonly type: "failed"; readonly code: WazabaErrorCode; readonly message: Message }
  /** The search was over before this helper started. */
  | { readonly type: "late" }
  | { readonly type: "found"; readonly found: Found };
