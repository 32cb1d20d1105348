/** Mates: whether the side to move is mated, or can mate in one. */

import { inCheck, makeMove, unmakeMove } from "./board";
import { variantResult } from "./ending";
import { givesCheck } from "./gives-check";
import { ALL, generate, moves } from "./legal";
import { ONGOING } from "./variant";

/** Whether the side to move is mated; its moves, if any, are written at `moves[at]` and after. */
export function isMated(at: i32): bool {
  return inCheck() && variantResult() == ONGOING && generate(ALL, at) == at;
}

/** Whether the side to move can mate in one. Overwrites `moves[at]` and after with its moves and those of a reply. */
export function canMate(at: i32): bool {
  const end = generate(ALL, at);
  for (let i = at; i < end; i++) {
    const move = unchecked(moves[i]);
    if (!givesCheck(move)) continue;
    makeMove(move);
    const mates = isMated(end);
    unmakeMove();
    if (mates) return true;
  }
  return false;
}
