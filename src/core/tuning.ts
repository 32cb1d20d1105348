/** Names for the numbers of `assembly/search/tuning.ts`, in their order, with the range that a tuner may try. */

import { tuned } from "../../assembly/search/tuning";

/** A number of the search that can be tuned. */
export interface Tunable {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** What switches its step off, where one number alone does. */
  readonly off?: number;
}

/** Numbers that a search is to take instead of the core's own, by their places in `TUNABLES`. */
export type Tuning = ReadonlyMap<number, number>;

export const TUNABLES: readonly Tunable[] = [
  { name: "AspirationWindow", least: 5, most: 60 },
  { name: "AspirationDepth", least: 3, most: 8, off: 127 },
  { name: "RazorDepth", least: 0, most: 5, off: 0 },
  { name: "RazorMargin", least: 100, most: 500 },
  { name: "ReverseDepth", least: 4, most: 12, off: 0 },
  { name: "ReverseMargin", least: 40, most: 150 },
  { name: "NullMoveDepth", least: 1, most: 4, off: 127 },
  { name: "NullMoveReduction", least: 2, most: 5 },
  { name: "NullMoveDepthStep", least: 2, most: 8 },
  { name: "NullMoveScoreStep", least: 100, most: 400 },
  { name: "NullMoveScoreMost", least: 1, most: 5 },
  { name: "NullMoveVerifyDepth", least: 6, most: 20 },
  { name: "NullMoveVerifyPhase", least: 0, most: 6 },
  { name: "ProbcutDepth", least: 4, most: 8, off: 127 },
  { name: "ProbcutMargin", least: 100, most: 300 },
  { name: "ProbcutReduction", least: 3, most: 5 },
  { name: "InternalReductionDepth", least: 2, most: 6, off: 127 },
  { name: "SingularDepth", least: 5, most: 10, off: 127 },
  { name: "SingularMargin", least: 1, most: 4 },
  { name: "SingularDouble", least: 5, most: 50 },
  { name: "LatePruneBase", least: 1, most: 8 },
  { name: "LatePruneDepth", least: 4, most: 12, off: 0 },
  { name: "FutilityDepth", least: 4, most: 10, off: -1 },
  { name: "FutilityBase", least: 0, most: 250 },
  { name: "FutilityStep", least: 40, most: 160 },
  { name: "HistoryPruneDepth", least: 2, most: 6, off: 0 },
  { name: "HistoryPruneStep", least: 300, most: 6000 },
  { name: "ExchangePruneDepth", least: 5, most: 12, off: 0 },
  { name: "ExchangePruneQuiet", least: 10, most: 60 },
  { name: "ExchangePruneNoisy", least: 50, most: 180 },
  { name: "LateMoveDepth", least: 2, most: 5, off: 127 },
  { name: "LateMoveFirst", least: 1, most: 5 },
  { name: "LateMoveBase", least: 0, most: 150 },
  { name: "LateMoveDivisor", least: 80, most: 350 },
  { name: "LateMoveHistory", least: 4000, most: 16000, off: 32767 },
  { name: "LateMoveDeeper", least: 20, most: 100 },
  { name: "DeltaMargin", least: 50, most: 300, off: 32767 },
  { name: "HistoryBonusStep", least: 50, most: 400 },
  { name: "HistoryBonusLess", least: 0, most: 200 },
  { name: "HistoryBonusMost", least: 500, most: 4000 },
  { name: "CorrectionLimit", least: 32, most: 512, off: 0 },
  { name: "CorrectionWeight", least: 64, most: 1024 },
];

/** The numbers that a core begins with, in the order of `TUNABLES`. */
export const TUNED: readonly number[] = TUNABLES.map((_, index) => tuned(index));

/** The place of the number of that name, in whatever case; undefined if there is none. */
export function findTunable(name: string): number | undefined {
  const wanted = name.toLowerCase();
  const index = TUNABLES.findIndex((known) => known.name.toLowerCase() === wanted);
  return index < 0 ? undefined : index;
}
