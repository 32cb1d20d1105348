/**
 * Match statistics: what games say about the strength of two engines. Games are played in pairs, the same opening with colours
 * reversed, and a pair is one observation: its games are not independent, so counting them one by one would overstate the error. A
 * pair has five outcomes, hence *pentanomial*.
 *
 * Everything is from the first engine's point of view: scores from 0 to 1, Elo differences by the logistic model.
 */

/** How many pairs gave the first engine 0, ½, 1, 1½ and 2 points. */
export type PairCounts = readonly [number, number, number, number, number];

/** The estimate from the pairs. */
export interface Estimate {
  /** Mean score of a game, 0 to 1. */
  readonly score: number;
  /** The Elo difference; infinite if one engine has all the points. */
  readonly elo: number;
  /** Half the 95 % confidence interval of the difference; null with fewer than two pairs, or if one engine has all the points. */
  readonly error: number | null;
  /** Likelihood of superiority: the probability that the first engine is the stronger one, 0 to 1. */
  readonly los: number;
}

/** A sequential probability ratio test: is the difference `elo0` (H0), or is it `elo1` (H1)? */
export interface Sprt {
  readonly elo0: number;
  /** Larger than `elo0`. */
  readonly elo1: number;
}

/** The probabilities that the test accepts H1 though H0 is true, and H0 though H1 is true. */
const ALPHA = 0.05;
const BETA = 0.05;

/** The test ends when the logarithm of the likelihood ratio leaves these bounds (A. Wald, "Sequential Analysis", 1947). */
export const SPRT_BOUNDS = { lower: Math.log(BETA / (1 - ALPHA)), upper: Math.log((1 - BETA) / ALPHA) } as const;

/** 95 % of a normal distribution lie within this many standard deviations. */
const WITHIN_95 = 1.959964;

/** The expected score for an Elo difference. */
export function scoreOfElo(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400));
}

/** The Elo difference for a mean score; infinite at 0 and 1. */
export function eloOfScore(score: number): number {
  return 400 * Math.log10(score / (1 - score));
}

/** Estimates the difference in strength; null without pairs. */
export function estimate(counts: PairCounts): Estimate | null {
  const pairs = total(counts);
  if (pairs === 0) return null;
  const score = sum(counts, (count, outcome) => count * outcome) / pairs;
  const elo = eloOfScore(score);
  const variance = squaredDeviations(counts, score) / (pairs - 1);
  const standardError = Math.sqrt(variance / pairs);
  // How fast Elo rises with the score.
  const slope = 400 / Math.LN10 / (score * (1 - score));
  const isMeasured = pairs > 1 && Number.isFinite(elo);
  const lead = score - 0.5;
  const los = lead === 0 ? 0.5 : isMeasured ? normalDistribution(lead / standardError) : Number(lead > 0);
  return { score, elo, error: isMeasured ? WITHIN_95 * standardError * slope : null, los };
}

/**
 * The sum over the pairs of their squared deviations from a mean. If all pairs ended alike, that does not mean that they always do:
 * by the rule of three, with 95 % confidence up to 3 in n pairs deviate, by a quarter of a point or more.
 */
export function squaredDeviations(counts: PairCounts, mean: number): number {
  const pairs = total(counts);
  const squares = sum(counts, (count, outcome) => count * (outcome - mean) ** 2);
  const isUniform = counts.some((count) => count === pairs);
  return isUniform ? Math.max(squares, Math.min(pairs, 3) / 16) : squares;
}

/**
 * The log-likelihood ratio (LLR) of H1 over H0: the generalised ratio, in which each hypothesis fixes only the mean score, and the
 * probabilities of the five outcomes are the most likely ones with that mean. The method:
 * Michel Van den Bergh, "A practical introduction to the GSPRT", and "Comments on normalized Elo", section 4.
 */
export function logLikelihoodRatio(counts: PairCounts, { elo0, elo1 }: Sprt): number {
  if (total(counts) === 0) return 0;
  // An outcome not seen yet is still possible; without it a mean might be unreachable.
  const seen = counts.map((count) => Math.max(count, RARE)) as unknown as PairCounts;
  const score0 = scoreOfElo(elo0);
  const score1 = scoreOfElo(elo1);
  const tilt0 = maxLikelihoodTilt(seen, score0);
  const tilt1 = maxLikelihoodTilt(seen, score1);
  return sum(seen, (count, outcome) => {
    return count * Math.log((1 + tilt0 * (outcome - score0)) / (1 + tilt1 * (outcome - score1)));
  });
}

/** The accepted hypothesis; null while the test is undecided. */
export function decisionOf(llr: number): "H0" | "H1" | null {
  if (llr >= SPRT_BOUNDS.upper) return "H1";
  return llr <= SPRT_BOUNDS.lower ? "H0" : null;
}

/** How many pairs an unseen outcome counts as. */
const RARE = 1e-3;
/** Bisection steps until the precision of doubles is exhausted. */
const HALVINGS = 60;

/**
 * Of all distributions with this mean, the maximum-likelihood one gives each outcome a its frequency divided by
 * 1 + t (a − mean), by Lagrange multipliers. The tilt t must yield that mean; the sum below decreases in t.
 */
function maxLikelihoodTilt(counts: PairCounts, mean: number): number {
  // Beyond these a probability would be infinite.
  let low = -1 / (1 - mean);
  let high = 1 / mean;
  for (let i = 0; i < HALVINGS; i++) {
    const tilt = (low + high) / 2;
    const excess = sum(counts, (count, outcome) => (count * (outcome - mean)) / (1 + tilt * (outcome - mean)));
    if (excess > 0) low = tilt;
    else high = tilt;
  }
  return (low + high) / 2;
}

/** Sums over the outcomes, which are mean scores of the pair's two games: 0, ¼, ½, ¾, 1. */
function sum(counts: PairCounts, term: (count: number, outcome: number) => number): number {
  return counts.reduce((before, count, index) => before + term(count, index / 4), 0);
}

/** How many pairs there are. */
export function total(counts: PairCounts): number {
  return sum(counts, (count) => count);
}

/** The standard normal distribution, within 1e-7 (Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.2.17). */
export function normalDistribution(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return x > 0 ? 1 - tail : tail;
}
