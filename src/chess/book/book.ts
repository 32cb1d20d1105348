/** Opening book: the interface of all books, and the choice of a move by weight. */

import type { Game } from "../rules/game";

/** A book move. */
export interface BookMove {
  readonly move: number;
  /** How often to play it, in proportion to the other moves; never if 0. */
  readonly weight: number;
  /** Data of learning programs; 0 in most books. */
  readonly learn: number;
}

/** An opening book. */
export interface OpeningBook {
  /**
   * The legal book moves of the current position, by descending weight.
   *
   * @throws {Error} if the book cannot be read any more
   */
  moves(game: Game): readonly BookMove[];
}

/** A chosen book move. */
export interface BookChoice extends BookMove {
  /** All candidates. */
  readonly among: readonly BookMove[];
  /** The expected reply; null if the book has none. */
  readonly reply: number | null;
}

/**
 * Chooses a book move with a probability in proportion to its weight; null if there is none to play.
 *
 * @param random a number from 0 to 1 (exclusive)
 */
export function chooseFrom(book: OpeningBook, game: Game, random: () => number): BookChoice | null {
  const among = book.moves(game);
  const chosen = byWeight(among, random());
  if (chosen === null) return null;
  game.play(chosen.move);
  const [reply] = book.moves(game);
  game.undo();
  return { ...chosen, among, reply: reply === undefined || reply.weight === 0 ? null : reply.move };
}

/** The sum of the weights. */
export function totalWeight(moves: readonly BookMove[]): number {
  return moves.reduce((sum, { weight }) => sum + weight, 0);
}

/** The move at a point, 0 to 1, of the cumulative weights. */
function byWeight(moves: readonly BookMove[], place: number): BookMove | null {
  let left = place * totalWeight(moves);
  for (const move of moves) {
    left -= move.weight;
    if (left < 0) return move;
  }
  return null;
}
