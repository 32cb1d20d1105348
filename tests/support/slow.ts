/** How much of the longest tests to run: all, or the fraction in `SLOW_SHARE`, such as 0.15 in CI. */

const SHARE = Number(process.env.SLOW_SHARE ?? 1);
if (!(SHARE > 0 && SHARE <= 1))
  throw new Error(`SLOW_SHARE: ${process.env.SLOW_SHARE} is not a number above 0, up to 1`);

/** Whether all of them are run. */
export const RUNS_ALL = SHARE === 1;

/** That fraction of a number, rounded, at least 1. */
export function shareOf(number: number): number {
  return Math.max(1, Math.round(number * SHARE));
}
