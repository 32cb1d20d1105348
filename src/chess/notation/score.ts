/** Scores as UCI writes them: centipawns (`cp`), or moves to mate (`mate`). */

import { DRAW, MATE, MATE_BOUND } from "../../../assembly/search/score";
import type { Game } from "../rules/game";

/** A score as UCI has it (`cp`: centipawns, `mate`: moves to mate of the side to move, negative if it is mated). */
export type Score = { readonly cp: number } | { readonly mate: number };

/**
 * Converts a score of the core. A lost game is `mate: 0`; a won one, as in games where having no move wins, is `mate: 1`, since
 * UCI has no nearer win.
 */
export function toScore(score: number): Score {
  if (score >= MATE_BOUND) return { mate: Math.max(1, (MATE - score + 1) >> 1) };
  // A minus sign would give −0.
  if (score <= -MATE_BOUND) return { mate: 0 - ((MATE + score + 1) >> 1) };
  return { cp: score };
}

/** `cp 31`, `mate -4`. */
export function formatScore(score: number): string {
  const value = toScore(score);
  return "mate" in value ? `mate ${value.mate}` : `cp ${value.cp}`;
}

/** The score of a finished game for the side to move, as a score of the core. */
export function finalScore(game: Game): number {
  const winner = game.outcome()?.winner ?? null;
  return winner === null ? DRAW : winner === game.turn ? MATE : -MATE;
}
