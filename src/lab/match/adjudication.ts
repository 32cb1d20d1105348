/** Adjudication: ends games whose result both engines agree on, and games that never end. */

import { BLACK, WHITE } from "../../../assembly/rules/piece";
import type { Score } from "../../chess/notation/score";

/** When a game is ended before its rules end it; null: never. */
export interface AdjudicationRules {
  /** One side wins when the last `plies` scores, of both engines, promise it at least `cp` centipawns. */
  readonly resign: { readonly cp: number; readonly plies: number } | null;
  /** A draw from move number `from` on, when the last `plies` scores are within `cp` centipawns of zero. */
  readonly draw: { readonly cp: number; readonly from: number; readonly plies: number } | null;
  /** A draw when each side has made this many moves since the opening. */
  readonly maxMoves: number | null;
}

/** The adjudicated result; `winner` is a colour, null for a draw. */
export interface Verdict {
  readonly winner: number | null;
  readonly reason: "adjudication" | "max moves";
}

/** Adjudicates one game by its scores. */
export class Adjudicator {
  readonly #rules: AdjudicationRules;
  /** Consecutive plies whose scores promised each colour a win; below, both a draw. */
  readonly #won: [number, number] = [0, 0];
  #drawn = 0;
  #plies = 0;

  constructor(rules: AdjudicationRules) {
    this.#rules = rules;
  }

  /**
   * Records a move. Returns the verdict, if there is one.
   *
   * @param side who made it
   * @param score for that side; without one, the engines agree on nothing
   * @param fullmove the number of the next move
   */
  afterMove(side: number, score: Score | null, fullmove: number): Verdict | null {
    const { resign, draw, maxMoves } = this.#rules;
    const value = score === null ? null : centipawns(score);
    this.#plies++;
    if (resign !== null) {
      for (const colour of [WHITE, BLACK]) {
        const promised = value !== null && (colour === side ? value : -value) >= resign.cp;
        this.#won[colour] = promised ? this.#won[colour] + 1 : 0;
        if (this.#won[colour] >= resign.plies) return { winner: colour, reason: "adjudication" };
      }
    }
    if (draw !== null) {
      this.#drawn = value !== null && Math.abs(value) <= draw.cp ? this.#drawn + 1 : 0;
      if (this.#drawn >= draw.plies && fullmove >= draw.from) return { winner: null, reason: "adjudication" };
    }
    if (maxMoves !== null && this.#plies >= 2 * maxMoves) return { winner: null, reason: "max moves" };
    return null;
  }
}

/** A mate exceeds every centipawn score. */
function centipawns(score: Score): number {
  if ("cp" in score) return score.cp;
  return score.mate > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}
