/** The clocks of a game: times left that stand in its comments, and time trouble. */

import type { PgnLine } from "../notation/pgn-tree";

/** Time trouble: less than this part of the time at the start. */
const TROUBLE = 0.05;

/** The seconds left after each move; null where no clock is given. */
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
 * Which moves were made in time trouble: with less than a twentieth of the time at the start left, after the move.
 *
 * @param timeControl the tag `TimeControl`: `300+3`, `40/5400`; without it the most that a clock showed
 */
export function timeTroubleOf(clocks: readonly (number | null)[], timeControl: string | undefined): boolean[] {
  const told = /^(?:\d+\/)?(\d{1,6})/.exec(timeControl ?? "")?.[1];
  const start = told === undefined ? Math.max(0, ...clocks.map((clock) => clock ?? 0)) : Number(told);
  return clocks.map((clock) => clock !== null && clock < start * TROUBLE);
}
