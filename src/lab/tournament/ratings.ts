/**
 * Ratings from the results of many pairings: the most likely ones in the model of Bradley and Terry (1952), on the scale of Elo. A draw
 * is half a win. As in a match, a pair of games is one observation, and errors come from how much pairs differ from what the ratings
 * promise (the sandwich estimator), so draws and unbalanced openings are accounted for; for two engines they are those of a match.
 */

import { normalDistribution, type PairCounts, squaredDeviations, total } from "../match/statistics";

/** The pairs of games of two engines, counted by the points of `a`. */
export interface PairingResult {
  readonly a: number;
  readonly b: number;
  readonly pairs: PairCounts;
}

export interface Rating {
  /** Infinite for an engine that took no point from those that are rated, or lost none to them; null: results do not connect it. */
  readonly elo: number | null;
  /** Half the 95 % confidence interval; null if unknown. */
  readonly error: number | null;
}

export interface Ratings {
  /** By engine. */
  readonly ratings: readonly Rating[];
  /** The probability that the first one is stronger, 0 to 1; null if results do not connect them. */
  superiority(first: number, second: number): number | null;
}

/** The engine with a given rating; without one, the mean of all is zero. */
export interface Anchor {
  readonly engine: number;
  readonly elo: number;
}

/** 95 % of a normal distribution lie within this many standard deviations. */
const WITHIN_95 = 1.959964;
/** Elo per natural logarithm of the odds. */
const SCALE = 400 / Math.LN10;

/** Newton's method: the longest step, and when to stop; natural logarithms. */
const MAX_STEP = 1;
const PRECISION = 1e-12;
const MAX_STEPS = 200;

/** Rates engines 0 to `engines - 1`. The anchor has no effect unless it is among those that can be rated. */
export function rate(engines: number, results: readonly PairingResult[], anchor: Anchor | null = null): Ratings {
  const played = results.filter(({ pairs }) => total(pairs) > 0);
  const reaches = reachability(engines, played);
  const core = largestCore(engines, reaches);
  /** Places of the core's engines in the equations; -1 outside. */
  const placeOf = Array.from({ length: engines }, (_, engine) => core.indexOf(engine));
  const games = played
    .filter(({ a, b }) => placeOf[a] >= 0 && placeOf[b] >= 0)
    .map(({ a, b, pairs }) => ({ a: placeOf[a], b: placeOf[b], pairs, count: total(pairs), points: pointsOf(pairs) }));
  const strengths = fittedStrengths(core.length, games);
  const covariance = covarianceOf(strengths, games);

  const anchorPlace = anchor === null ? -1 : placeOf[anchor.engine];
  const mean = strengths.reduce((sum, value) => sum + value, 0) / core.length;
  const base = anchor === null || anchorPlace < 0 ? -mean * SCALE : anchor.elo - strengths[anchorPlace] * SCALE;
  /** What ratings are relative to, as weights of the core's engines. */
  const reference = strengths.map((_, place) => (anchorPlace < 0 ? 1 / core.length : Number(place === anchorPlace)));
  const errorOf = (place: number) => {
    const weights = reference.map((weight, each) => Number(each === place) - weight);
    return deviation(covariance, weights);
  };

  const ratings = placeOf.map((place, engine): Rating => {
    if (place >= 0) return { elo: strengths[place] * SCALE + base, error: interval(errorOf(place)) };
    // Without a core, an engine is compared with all others.
    const others = core.length > 0 ? core : reaches.map((_, other) => other);
    const isAbove = others.some((other) => reaches[engine][other]);
    const isBelow = others.some((other) => reaches[other][engine]);
    if (isAbove === isBelow) return { elo: null, error: null };
    return { elo: isAbove ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY, error: null };
  });

  return {
    ratings,
    superiority(first, second) {
      const [i, j] = [placeOf[first], placeOf[second]];
      if (i >= 0 && j >= 0 && i !== j) {
        const lead = strengths[i] - strengths[j];
        const weights = strengths.map((_, place) => Number(place === i) - Number(place === j));
        const error = deviation(covariance, weights);
        if (lead === 0) return 0.5;
        return error === null ? Number(lead > 0) : normalDistribution(lead / error);
      }
      if (reaches[first][second] === reaches[second][first]) return null;
      return Number(reaches[first][second]);
    },
  };
}

/** Half the 95 % confidence interval, in Elo. */
function interval(error: number | null): number | null {
  return error === null ? null : error * WITHIN_95 * SCALE;
}

/** Points of the first engine in games, two a pair. */
function pointsOf(pairs: PairCounts): number {
  return pairs.reduce((sum, count, halfPoints) => sum + (count * halfPoints) / 2, 0);
}

/** Whether there is a chain of points from one engine to another: only in both directions are their ratings finite. */
function reachability(engines: number, results: readonly PairingResult[]): boolean[][] {
  const reaches = Array.from({ length: engines }, () => new Array<boolean>(engines).fill(false));
  for (const { a, b, pairs } of results) {
    const points = pointsOf(pairs);
    if (points > 0) reaches[a][b] = true;
    if (points < 2 * total(pairs)) reaches[b][a] = true;
  }
  for (let via = 0; via < engines; via++) {
    for (let from = 0; from < engines; from++) {
      if (!reaches[from][via]) continue;
      for (let to = 0; to < engines; to++) reaches[from][to] ||= reaches[via][to];
    }
  }
  return reaches;
}

/** The largest set of engines that have finite ratings relative to each other; empty if there is none. */
function largestCore(engines: number, reaches: readonly (readonly boolean[])[]): number[] {
  let largest: number[] = [];
  for (let engine = 0; engine < engines; engine++) {
    const core = reaches.flatMap((from, other) => {
      return other === engine || (reaches[engine][other] && from[engine]) ? [other] : [];
    });
    if (core.length > Math.max(1, largest.length)) largest = core;
  }
  return largest;
}

interface CoreResult extends PairingResult {
  readonly count: number;
  readonly points: number;
}

const expectedScore = (difference: number) => 1 / (1 + Math.exp(-difference));

/** The natural logarithms of the strengths; the last one is 0. The likelihood has one maximum, found by Newton's method. */
function fittedStrengths(size: number, results: readonly CoreResult[]): number[] {
  const strengths = new Array<number>(size).fill(0);
  for (let i = 0; i < MAX_STEPS && size > 1; i++) {
    const gradient = new Array<number>(size - 1).fill(0);
    for (const { a, b, count, points } of results) {
      const excess = points - 2 * count * expectedScore(strengths[a] - strengths[b]);
      if (a < size - 1) gradient[a] += excess;
      if (b < size - 1) gradient[b] -= excess;
    }
    const inverse = inverted(information(strengths, results));
    const step = inverse.map((row) => row.reduce((sum, value, place) => sum + value * gradient[place], 0));
    const length = Math.max(...step.map(Math.abs));
    const factor = Math.min(1, MAX_STEP / length);
    step.forEach((value, place) => {
      strengths[place] += value * factor;
    });
    if (length < PRECISION) break;
  }
  return strengths;
}

/** Fisher's information about all strengths but the last. */
function information(strengths: readonly number[], results: readonly CoreResult[]): number[][] {
  return laplacian(strengths.length, results, ({ a, b, count }) => {
    const score = expectedScore(strengths[a] - strengths[b]);
    return 2 * count * score * (1 - score);
  });
}

/** The covariance of the strengths, of which the last is 0; null with too few pairs. */
function covarianceOf(strengths: readonly number[], results: readonly CoreResult[]): number[][] | null {
  const size = strengths.length;
  const pairs = results.reduce((sum, { count }) => sum + count, 0);
  if (size < 2 || pairs < size) return null;
  const inverse = inverted(information(strengths, results));
  const spread = laplacian(size, results, ({ a, b, pairs, count, points }) => {
    const score = expectedScore(strengths[a] - strengths[b]);
    // Pairs that all went to one side say less than the model knows.
    const isOneSided = points === 0 || points === 2 * count;
    return isOneSided ? 2 * count * score * (1 - score) : 4 * squaredDeviations(pairs, score);
  });
  // As many pairs as ratings leave nothing to measure the spread by.
  const correction = pairs / (pairs - (size - 1));
  const scaled = product(product(inverse, spread), inverse).map((row) => row.map((value) => value * correction));
  return [...scaled.map((row) => [...row, 0]), new Array<number>(size).fill(0)];
}

/** The sum over the results of weight × (e_a − e_b)(e_a − e_b)ᵀ, without the last row and column. */
function laplacian(size: number, results: readonly CoreResult[], weight: (result: CoreResult) => number): number[][] {
  const matrix = Array.from({ length: size - 1 }, () => new Array<number>(size - 1).fill(0));
  for (const result of results) {
    const { a, b } = result;
    const value = weight(result);
    if (a < size - 1) matrix[a][a] += value;
    if (b < size - 1) matrix[b][b] += value;
    if (a < size - 1 && b < size - 1) {
      matrix[a][b] -= value;
      matrix[b][a] -= value;
    }
  }
  return matrix;
}

/** The standard deviation of a weighted sum. */
function deviation(covariance: readonly (readonly number[])[] | null, weights: readonly number[]): number | null {
  if (covariance === null) return null;
  const variance = covariance.reduce((sum, row, i) => {
    return sum + weights[i] * row.reduce((inner, value, j) => inner + value * weights[j], 0);
  }, 0);
  return Math.sqrt(Math.max(0, variance));
}

function product(left: readonly (readonly number[])[], right: readonly (readonly number[])[]): number[][] {
  return left.map((row) => right[0].map((_, j) => row.reduce((sum, value, k) => sum + value * right[k][j], 0)));
}

/** The inverse of a symmetric positive definite matrix, by Gauss and Jordan. */
function inverted(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => Number(i === j))]);
  for (let i = 0; i < size; i++) {
    const pivot = rows[i][i];
    rows[i] = rows[i].map((value) => value / pivot);
    for (let j = 0; j < size; j++) {
      if (j === i || rows[j][i] === 0) continue;
      const factor = rows[j][i];
      rows[j] = rows[j].map((value, column) => value - factor * rows[i][column]);
    }
  }
  return rows.map((row) => row.slice(size));
}
