/**
 * The judgement of moves: how much expectation a move lost, its class, and a side's accuracy.
 *
 * The expectation is the expected score of the game by the win-draw-loss model: wins plus half the draws, 0 to 1. A move loses the
 * expectation before it minus the one after it; the best move loses nothing.
 */

import { MATE } from "../../assembly/search/score";
import type { Score } from "../chess/notation/score";
import { type WdlPosition, winDrawLoss } from "../chess/notation/wdl";
import type { Outcome } from "../chess/rules/game";

/** The class of a move that lost something. */
export type MoveClass = "inaccuracy" | "mistake" | "blunder";

/** The minimum expectation lost, by class. */
export const CLASSES: Readonly<Record<MoveClass, number>> = { inaccuracy: 0.05, mistake: 0.1, blunder: 0.2 };

/** The numeric annotation glyphs (NAGs) of the classes: `?!`, `?`, `??`. */
export const NAGS: Readonly<Record<MoveClass, number>> = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** How fast accuracy falls with the mean loss: 0.01 per move is 90 %, 0.03 is 74 %, 0.1 is 37 %. */
const STEEPNESS = 10;

/** The expectation of the side to move, 0 to 1. */
export function expectationOf(score: Score, position: WdlPosition): number {
  const value = "cp" in score ? score.cp : score.mate > 0 ? MATE - score.mate : -MATE - score.mate;
  const { win, draw } = winDrawLoss(value, position);
  return (win + draw / 2) / 1000;
}

/** The same if the game is over. @param side whose expectation it is */
export function finalExpectation({ winner }: Outcome, side: number): number {
  return winner === null ? 0.5 : Number(winner === side);
}

/** Null if a move lost nothing worth mentioning. */
export function classOf(loss: number): MoveClass | null {
  if (loss >= CLASSES.blunder) return "blunder";
  if (loss >= CLASSES.mistake) return "mistake";
  return loss >= CLASSES.inaccuracy ? "inaccuracy" : null;
}

/**
 * Accuracy: 100 · e^(−10 · mean loss), percent; null without moves. It averages losses rather than the accuracies of
 * moves, so the loser of a game, who lost half a point more on the board, does not come out better for losing it in one move.
 */
export function accuracyOf(losses: readonly number[]): number | null {
  if (losses.length === 0) return null;
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  return Math.round(1000 * Math.exp(-STEEPNESS * mean)) / 10;
}
