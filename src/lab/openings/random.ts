/** Random openings of any variant, and crowded boards: for the bench, training games and tests. */

import { inCheck } from "../../../assembly/rules/board";
import { BLACK, KING, NO_PIECE, PAWN, pieceOf, WHITE } from "../../../assembly/rules/piece";
import type { Setup } from "../../chess/position/setup";
import { load } from "../../chess/rules/board";
import { Game } from "../../chess/rules/game";
import { CHESS } from "../../chess/variants/games";
import type { Variant } from "../../chess/variants/variant";
import { randomNumbers } from "../../random";

/** How many games are tried before giving up. */
const ATTEMPTS = 100;

/**
 * A game of `plies` random plies that is not over yet, deterministic for a seed; null if none was found.
 *
 * @example randomOpening(8, 1, builtIn("shatranj"))
 */
export function randomOpening(plies: number, seed: number, variant: Variant = CHESS): Game | null {
  return randomPlies(Game.start(variant), plies, seed);
}

/** The game with `plies` more random plies, not over yet; null if none was found. */
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
 * A chess board with that many pieces on random squares, deterministic for a seed: kings and any other pieces, usually more than a
 * game can have. Only the side to move may be in check.
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
    load({ ...position, side: side ^ 1 });
    if (!inCheck()) return position;
  }
}
