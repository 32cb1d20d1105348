/** Scores as UCI writes them: centipawns (`cp`), or moves to mate (`mate`). */

import { DRAW, MATE, MATE_BOUND } from "../../assembly/search/score";
import type { Game } from "../rules/game";

/** A score as UCI has it (`cp`: centipawns, `mate`: moves of the mover's until he wins, negative if he loses). */
export type Score = { readonly cp: number } | { readonly mate: number };

/**
 * Reads a core's score. Who has lost already has `mate: 0`; who has won already, as in games where having no move wins, has
 * `mate: 1`, since UCI knows no nearer win.
 */
export function toScore(score: number): Score {
  if (score >= MATE_BOUND) return { mate: Math.max(1, (MATE - score + 1) >> 1) };
  // Not a minus sign: there would be a −0.
  if (score <= -MATE_BOUND) return { mate: 0 - ((MATE + score + 1) >> 1) };
  return { cp: score };
}

/** `cp 31`, `mate -4`. */
export function formatScore(score: number): string {
  const value = toScore(score);
  return "mate" in value ? `mate ${value.mate}` : `cp ${value.cp}`;
}

/** What a game that is over is worth to the side to move, as a core's score. */
export function finalScore(game: Game): number {
  const winner = game.outcome()?.winner ?? null;
  return winner === null ? DRAW : winner === game.turn ? MATE : -MATE;
}
