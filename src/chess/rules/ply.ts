/** A ply: a position of a game, as the move that led to it from the one before. Immutable, so games share their history. */

import { NO_MOVE } from "../../../assembly/rules/move";
import type { Setup } from "../position/setup";

/** A position of a game. */
export class Ply {
  /** The first position of the game. */
  readonly root: Setup;
  /** The position before the move; null for the first. */
  readonly previous: Ply | null;
  /** The move that led here; `NO_MOVE` for a null move, and for the first position. */
  readonly move: number;
  /** The number of moves from the first position. */
  readonly plies: number;
  /** The legal moves, once somebody has asked for all of them (`Game.legalMoves`). */
  legalMoves: readonly number[] | null = null;

  private constructor(root: Setup, previous: Ply | null, move: number) {
    this.root = root;
    this.previous = previous;
    this.move = move;
    this.plies = previous === null ? 0 : previous.plies + 1;
  }

  /** The first position of a game. */
  static first(root: Setup): Ply {
    return new Ply(root, null, NO_MOVE);
  }

  /** The position after a legal move. */
  after(move: number): Ply {
    return new Ply(this.root, this, move);
  }
}
