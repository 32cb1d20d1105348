/** Estimates the Elo of a player from its games against players of known Elo, for `levels.mjs`. */

/**
 * Points from games against a player of a known level, in Elo.
 *
 * @typedef {{ readonly level: number, readonly points: number, readonly games: number }} Batch
 */

/** An Elo difference of 400 means odds of ten to one. */
const SCALE = 400 / Math.LN10;
/** The farthest an estimate may be from the opponents; beyond that, all that is known is "much stronger" or "much weaker". */
const MAX_DISTANCE = 400;

/**
 * The maximum-likelihood Elo with its 95 % interval, `± error`. A draw counts as half a win.
 *
 * @param {readonly Batch[]} results
 */
export function estimateElo(results) {
  const levels = results.map(({ level }) => level);
  let [low, high] = [Math.min(...levels) - MAX_DISTANCE, Math.max(...levels) + MAX_DISTANCE];
  /** @type {(elo: number, level: number) => number} */
  const expected = (elo, level) => 1 / (1 + Math.exp((level - elo) / SCALE));
  // Expected points only rise with the Elo.
  while (high - low > 0.01) {
    const elo = (low + high) / 2;
    const surplus = results.reduce((sum, { level, points, games }) => sum + points - games * expected(elo, level), 0);
    if (surplus > 0) low = elo;
    else high = elo;
  }
  const information = results.reduce((sum, { level, games }) => {
    const part = expected(low, level);
    return sum + games * part * (1 - part);
  }, 0);
  return { elo: low, error: (1.96 * SCALE) / Math.sqrt(information) };
}
