/** Perft: counts the leaves of the tree of legal moves, the test and benchmark of move generation. */

import { makeMove, unmakeMove } from "../rules/board";
import { ALL, generate, moves } from "../rules/legal";

/** The leaves of the tree of legal moves, `depth` plies deep (at least 1). The last ply is counted, not made. */
export function perft(depth: i32): f64 {
  return count(depth, 0);
}

function count(depth: i32, at: i32): f64 {
  const end = generate(ALL, at);
  if (depth <= 1) return end - at;
  let leaves: f64 = 0;
  for (let i = at; i < end; i++) {
    makeMove(unchecked(moves[i]));
    leaves += count(depth - 1, end);
    unmakeMove();
  }
  return leaves;
}
