/** The bench of a variant: fixed positions searched to a fixed depth. Their node count is the signature of the search. */

import { parseFen } from "../../chess/position/fen";
import { CHESS } from "../../chess/variants/games";
import type { Variant } from "../../chess/variants/variant";
import type { GamePosition } from "../../engine/worker/messages";
import { randomOpening } from "../openings/random";
import { BENCH_DEPTH, BENCH_POSITIONS } from "./positions";

/** Fixed positions, and the search depth in plies. */
export interface Bench {
  readonly depth: number;
  readonly positions: readonly GamePosition[];
}

/** Other variants use random positions, each a few plies further from the start. */
const RANDOM_POSITIONS = 16;
const PLIES_BETWEEN = 4;
/** A few seconds on the twin. */
const RANDOM_DEPTH = 8;

/** The bench of a variant. Positions in which the game is over are left out, so there may be none. */
export function benchOf(variant: Variant): Bench {
  if (variant.id === CHESS.id) {
    return { depth: BENCH_DEPTH, positions: BENCH_POSITIONS.map((fen) => ({ root: parseFen(fen), moves: [] })) };
  }
  const positions: GamePosition[] = [];
  for (let i = 0; i < RANDOM_POSITIONS; i++) {
    const game = randomOpening(i * PLIES_BETWEEN, i, variant);
    if (game !== null) positions.push({ root: game.position(), moves: [] });
  }
  return { depth: RANDOM_DEPTH, positions };
}
