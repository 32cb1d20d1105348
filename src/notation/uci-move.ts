/** Moves as UCI writes them: `e2e4`, `e7e8q`, castling as the king's two squares or, in Chess960, king takes own rook. */

import {
  CASTLE,
  DOUBLE_STEP,
  EN_PASSANT,
  fromOf,
  isPromotion,
  kindOf,
  moveOf,
  NO_MOVE,
  NORMAL,
  PROMOTION,
  promotionSlot,
  toOf,
} from "../../assembly/rules/move";
import { fileOf, rankOf, squareAt } from "../../assembly/rules/square";
import { MoveError, quote } from "../errors";
import type { Game } from "../rules/game";
import { SLOT_LETTERS, squareName, squareOfName } from "../rules/names";

const KINDS: readonly number[] = [NORMAL, DOUBLE_STEP, EN_PASSANT, CASTLE];

/**
 * Writes a move; `NO_MOVE` is `0000`.
 *
 * @param chess960 write castling as king takes own rook. Without it that is done only where the king's own squares could
 * be a plain king's move, so that what is written can always be read.
 * @example formatUciMove(castling, false) // "e1g1", and "e1h1" in Chess960
 */
export function formatUciMove(move: number, chess960: boolean): string {
  if (move === NO_MOVE) return "0000";
  const from = fromOf(move);
  const slide = !chess960 && kindOf(move) === CASTLE && isLongStep(from, kingTarget(move));
  const to = slide ? kingTarget(move) : toOf(move);
  const promotion = isPromotion(move) ? SLOT_LETTERS.charAt(promotionSlot(move)).toLowerCase() : "";
  return squareName(from) + squareName(to) + promotion;
}

/**
 * Reads a move that is legal in the game's present position. Castling may be written either way, the letter of a
 * promotion in either case.
 *
 * @throws {MoveError} if the text is no move or the move is not legal
 * @example parseUciMove(Game.start(), "g1f3")
 */
export function parseUciMove(game: Game, text: string): number {
  const parts = /^([a-h][1-8])([a-h][1-8])([nbrq]?)$/i.exec(text);
  if (text === "0000") throw new MoveError("illegal", text, `${quote(text)} is no move that can be played`);
  if (parts === null) throw new MoveError("malformed", text, `${quote(text)} is no move like e2e4 or e7e8q`);
  const [, from, to, letter] = parts;
  const slot = letter === "" ? -1 : SLOT_LETTERS.indexOf(letter.toUpperCase());
  const move = findMove(game, squareOfName(from.toLowerCase()), squareOfName(to.toLowerCase()), slot);
  if (move === NO_MOVE) throw new MoveError("illegal", text, `${quote(text)} is not legal here`);
  return move;
}

/**
 * Reads and plays a list of moves, all or none.
 *
 * @throws {MoveError} with the index of the first move that cannot be read or played; none has been played then
 */
export function playUciMoves(game: Game, texts: readonly string[]): void {
  const before = game.plies;
  texts.forEach((text, index) => {
    try {
      game.play(parseUciMove(game, text));
    } catch (error) {
      while (game.plies > before) game.undo();
      throw error instanceof MoveError ? error.at(index) : error;
    }
  });
}

/**
 * The legal move between two squares, `NO_MOVE` if there is none.
 *
 * @param to where the man goes; in castling where the king goes or his rook's square
 * @param slot what a pawn becomes, −1 for no promotion
 */
export function findMove(game: Game, from: number, to: number, slot: number): number {
  if (slot >= 0) {
    const move = moveOf(from, to, PROMOTION | slot);
    return game.isLegal(move) ? move : NO_MOVE;
  }
  for (const kind of KINDS) {
    const move = moveOf(from, to, kind);
    if (game.isLegal(move)) return move;
  }
  if (!isLongStep(from, to)) return NO_MOVE;
  const castling = game.legalMoves().find((move) => {
    return kindOf(move) === CASTLE && fromOf(move) === from && kingTarget(move) === to;
  });
  return castling ?? NO_MOVE;
}

/** Where the king goes when he castles. */
function kingTarget(move: number): number {
  return squareAt(toOf(move) > fromOf(move) ? 6 : 2, rankOf(fromOf(move)));
}

/** Whether a king cannot get there by a step of his own. */
function isLongStep(from: number, to: number): boolean {
  return Math.abs(fileOf(from) - fileOf(to)) > 1;
}
