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

/**
 * What a difference in Elo means: a score, or a score in units of its standard deviation. Normalized Elo says how many games it takes to
 * see the difference, whatever the openings and the draw rate.
 */
export const ELO_MODELS = ["logistic", "normalized"] as const;
export type EloModel = (typeof ELO_MODELS)[number];

/** A sequential probability ratio test: is the difference `elo0` (H0), or is it `elo1` (H1)? */
export interface Sprt {
  readonly elo0: number;
  /** Larger than `elo0`. */
  readonly elo1: number;
  readonly model: EloModel;
  /** The probability that the test accepts H1 though H0 is true. */
  readonly alpha: number;
  /** The probability that it accepts H0 though H1 is true. */
  readonly beta: number;
}

/** The test ends when the logarithm of the likelihood ratio leaves these bounds (A. Wald, "Sequential Analysis", 1947). */
export function sprtBounds({ alpha, beta }: Pick<Sprt, "alpha" | "beta">): { lower: number; upper: number } {
  return { lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha) };
}

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
 * The log-likelihood ratio (LLR) of H1 over H0: the generalised ratio, in which each hypothesis fixes only the mean score, or its ratio
 * to the standard deviation, and the probabilities of the five outcomes are the most likely ones with that. The method:
 * Michel Van den Bergh, "A practical introduction to the GSPRT", and "Comments on normalized Elo", section 4.
 */
export function logLikelihoodRatio(counts: PairCounts, { elo0, elo1, model }: Pick<Sprt, "elo0" | "elo1" | "model">) {
  if (total(counts) === 0) return 0;
  // An outcome not seen yet is still possible; without it a mean might be unreachable.
  const seen = counts.map((count) => Math.max(count, RARE)) as unknown as PairCounts;
  const distributionFor = (elo: number) =>
    model === "logistic" ? withMean(seen, scoreOfElo(elo)) : withRatio(seen, elo / PAIR_NELO);
  const [under0, under1] = [distributionFor(elo0), distributionFor(elo1)];
  return sum(seen, (count, _, index) => count * Math.log(under1[index] / under0[index]));
}

/** The accepted hypothesis; null while the test is undecided. */
export function decisionOf(llr: number, sprt: Pick<Sprt, "alpha" | "beta">): "H0" | "H1" | null {
  const { lower, upper } = sprtBounds(sprt);
  if (llr >= upper) return "H1";
  return llr <= lower ? "H0" : null;
}

/** The difference in normalized Elo, from the pairs; null without any, or if all ended alike. */
export function normalizedElo(counts: PairCounts): number | null {
  const { mean, deviation } = momentsOf(counts);
  return deviation > 0 ? ((mean - 0.5) / deviation) * PAIR_NELO : null;
}

/** Normalized Elo for a score that is one standard deviation of a pair's mean score above a half; a pair counts as two games. */
const PAIR_NELO = 800 / Math.LN10 / Math.SQRT2;

/** How many pairs an unseen outcome counts as. */
const RARE = 1e-3;
/** Bisection steps until the precision of doubles is exhausted. */
const HALVINGS = 60;
/** The most likely distribution with a ratio of mean and deviation is found step by step: how many, and how precisely. */
const MAX_STEPS = 50;
const PRECISION = 1e-9;

/** Probabilities of the five outcomes. */
type Distribution = PairCounts;

/** The most likely distribution with this mean. */
function withMean(counts: PairCounts, mean: number): Distribution {
  return constrained(counts, (outcome) => outcome - mean);
}

/**
 * The most likely distribution whose mean is `ratio` standard deviations above a half. That is no linear constraint, so it is made
 * linear at the distribution found last: with its mean m and deviation s, the sum of p (a − ½ − ratio (s² + (a − m)²) / 2s) over the
 * outcomes a is zero to first order.
 */
function withRatio(counts: PairCounts, ratio: number): Distribution {
  let found = counts.map((count) => count / total(counts)) as unknown as Distribution;
  for (let i = 0; i < MAX_STEPS; i++) {
    const { mean, deviation } = momentsOf(found);
    const next = constrained(counts, (outcome) => {
      return outcome - 0.5 - (ratio * (deviation ** 2 + (outcome - mean) ** 2)) / (2 * deviation);
    });
    const change = Math.max(...next.map((value, index) => Math.abs(value - found[index])));
    found = next;
    if (change < PRECISION) break;
  }
  return found;
}

/** Mean and standard deviation of the outcomes. */
function momentsOf(counts: PairCounts): { mean: number; deviation: number } {
  const pairs = total(counts);
  const mean = sum(counts, (count, outcome) => count * outcome) / pairs;
  return { mean, deviation: Math.sqrt(sum(counts, (count, outcome) => count * (outcome - mean) ** 2) / pairs) };
}

/**
 * Of all distributions in which a value of the outcomes has the mean 0, the maximum-likelihood one gives each outcome its frequency
 * divided by 1 + t × value, by Lagrange multipliers. The tilt t must yield that mean; the sum below decreases in t.
 */
function constrained(counts: PairCounts, value: (outcome: number) => number): Distribution {
  const values = counts.map((_, index) => value(index / 4));
  // Beyond these a probability would be infinite.
  let low = -1 / Math.max(...values);
  let high = -1 / Math.min(...values);
  for (let i = 0; i < HALVINGS; i++) {
    const tilt = (low + high) / 2;
    const excess = sum(counts, (count, _, index) => (count * values[index]) / (1 + tilt * values[index]));
    if (excess > 0) low = tilt;
    else high = tilt;
  }
  const tilt = (low + high) / 2;
  const pairs = total(counts);
  return counts.map((count, index) => count / pairs / (1 + tilt * values[index])) as unknown as Distribution;
}

/** Sums over the outcomes, which are mean scores of the pair's two games: 0, ¼, ½, ¾, 1. */
function sum(counts: PairCounts, term: (count: number, outcome: number, index: number) => number): number {
  return counts.reduce((before, count, index) => before + term(count, index / 4, index), 0);
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
