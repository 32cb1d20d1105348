/** `analyse`, a search whose infos are reported until it is ended: what the hooks of the frameworks are made of. */

import { type EnginePool, type PoolLimits, sharedPool } from "./engine-pool";
import { expect, expectSignal } from "./expect";
import type { Position } from "./position";
import type { BestMove, DepthInfo } from "./search";

/** What is known about a position so far. */
export interface Analysis {
  /** The latest iteration; null before the first, and if the game is over. */
  readonly info: DepthInfo | null;
  /** The result; null until the search has ended. */
  readonly result: BestMove | null;
  /** Why it failed, such as a `FenError`; null if it did not. */
  readonly error: Error | null;
}

/** Limits of an analysis, and who searches. */
export type AnalysisOptions = PoolLimits & {
  /** The engines. @default those that all analyses share */
  readonly pool?: EnginePool;
};

/** Nothing is known yet. */
export const NO_ANALYSIS: Analysis = Object.freeze({ info: null, result: null, error: null });

/**
 * Analyses a position, and reports each iteration, the result, or an error, until it is ended.
 *
 * @param position a position of any variant, or a FEN of the pool's variant
 * @param options when the search ends, `multiPv`, `elo`, `signal`, `pool`. @default a second, by engines that all analyses share
 * @param onChange receives what is known so far; nothing after the end
 * @returns ends it
 * @throws {WazabaError} `type` if `onChange` is not a function
 * @example const end = analyse(fen, { movetime: 5000 }, ({ info }) => show(info?.san));
 */
export function analyse(
  position: Position | string,
  options: AnalysisOptions,
  onChange: (analysis: Analysis) => void,
): () => void {
  expect(typeof onChange === "function", "onChange", onChange, "a function");
  expectSignal(options.signal);
  const { pool = sharedPool(), signal, ...limits } = options;
  const controller = new AbortController();
  const end = () => {
    signal?.removeEventListener("abort", end);
    controller.abort();
  };
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  let analysis = NO_ANALYSIS;
  const report = (change: Partial<Analysis>) => {
    if (controller.signal.aborted) return;
    analysis = { ...analysis, ...change };
    onChange(analysis);
  };
  pool
    .bestMove(position, { ...limits, signal: controller.signal }, (info) => info.type === "depth" && report({ info }))
    .then(
      (result) => report({ result }),
      (error) => report({ error }),
    );
  return end;
}
