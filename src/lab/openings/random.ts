/** Random openings of any game, and crowded boards: for the bench, for training games and for tests. */

import { inCheck } from "../../../assembly/rules/board";
import { BLACK, KING, NO_PIECE, PAWN, pieceOf, WHITE } from "../../../assembly/rules/piece";
import type { Setup } from "../../chess/position/setup";
import { load } from "../../chess/rules/board";
import { Game } from "../../chess/rules/game";
import { CHESS } from "../../chess/variants/games";
import type { Variant } from "../../chess/variants/variant";
import { randomNumbers } from "../../random";

/** How many games are begun before it gives up. */
const ATTEMPTS = 100;

/**
 * A game of `plies` random plies that is not over yet, the same for the same seed; null if there seems to be none.
 *
 * @example randomOpening(8, 1, builtIn("shatranj"))
 */
export function randomOpening(plies: number, seed: number, variant: Variant = CHESS): Game | null {
  return randomPlies(Game.start(variant), plies, seed);
}

/** A game with `plies` random plies more that is not over yet, null if there seems to be none. */
export function randomPlies(start: Game, plies: number, seed: number): Game | null {
  const random = randomNumbers(seed);
  const end = start.plies + plies;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const game = start.copy();
    while (game.plies < end && game.outcome() === null) {
      const moves = game.legalMoves().sort((a, b) => a - b);
      game.play(moves[random(moves.length)]);
    }
    if (game.plies === end && game.outcome() === null) return game;
  }
  return null;
}

/**
 * A chess board with so many pieces on random squares, the same for the same seed: kings, and pieces of all other kinds, as a
 * rule more of them than any game has. Nobody stands in check but the side to move.
 *
 * @param pieces 2 to 60
 */
export function crowdedBoard(pieces: number, seed: number): Setup {
  const random = randomNumbers(seed);
  for (;;) {
    const board = new Array<number>(64).fill(NO_PIECE);
    const empty = Array.from(board.keys());
    const place = (piece: number) => {
      const [square] = empty.splice(random(empty.length), 1);
      const isPawn = piece < pieceOf(PAWN + 1, WHITE);
      board[square] = isPawn && (square < 8 || square >= 56) ? NO_PIECE : piece;
    };
    place(pieceOf(KING, WHITE));
    place(pieceOf(KING, BLACK));
    for (let i = 2; i < pieces; i++) place(random(pieceOf(KING, WHITE)));
    const side = random(2);
    const position: Setup = {
      variant: CHESS,
      board,
      side,
      castling: [-1, -1, -1, -1],
      epSquare: -1,
      epVictim: -1,
      halfmove: 0,
      fullmove: 1,
    };
    load({ ...position, side: side ^ 1 }, null);
    if (!inCheck()) return position;
  }
}
