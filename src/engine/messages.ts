/** Messages between the main thread and the search worker. Plain data: numbers, strings, arrays. */

import type { CoreLimits, CoreName, Found } from "../core/core";
import type { AssetName, Kit } from "../core/kit";
import type { SearchStyle } from "../core/style";
import type { Tuning } from "../core/tuning";
import type { Setup } from "../position/setup";
import type { TimeBudget } from "../time/time-management";
import type { Variant } from "../variants/variant";
import type { StrengthLimit } from "./limited-strength";
import type { MateReport, MateSettings } from "./mate-search";

/** What a search worker is given to begin with. */
export interface Start {
  /** Where a busy worker hears of a stop or a ponder hit; null where threads share no memory. */
  readonly signals: SharedArrayBuffer | null;
  readonly provisions: Provisions;
}

/** What a worker that takes another's place need not find out again. */
export interface Provisions {
  /** Files at hand. */
  readonly kit: Kit;
  /** Nodes a second of the mate search, of cores by their files. */
  readonly speeds: Partial<Record<AssetName, number>>;
}

/** A position of any game, and how it came about. */
export interface GamePosition {
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
  /** The file of the network that evaluates orthodox chess; null for piece-square tables, undefined for the usual one. */
  readonly net: Uint8Array | null | undefined;
}

/** Where a search ends, besides its time. */
export interface SearchLimits extends CoreLimits {
  /** With a mate in at most so many moves. */
  readonly mate?: number;
}

export interface SearchTask {
  readonly type: "search";
  readonly position: GamePosition;
  readonly limits: SearchLimits;
  readonly time: TimeBudget;
  readonly tuning: Tuning;
  readonly style: SearchStyle;
  /** The search for long sequences of checks before it; null for none. */
  readonly mateSearch: MateSettings | null;
  /** How strong to play; null for as strong as it can. */
  readonly strength: StrengthLimit | null;
  /** Whether it begins in the opponent's time; `time` then counts from the ponder hit on. */
  readonly ponder: boolean;
}

/** Count leaves behind each move. */
export interface DivideTask {
  readonly type: "divide";
  readonly position: GamePosition;
  readonly depth: number;
}

/** Evaluate a position without searching. */
export interface EvaluateTask {
  readonly type: "evaluate";
  readonly position: GamePosition;
}

/** Forget what was learnt. */
export interface Forget {
  readonly type: "forget";
}

export type Task = Configure | SearchTask | DivideTask | EvaluateTask | Forget;

/** A task on its way. Ids rise by one, and the worker takes tasks in their order. */
export interface Request {
  readonly id: number;
  readonly task: Task;
}

/**
 * An iteration is done; or the search has ended within one, and this is what it answers, if that was not told before: the
 * last progress before the answer is the answer's.
 */
export interface Progress extends Found {
  /** Since the search was asked for. */
  readonly timeMs: number;
}

/** What an iteration under way has come to, told now and then. */
export interface CurrMove {
  /** The iteration, plies. */
  readonly depth: number;
  /** The root's move being searched, and its place, from 1. */
  readonly move: number;
  readonly moveNumber: number;
  readonly nodes: number;
  /** How full the table is, per mille. */
  readonly hashfull: number;
  readonly timeMs: number;
}

/**
 * What a finished search answers: its score and line are those of the last progress. If a mate by checks was played at once,
 * depth is the mate's plies, and nodes its own.
 */
export interface SearchResult extends Progress {
  /** The first of the line: the best move, or the one that a level chooses; 0 if there is no legal one. */
  readonly move: number;
  /** What the mate search found; null if it was off. Its nodes are not among `nodes`. */
  readonly mate: MateReport | null;
}

export type Reply =
  /** More than was known before. Told where threads share no memory. */
  | { readonly id: number; readonly type: "provided"; readonly provisions: Provisions }
  | { readonly id: number; readonly type: "progress"; readonly progress: Progress }
  | { readonly id: number; readonly type: "currmove"; readonly current: CurrMove }
  | { readonly id: number; readonly type: "evaluated"; readonly score: number }
  | { readonly id: number; readonly type: "mate-search"; readonly report: MateReport }
  | { readonly id: number; readonly type: "divided"; readonly move: number; readonly nodes: number }
  | { readonly id: number; readonly type: "done"; readonly result?: SearchResult }
  | { readonly id: number; readonly type: "failed"; readonly code: string; readonly message: string };
