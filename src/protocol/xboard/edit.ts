/** The xboard command `edit`: sets up a position piece by piece. */

import { KING, NO_PIECE, pieceOf, ROOK } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import { COLOURS, pieceOfLetter } from "../../chess/position/names";
import { type Setup, validated } from "../../chess/position/setup";
import { Game } from "../../chess/rules/game";
import { squareOfName } from "../../chess/variants/square-names";
import type { Variant } from "../../chess/variants/variant";

const NO_CASTLING: Setup["castling"] = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];

/** Changes to a position, which is supplied at the end. */
export class PositionEdit {
  #isCleared = false;
  #isBlack = false;
  /** Piece letters by square, in the case of their colour. */
  readonly #pieces = new Map<number, string>();

  /**
   * Takes a change: `#` clears the board, `c` switches the colour of later pieces (White at first), `Pa4` puts a piece on a
   * square, `xa4` clears the square.
   *
   * @returns whether the line is a change
   */
  take(line: string): boolean {
    const piece = /^([a-z])([a-h][1-8])$/i.exec(line);
    if (line === "#") {
      this.#isCleared = true;
      this.#pieces.clear();
    } else if (line === "c") {
      this.#isBlack = !this.#isBlack;
    } else if (piece !== null) {
      const [, letter, square] = piece;
      const name = this.#isBlack ? letter.toLowerCase() : letter.toUpperCase();
      this.#pieces.set(squareOfName(square.toLowerCase()), name);
    } else {
      return false;
    }
    return true;
  }

  /**
   * A game from the changed position, with the same side to move. Kings and rooks on their home squares may castle; in
   * fischerandom, those anywhere on the back rank.
   *
   * @throws {FenError} for an impossible position
   */
  applyTo(game: Game, isFischerandom: boolean): Game {
    const position = game.position();
    const { variant } = position;
    const board = position.board.map((piece) => (this.#isCleared ? NO_PIECE : piece));
    for (const [square, letter] of this.#pieces) board[square] = pieceOfLetter(letter, variant);
    const castling = castlingOf(board, variant, isFischerandom);
    const noPassing = { epSquare: NO_SQUARE, epVictim: NO_SQUARE };
    const { hands: _hands, promoted: _promoted, ...rest } = position;
    return new Game(validated({ ...rest, board, castling, ...noPassing, halfmove: 0, fullmove: 1 }));
  }
}

/** The rooks that may castle. */
function castlingOf(board: readonly number[], variant: Variant, isFischerandom: boolean): Setup["castling"] {
  if (!variant.castling) return NO_CASTLING;
  const [white, black] = COLOURS.map((colour) => {
    const home = 56 * colour;
    const rank = board.slice(home, home + 8);
    const king = rank.indexOf(pieceOf(KING, colour));
    const rook = pieceOf(ROOK, colour);
    const [right, left] = [rank.lastIndexOf(rook), rank.indexOf(rook)];
    const canCastle = isFischerandom ? king >= 0 : king === 4;
    const isRight = canCastle && right > king && (isFischerandom || right === 7);
    const isLeft = canCastle && left >= 0 && left < king && (isFischerandom || left === 0);
    return [isRight ? home + right : NO_SQUARE, isLeft ? home + left : NO_SQUARE] as const;
  });
  return [...white, ...black];
}
