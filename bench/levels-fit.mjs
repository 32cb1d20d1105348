/** The Elo of a player by its games against players of known Elo, for `levels.mjs`. */

/** An Elo difference of 400 makes ten to one. */
const SCALE = 400 / Math.LN10;
/** No estimate is farther than that from the players it is made of: it tells only that it is much stronger, or weaker. */
const FARTHEST = 400;

/**
 * The Elo that makes the results likeliest, and its 95 % interval: `± error`. Of draws it makes nothing: they are half a win.
 *
 * @param results points of so many games against a player of that level
 */
export function estimateElo(results) {
  const levels = results.map(({ level }) => level);
  let [low, high] = [Math.min(...levels) - FARTHEST, Math.max(...levels) + FARTHEST];
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
