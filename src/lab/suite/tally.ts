/** Totals of a test suite: solved positions and points, overall and by theme. */

import { type Goal, maxPoints } from "./goal";
import type { Attempt } from "./jobs";

/** Sums over some positions. */
export interface Sums {
  readonly total: number;
  readonly solved: number;
  /** Points of the moves played, and the maximum; 0 for positions without points. */
  readonly points: number;
  readonly maxPoints: number;
}

export interface ThemeSums extends Sums {
  readonly theme: string;
}

/** Themes beyond this many are counted together: a file may give each position its own. */
const MAX_THEMES = 500;
export const OTHER_THEMES = "(others)";

type Counts = { -readonly [name in keyof Sums]: number };

const none = (): Counts => ({ total: 0, solved: 0, points: 0, maxPoints: 0 });

export class SuiteTally {
  readonly sums: Counts = none();
  readonly #themes = new Map<string, Counts>();

  /** @param theme null: it counts only in the totals */
  add({ solved, move }: Pick<Attempt, "solved" | "move">, { points }: Goal, theme: string | null): void {
    const one = {
      total: 1,
      solved: Number(solved),
      points: points?.[move] ?? 0,
      maxPoints: points === null ? 0 : maxPoints(points),
    };
    addTo(this.sums, one);
    if (theme === null) return;
    const name = this.#themes.has(theme) || this.#themes.size < MAX_THEMES ? theme : OTHER_THEMES;
    const sums = this.#themes.get(name) ?? none();
    this.#themes.set(name, sums);
    addTo(sums, one);
  }

  /** In order of first appearance. */
  get themes(): ThemeSums[] {
    return [...this.#themes].map(([theme, sums]) => ({ theme, ...sums }));
  }
}

function addTo(sums: Counts, { total, solved, points, maxPoints }: Sums): void {
  sums.total += total;
  sums.solved += solved;
  sums.points += points;
  sums.maxPoints += maxPoints;
}
