import { MATE, MATE_BOUND } from "../../assembly/search/score";

/** A score as UCI has it (`cp`: centipawns, `mate`: moves, negative if the mover is mated). */
export type Score = { readonly cp: number } | { readonly mate: number };

/** Reads a core's score. */
export function toScore(score: number): Score {
  if (score >= MATE_BOUND) return { mate: (MATE - score + 1) >> 1 };
  if (score <= -MATE_BOUND) return { mate: -((MATE + score) >> 1) };
  return { cp: score };
}

/** `cp 31`, `mate -4`. */
export function formatScore(score: number): string {
  const value = toScore(score);
  return "mate" in value ? `mate ${value.mate}` : `cp ${value.cp}`;
}
