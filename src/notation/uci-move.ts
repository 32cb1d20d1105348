/** Moves as UCI writes them: `e2e4`, `e7e8q`, castling as the king's two squares or, in Chess960, king takes own rook. */

import {
  CASTLE,
  castleKingTo,
  DOUBLE_STEP,
  EN_PASSANT,
  fromOf,
  isPromotion,
  kindOf,
  moveOf,
  NO_MOVE,
  NORMAL,
  PROMOTION,
  promotionType,
  toOf,
} from "../../assembly/rules/move";
import { KING } from "../../assembly/rules/piece";
import { fileOf } from "../../assembly/rules/square";
import { D, LEAPS_LAW, PROMOTIONS, RIDES_LAW, W } from "../../assembly/rules/variant";
import { MoveError, quote } from "../errors";
import type { Game } from "../rules/game";
import { squareName, squareOfName } from "../rules/names";
import type { Variant } from "../variants/variant";

const KINDS: readonly number[] = [NORMAL, DOUBLE_STEP, EN_PASSANT, CASTLE];

/**
 * Writes a move; `NO_MOVE` is `0000`.
 *
 * @param chess960 write castling as king takes own rook. Without it that is done only where the king's own squares could
 * be a plain king's move, so that what is written can always be read.
 * @param variant the move's game, for its letters and its king
 * @example formatUciMove(castling, false, CHESS) // "e1g1", and "e1h1" in Chess960
 */
export function formatUciMove(move: number, chess960: boolean, variant: Variant): string {
  if (move === NO_MOVE) return "0000";
  const from = fromOf(move);
  const slide = !chess960 && kindOf(move) === CASTLE && isLongStep(from, kingTarget(move), variant);
  const to = slide ? kingTarget(move) : toOf(move);
  const promotion = isPromotion(move) ? variant.letters.charAt(promotionType(move)).toLowerCase() : "";
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
  const parts = /^([a-h][1-8])([a-h][1-8])([a-z]?)$/i.exec(text);
  if (text === "0000") throw new MoveError("illegal", text, `${quote(text)} is no move that can be played`);
  const malformed = () => new MoveError("malformed", text, `${quote(text)} is no move like e2e4 or e7e8q`);
  if (parts === null) throw malformed();
  const [, from, to, letter] = parts;
  const slot = letter === "" ? -1 : promotionOf(letter, game.variant);
  if (letter !== "" && slot < 0) throw malformed();
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
  if (!isLongStep(from, to, game.variant)) return NO_MOVE;
  const castling = game.legalMoves().find((move) => {
    return kindOf(move) === CASTLE && fromOf(move) === from && kingTarget(move) === to;
  });
  return castling ?? NO_MOVE;
}

/** Where the king goes when he castles. */
function kingTarget(move: number): number {
  return castleKingTo(fromOf(move), toOf(move));
}

/** Whether a king cannot get along his rank from one square to the other by a move of his own, whatever stands there. */
function isLongStep(from: number, to: number, { laws }: Variant): boolean {
  const files = Math.abs(fileOf(from) - fileOf(to));
  const leaps = laws[LEAPS_LAW + KING];
  if ((laws[RIDES_LAW + KING] & W) !== 0 || files === 0) return false;
  return !(files === 1 && (leaps & W) !== 0) && !(files === 2 && (leaps & D) !== 0);
}

/** The slot a pawn becomes by a letter of either case, −1 if no pawn becomes that. */
export function promotionOf(letter: string, { letters, laws }: Variant): number {
  const slot = letters.indexOf(letter.toUpperCase());
  return slot >= 0 && ((laws[PROMOTIONS] >> slot) & 1) !== 0 ? slot : -1;
}
