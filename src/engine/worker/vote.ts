/**
 * The vote of Lazy SMP decides which thread's line is played. Each thread votes for its first move, with a weight that grows with its
 * depth and score, as in Stockfish; so a deeper line wins, and a move that several threads agree on.
 */

import { MATE_BOUND } from "../../../assembly/search/score";
import type { Found } from "../core/core";

/** The weight of a line besides its lead in score, centipawns. */
const BASE = 14;

/** The line to play: the main thread's, unless another one has more votes. Incomplete lines do not count. */
export function vote(main: Found, helpers: readonly Found[]): Found {
  const whole = helpers.filter(({ depth, pv, isBound }) => depth > 0 && pv.length > 0 && !isBound);
  const candidates = main.pv.length > 0 ? [main, ...whole] : whole;
  if (candidates.length < 2) return candidates[0] ?? main;
  const worst = Math.min(...candidates.map(({ score }) => score));
  const weightOf = ({ score, depth }: Found) => (score - worst + BASE) * depth;
  const votes = new Map<number, number>();
  for (const found of candidates) votes.set(found.pv[0], (votes.get(found.pv[0]) ?? 0) + weightOf(found));
  const votesOf = ({ pv }: Found) => votes.get(pv[0]) ?? 0;
  return candidates.reduce((best, found) => {
    // The shortest mate is played, and the longest resistance to one.
    if (isMate(best) || isMate(found)) return found.score > best.score ? found : best;
    const lead = votesOf(found) - votesOf(best);
    return lead > 0 || (lead === 0 && weightOf(found) > weightOf(best)) ? found : best;
  });
}

function isMate({ score }: Found): boolean {
  return Math.abs(score) >= MATE_BOUND;
}
