/** A search together with other machines: it stops them when it ends, and all of them vote on the answer. */

import type { RunningSearch } from "../threads/searcher";
import type { Progress, SearchResult } from "../worker/messages";
import type { Alliance } from "./allies";

/** Other machines help only with moves planned to take at least this long, milliseconds, since they need time to start. */
export const MIN_ALLIED_TIME = 200;

/**
 * @param isVotedOn whether a line of another machine may be the answer; it is then reported as the last progress
 */
export function allied(
  running: RunningSearch,
  alliance: Alliance,
  isVotedOn: boolean,
  onProgress: (progress: Progress) => void,
): RunningSearch {
  const answer = (own: SearchResult): SearchResult => {
    alliance.stop();
    const result = { ...own, nodes: own.nodes + alliance.nodes };
    const best = isVotedOn && own.pv.length > 0 ? alliance.vote(own) : own;
    if (best === own) return result;
    const { depth, seldepth, score, pv, isBound } = best;
    const elected = { ...result, depth, seldepth, score, pv, isBound, others: [], move: pv[0] };
    onProgress(elected);
    return elected;
  };
  const result = running.result.then(answer, (error) => {
    alliance.stop();
    throw error;
  });
  const stop = () => {
    alliance.stop();
    running.stop();
  };
  return { result, stop, ponderHit: (instant) => running.ponderHit(instant) };
}
