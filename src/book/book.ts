/** Opening book: the interface of all books, and the choice of a move by weight. */

import type { Game } from "../rules/game";

/** A move that a book knows. */
export interface BookMove {
  readonly move: number;
  /** How often to play it, in proportion to the other moves; never if 0. */
  readonly weight: number;
  /** What programs that learn have noted; 0 in most books. */
  readonly learn: number;
}

/** An opening book. */
export interface OpeningBook {
  /**
   * Its moves in the game's present position, the heaviest first: legal ones only.
   *
   * @throws {Error} if it cannot be read any more
   */
  moves(game: Game): readonly BookMove[];
}

/** A move taken from a book. */
export interface BookChoice extends BookMove {
  /** All moves that it was taken from. */
  readonly among: readonly BookMove[];
  /** What the book expects for an answer; null if it does not know. */
  readonly reply: number | null;
}

/**
 * Takes a move of the book, each as often as its weight says; null if it has none that is to be played.
 *
 * @param random a number from 0 up to, not including, 1
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

/** How much all moves weigh together. */
export function totalWeight(moves: readonly BookMove[]): number {
  return moves.reduce((sum, { weight }) => sum + weight, 0);
}

/** The move at a place, 0 to 1, of a row in which each is as long as it is heavy. */
function byWeight(moves: readonly BookMove[], place: number): BookMove | null {
  let left = place * totalWeight(moves);
  for (const move of moves) {
    left -= move.weight;
    if (left < 0) return move;
  }
  return null;
}
