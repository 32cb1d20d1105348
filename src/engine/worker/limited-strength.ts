/**
 * Limited strength (`UCI_LimitStrength`, `UCI_Elo`): play for people, with human mistakes. A limited player searches few
 * nodes, and may overlook the reply to a move: then it takes the static evaluation after the move. It overlooks replies on
 * the square moved to less often. So its moves have a reason, and the loss of a piece can be explained.
 */

import { toOf } from "../../../assembly/rules/move";
import { MATE } from "../../../assembly/search/score";
import type { Line } from "../../chess/notation/line";
import type { Core, CoreLimits } from "../core/core";

/** A strength limit. */
export interface StrengthLimit {
  /** As `UCI_Elo`; clamped to the range `ELO`. */
  readonly elo: number;
  /** Seed of its mistakes, 32 bits. */
  readonly seed: number;
}

/** How a limited player errs. */
export interface Faults {
  /** Search depth, plies; the fraction is the probability of one ply more. */
  readonly depth: number;
  /** The maximum number of root moves it compares (MultiPV), and the share of them that it considers, 0 to 1. */
  readonly lines: number;
  readonly attention: number;
  /** The probability of overlooking the reply to a move, 0 to 1; its factor for replies on the square moved to. */
  readonly overlooks: number;
  readonly overlooksNear: number;
  /** Standard deviation of its evaluation error, centipawns. */
  readonly noise: number;
}

type Rung = readonly [elo: number, ...faults: number[]];

/**
 * Faults by strength. The scale is that of Stockfish 15.1's `UCI_Elo`, in orthodox chess: from 1310 on a rung is where the
 * likelihood of 80 games against Stockfish near its own level (`bench/levels.mjs`, 100 ms a move) and of 200 against each neighbour
 * is greatest. Against each other levels differ by a quarter more than against Stockfish, so of the neighbours' differences four
 * fifths count; they alone place the rungs below.
 *
 * A change of the search moves the rungs: measure them again, and correct their Elo (last on 2026-11-27).
 */
export const LADDER: readonly Rung[] = [
  // Elo, depth, lines, attention, overlooks, near, noise; then the measured result, with 95 % errors
  [110, 1, 256, 0.4, 0.95, 0.95, 120], // 49 % against a player that takes the best piece it can, 200 games
  [220, 1, 256, 0.5, 0.9, 0.9, 100], // +121 ± 42 against the rung before, 200 games; 54 % against that player
  [390, 1, 256, 0.7, 0.75, 0.7, 100], // +220 ± 47
  [540, 1, 256, 0.85, 0.55, 0.5, 80], // +182 ± 44
  [710, 1, 256, 1, 0.35, 0.3, 60], // +210 ± 51
  [950, 1.5, 256, 1, 0.2, 0.2, 50], // +312 ± 61
  [1180, 2, 256, 1, 0.1, 0.2, 40], // +288 ± 65
  [1310, 2.7, 256, 1, 0.05, 0.1, 30], // +160 ± 46; 1341 ± 76 by 80 games against Stockfish alone
  [1540, 3.4, 20, 1, 0.02, 0.1, 25], // +305 ± 65; 1589 ± 79
  [1790, 4.6, 10, 1, 0.01, 0.1, 20], // +363 ± 76; 1817 ± 78
  [2010, 5.7, 6, 1, 0, 0, 15], // +342 ± 73; 1908 ± 78
  [2200, 8.5, 4, 1, 0, 0, 10], // 2205 ± 82
  [2600, 11, 2, 1, 0, 0, 5], // 2604 ± 84
  [2660, 13, 1, 1, 0, 0, 0], // the search itself, so deep: 2657 ± 83
];

/** The scale: its ends, and the level of a club player. */
export const ELO = { min: LADDER[0][0], max: LADDER[LADDER.length - 1][0], default: 1500 };

/** The faults of a strength: interpolated between two rungs. */
export function faultsFor(elo: number): Faults {
  const wanted = Math.max(ELO.min, Math.min(elo, ELO.max));
  const above = 1 + LADDER.slice(1).findIndex(([rung]) => rung >= wanted);
  const [low, high] = [LADDER[above - 1], LADDER[above]];
  const part = (wanted - low[0]) / (high[0] - low[0]);
  const [, depth, lines, attention, overlooks, overlooksNear, noise] = low.map(
    (value, i) => value + part * (high[i] - value),
  );
  return { depth, lines: Math.round(lines), attention, overlooks, overlooksNear, noise };
}

/** The choice of a limited player. */
export interface Choice extends Line {
  /** 0 if there is no legal one. */
  readonly move: number;
}

/**
 * The move that a player with these faults plays in the core's position, with its score as the player sees it.
 *
 * @param random from 0 to `below` − 1
 */
export function chooseLimitedMove(
  core: Core,
  { depth, lines, attention, overlooks, overlooksNear, noise }: Faults,
  limits: CoreLimits,
  random: (below: number) => number,
): Choice {
  const chance = () => random(FINE) / FINE;
  // The sum of twelve uniform numbers is nearly normal, with a standard deviation of 1.
  const error = () => noise * (Array.from({ length: 12 }, chance).reduce((sum, part) => sum + part) - 6);
  const move = core.search({
    ...limits,
    depth: Math.min(Math.floor(depth + chance()), limits.depth ?? Number.POSITIVE_INFINITY),
    multiPv: Math.max(lines, limits.multiPv ?? 1),
  });
  const { score, pv, depth: reached, isBound, others } = core.found();
  const first: Line = { score, pv, depth: reached, isBound };
  if (reached === 0) return { move, ...first };

  const known = [first, ...others].slice(0, lines);
  const thought = known.filter(() => chance() < attention);
  let best = first;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const found of thought.length > 0 ? thought : [known[random(known.length)]]) {
    const [own, answer] = found.pv;
    const isNear = answer !== undefined && toOf(answer) === toOf(own);
    // A move that ends the game has no reply.
    const isOver = found.score === MATE - 1;
    const isOverlooked = !isOver && chance() < overlooks * (isNear ? overlooksNear : 1);
    const seen = isOverlooked ? { ...found, score: core.staticEvalAfter(own), pv: [own], isBound: false } : found;
    const worth = seen.score + error();
    if (worth > bestWorth) [best, bestWorth] = [seen, worth];
  }
  return { move: best.pv[0], ...best };
}

const FINE = 2 ** 20;
