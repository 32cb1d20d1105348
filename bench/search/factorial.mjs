/** A factorial experiment: which changes each side of a match has, and the effect of each change over all games. */

/**
 * A match of a factorial experiment: for each change whether side A had it, and the results of side A.
 *
 * @typedef {{
 *   readonly assignment: readonly boolean[],
 *   readonly wins: number,
 *   readonly draws: number,
 *   readonly losses: number,
 * }} ScreenedMatch
 */

import { seedFor, shuffled } from "#internals";

const SEED = 1;
/** Elo per point of the mean result of a game (win 1, loss −1) between sides of about equal strength. */
const ELO = 800 / Math.LN10;
const CONFIDENCE = 1.96;

/**
 * For each of `count` changes whether side A of this match has it; side B has the others. The rows of a Hadamard matrix
 * (Sylvester 1867), each once per block, in random order: within a block each side has a change in half of the matches, two
 * changes go together in half of them, and the interaction of two changes is the same for both sides.
 *
 * @param {number} match
 * @param {number} count
 */
export function assignmentOf(match, count) {
  const size = runsOf(count);
  const rows = Array.from({ length: size }, (_, row) => row);
  const row = shuffled(rows, seedFor(SEED, Math.floor(match / size)))[match % size];
  return Array.from({ length: count }, (_, i) => isOdd(row & (i + 1)));
}

/**
 * The number of matches in a block, which is the number of assignments.
 *
 * @param {number} count
 */
export function runsOf(count) {
  return 2 ** Math.ceil(Math.log2(count + 1));
}

/**
 * Whether a number has an odd number of bits set.
 *
 * @param {number} bits
 */
function isOdd(bits) {
  let odd = false;
  for (let rest = bits; rest !== 0; rest &= rest - 1) odd = !odd;
  return odd;
}

/**
 * The effect of each change, with it against without it, by least squares.
 *
 * @param {readonly ScreenedMatch[]} matches
 * @returns for each change `elo` and its `error` (95 %); null while there are too few matches to separate the changes
 */
export function effectsOf(matches) {
  const count = matches[0]?.assignment.length ?? 0;
  if (matches.length <= count) return null;
  const rows = matches.map(({ assignment, wins, draws, losses }) => {
    const games = wins + draws + losses;
    return { signs: assignment.map((has) => (has ? 1 : -1)), games, mean: (wins - losses) / games };
  });
  const normal = Array.from({ length: count }, (_, i) =>
    Array.from({ length: count }, (_, j) => sum(rows, ({ signs, games }) => games * signs[i] * signs[j])),
  );
  const inverse = inverseOf(normal);
  if (inverse === null) return null;
  const right = normal.map((_, i) => sum(rows, ({ signs, games, mean }) => games * signs[i] * mean));
  const effects = inverse.map((row) => sum(row, (value, j) => value * right[j]));
  const rest = sum(rows, ({ signs, games, mean }) => games * (mean - sum(signs, (sign, i) => sign * effects[i])) ** 2);
  const variance = rest / (matches.length - count);
  return effects.map((effect, i) => ({
    elo: ELO * effect,
    error: CONFIDENCE * ELO * Math.sqrt(variance * inverse[i][i]),
  }));
}

/**
 * @template T
 * @param {readonly T[]} values
 * @param {(value: T, index: number) => number} of
 */
function sum(values, of) {
  return values.reduce((total, value, i) => total + of(value, i), 0);
}

/**
 * The inverse of a matrix by Gauss–Jordan elimination; null if it is singular.
 *
 * @param {readonly number[][]} matrix
 */
function inverseOf(matrix) {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let i = 0; i < size; i++) {
    const pivot = rows.findIndex((row, k) => k >= i && Math.abs(row[i]) > 1e-9);
    if (pivot < 0) return null;
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    rows[i] = rows[i].map((value, _, row) => value / row[i]);
    for (let k = 0; k < size; k++) {
      if (k !== i) rows[k] = rows[k].map((value, j, row) => value - row[i] * rows[i][j]);
    }
  }
  return rows.map((row) => row.slice(size));
}
