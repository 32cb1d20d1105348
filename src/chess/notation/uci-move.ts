/** Moves in UCI notation: reading them (`src/chess/position/uci-text.ts` writes them). */

import {
  CASTLE,
  DOUBLE_STEP,
  DROP,
  EN_PASSANT,
  fromOf,
  isPromotion,
  kindOf,
  moveOf,
  NO_MOVE,
  NORMAL,
  PROMOTION,
} from "../../../assembly/rules/move";
import { PAWN } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import { PROMOTIONS } from "../../../assembly/rules/variant";
import { MoveError, quote } from "../../errors";
import { message } from "../../message";
import { formatUciMove, isLongStep, kingTarget } from "../position/uci-text";
import type { Game } from "../rules/game";
import { squareInText } from "../variants/square-names";
import type { Variant } from "../variants/variant";

/** How UCI writes a null move. */
const NULL_MOVE = "0000";

const KINDS: readonly number[] = [NORMAL, DOUBLE_STEP, EN_PASSANT, CASTLE];

/**
 * Reads a move that is legal in the game's current position. Castling may be written either way, the letter of a
 * promotion in either case.
 *
 * @throws {MoveError} if the text is not a move, or the move is illegal
 * @example parseUciMove(Game.start(), "g1f3")
 */
export function parseUciMove(game: Game, text: string): number {
  const move = readUciMove(game, text);
  if (move >= 0) return move;
  if (text === NULL_MOVE)
    throw new MoveError("illegal", text, message`${quote(text)} is not a move that can be played`);
  const choice = promotionsOf(game, text);
  if (choice.length > 0)
    throw new MoveError("promotion", text, message`${quote(text)} needs a promotion piece: ${choice.join(", ")}`);
  if (move === ILLEGAL) throw new MoveError("illegal", text, message`${quote(text)} is not legal here`);
  throw new MoveError("malformed", text, message`${quote(text)} is not a move like e2e4 or e7e8q`);
}

/** The legal promotions, in UCI notation, of a move without its promotion piece. */
function promotionsOf({ knownMoves, variant }: Game, text: string): string[] {
  const promotions = knownMoves.filter(isPromotion).map((move) => formatUciMove(move, false, variant));
  return promotions.filter((promotion) => promotion.slice(0, -1) === text.toLowerCase());
}

/** What readers return instead of a move, which is never negative. */
export const MALFORMED = -1;
export const ILLEGAL = -2;

/** The same without errors: `MALFORMED` or `ILLEGAL` instead, which cost less where another notation is tried next. */
export function readUciMove(game: Game, text: string): number {
  if (text.length !== 4 && text.length !== 5) return MALFORMED;
  if (text === NULL_MOVE) return ILLEGAL;
  const name = text.toLowerCase();
  if (name.charAt(1) === "@") return readDrop(game, text, 2);
  const from = squareInText(name, 0);
  const to = squareInText(name, 2);
  if (from === NO_SQUARE || to === NO_SQUARE) return MALFORMED;
  const pieceType = text.length === 5 ? promotionOf(text.charAt(4), game.variant) : -1;
  if (text.length === 5 && pieceType < 0) return MALFORMED;
  const move = findMove(game, from, to, pieceType);
  return move === NO_MOVE ? ILLEGAL : move;
}

/** A drop of the piece whose letter, of either case, begins a text; its square begins at `at`. */
export function readDrop(game: Game, text: string, at: number): number {
  const pieceType = at < 2 ? PAWN : game.variant.letters.indexOf(text.charAt(0).toUpperCase());
  const to = squareInText(text.toLowerCase(), at);
  if (pieceType < 0 || to === NO_SQUARE || text.length !== at + 2) return MALFORMED;
  const move = moveOf(pieceType, to, DROP);
  return game.isLegal(move) ? move : ILLEGAL;
}

/**
 * Reads and plays a list of moves, all or none.
 *
 * @param canPass whether `0000` is a null move: in games that were read from a PGN, never in those of a client
 * @throws {MoveError} with the index of the first move that cannot be read or played; the game is unchanged then
 */
export function playUciMoves(game: Game, texts: readonly string[], canPass = false): void {
  const before = game.plies;
  texts.forEach((text, index) => {
    try {
      game.play(canPass && text === NULL_MOVE ? NO_MOVE : parseUciMove(game, text));
    } catch (error) {
      while (game.plies > before) game.undo();
      throw error instanceof MoveError ? error.at(index) : error;
    }
  });
}

/**
 * The legal move between two squares, `NO_MOVE` if there is none.
 *
 * @param to the target square; in castling the king's, or the square of the rook
 * @param pieceType the promotion piece, −1 for none
 */
export function findMove(game: Game, from: number, to: number, pieceType: number): number {
  if (pieceType >= 0) {
    const move = moveOf(from, to, PROMOTION | pieceType);
    return game.isLegal(move) ? move : NO_MOVE;
  }
  for (const kind of KINDS) {
    const move = moveOf(from, to, kind);
    if (game.isLegal(move)) return move;
  }
  if (!isLongStep(from, to, game.variant)) return NO_MOVE;
  const castling = game.knownMoves.find((move) => {
    return kindOf(move) === CASTLE && fromOf(move) === from && kingTarget(move) === to;
  });
  return castling ?? NO_MOVE;
}

/** The piece type that a letter of either case promotes to, −1 if there is no such promotion. */
export function promotionOf(letter: string, { letters, laws }: Variant): number {
  const pieceType = letters.indexOf(letter.toUpperCase());
  return pieceType >= 0 && ((laws[PROMOTIONS] >> pieceType) & 1) !== 0 ? pieceType : -1;
}
