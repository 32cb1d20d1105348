/** The clocks of a game: remaining times in its comments, and time trouble. */

import type { PgnLine } from "../chess/notation/pgn-tree";

/** Time trouble: less than this fraction of the initial time. */
const TROUBLE = 0.05;

/** The seconds left after each move; null if no clock is given. */
export function clocksOf({ moves }: PgnLine): (number | null)[] {
  return moves.map(({ comments }) => {
    for (const comment of comments) {
      const [, hours, minutes, seconds] = /\[%clk\s+(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)\s*\]/.exec(comment) ?? [];
      if (seconds !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    }
    return null;
  });
}

/**
 * Which moves were made in time trouble: with less than a twentieth of the initial time left after the move.
 *
 * @param timeControl the tag `TimeControl`: `300+3`, `40/5400`, `90 min`; without it, the maximum that a clock showed
 */
export function timeTroubleOf(clocks: readonly (number | null)[], timeControl: string | undefined): boolean[] {
  const start = startOf(timeControl ?? "", clocks) ?? Math.max(0, ...clocks.map((clock) => clock ?? 0));
  return clocks.map((clock) => clock !== null && clock < start * TROUBLE);
}

/**
 * The time at the start, seconds; null if the tag does not tell. The standard has seconds, and many write minutes: so it is if the
 * tag says so, or if the first clocks show more than that many seconds allow.
 */
function startOf(timeControl: string, clocks: readonly (number | null)[]): number | null {
  const [, base, unit, increment = "0"] =
    /^\s*(?:\d{1,4}\/)?(\d{1,6})\s*(min|m|'|′|h)?[a-z.]*(?:\s*\+\s*(\d{1,5}))?/i.exec(timeControl) ?? [];
  if (base === undefined) return null;
  if (unit !== undefined) return Number(base) * (/h/i.test(unit) ? 3600 : 60);
  const first = Math.max(0, ...clocks.slice(0, 2).map((clock) => clock ?? 0));
  return Number(base) * (first > Number(base) + Number(increment) ? 60 : 1);
}
