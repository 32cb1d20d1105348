/** Standard Algebraic Notation (SAN), in the piece letters of the game. */

import {
  CASTLE,
  EN_PASSANT,
  fromOf,
  isDrop,
  isPromotion,
  kindOf,
  NO_MOVE,
  promotionType,
  toOf,
} from "../../../assembly/rules/move";
import { NO_PIECE, PAWN, typeOf } from "../../../assembly/rules/piece";
import { fileOf, rankOf } from "../../../assembly/rules/square";
import { MoveError, quote } from "../../errors";
import { message } from "../../message";
import { formatUciMove } from "../position/uci-text";
import { type Game, MAX_LINE_PLIES } from "../rules/game";
import { squareName } from "../variants/square-names";
import { NULL_SAN, plainMove, splitMove } from "./move-text";
import { movesOfSan } from "./san-moves";

/** The longest text of a move, marks included. */
export const MAX_LENGTH = 24;

/**
 * Writes a move of the game's current position.
 *
 * @throws {MoveError} if it is not legal there
 * @example formatSan(game, move) // "Nbd7", "exd6", "e8=Q#", "O-O", and "--" for a null move
 */
export function formatSan(game: Game, move: number): string {
  if (move !== NO_MOVE && game.plies < MAX_LINE_PLIES && game.isLegal(move)) return sanOf(game, move);
  const san = playSan(game, move);
  game.undo();
  return san;
}

/**
 * Writes a variation from the current position. The game is unchanged afterwards.
 *
 * @throws {MoveError} with the index of the first move that is not legal
 */
export function formatSanLine(game: Game, moves: readonly number[]): string[] {
  const before = game.plies;
  try {
    return moves.map((move) => playSan(game, move));
  } catch (error) {
    throw error instanceof MoveError ? error.at(game.plies - before) : error;
  } finally {
    while (game.plies > before) game.undo();
  }
}

/** Plays a move and returns its SAN; `#` marks checkmate only, not other ends of a game. */
function playSan(game: Game, move: number): string {
  if (move === NO_MOVE) {
    game.play(move, MAX_LINE_PLIES);
    return NULL_SAN;
  }
  const text = game.isLegal(move) ? sanOf(game, move) : "";
  game.play(move, MAX_LINE_PLIES);
  return text;
}

/** The SAN of a legal move. */
export function sanOf(game: Game, move: number): string {
  return withoutCheck(game, move) + game.checkMark(move);
}

function withoutCheck(game: Game, move: number): string {
  const from = fromOf(move);
  const to = toOf(move);
  if (kindOf(move) === CASTLE) return to > from ? "O-O" : "O-O-O";
  const { letters } = game.variant;
  if (isDrop(move)) return `${from === PAWN ? "" : letters.charAt(from)}@${squareName(to)}`;
  const pieceType = typeOf(game.pieceAt(from));
  const captures = game.pieceAt(to) !== NO_PIECE || kindOf(move) === EN_PASSANT;
  const target = (captures ? "x" : "") + squareName(to);
  if (pieceType !== PAWN) return letters.charAt(pieceType) + origin(game, move) + target;
  const promotion = isPromotion(move) ? `=${letters.charAt(promotionType(move))}` : "";
  // A pawn capture always names the file. Berolina pawns may reach a square from several files.
  return (captures ? squareName(from).charAt(0) : origin(game, move)) + target + promotion;
}

/** The disambiguation of the origin: nothing, file, rank, or both. */
function origin(game: Game, move: number): string {
  const from = fromOf(move);
  const piece = game.pieceAt(from);
  let [isAmbiguous, sharesFile, sharesRank] = [false, false, false];
  for (const other of game.knownMoves) {
    const rival = fromOf(other);
    if (toOf(other) !== toOf(move) || rival === from || kindOf(other) === CASTLE || isDrop(other)) continue;
    if (game.pieceAt(rival) !== piece) continue;
    isAmbiguous = true;
    sharesFile ||= fileOf(rival) === fileOf(from);
    sharesRank ||= rankOf(rival) === rankOf(from);
  }
  if (!isAmbiguous) return "";
  const name = squareName(from);
  if (!sharesFile) return name.charAt(0);
  return sharesRank ? name : name.charAt(1);
}

/**
 * Reads a move that is legal in the game's current position. Permissive: accepts missing or needless marks of check,
 * capture, promotion and origin, `0-0`, all kinds of dashes, figurines, invisible characters, annotations like `!?`, `+-` and
 * `e.p.`, long algebraic notation (`e2-e4`, `Ng1f3`), and letters of the wrong case if they mean nothing else. Never a null move.
 *
 * @throws {MoveError} if the text is not a move, or the move is illegal or ambiguous
 * @example parseSan(game, "Nf3")
 */
export function parseSan(game: Game, text: string): number {
  const standard = readSan(game, text);
  if (standard !== NO_MOVE) return standard;
  const malformed = () => new MoveError("malformed", text, message`${quote(text)} is not a move like Nf3 or exd6`);
  const meant = movesOfText(game, text);
  if (meant === null) throw malformed();
  if (meant.length === 0) throw new MoveError("illegal", text, message`${quote(text)} is not legal here`);
  if (meant.length > 1) {
    const choice = meant.map((move) => formatUciMove(move, false, game.variant)).join(", ");
    throw new MoveError("ambiguous", text, message`${quote(text)} could be ${choice}`);
  }
  return meant[0];
}

/** The same for SAN as programs write it; `NO_MOVE` for anything else, and if the move is not legal. */
export function readSan(game: Game, text: string): number {
  let end = text.length;
  while (end > 0 && "+#!?".includes(text.charAt(end - 1))) end--;
  const meant = movesOfSan(game, text.slice(0, end));
  return meant?.length === 1 ? meant[0] : NO_MOVE;
}

/** The legal moves that a text may mean, null if it is not a move. */
function movesOfText(game: Game, text: string): number[] | null {
  if (text.length > MAX_LENGTH) return null;
  const [bare] = splitMove(plainMove(text));
  const meant = movesOfSan(game, bare);
  // A small b is a file before it is a bishop.
  if (meant !== null && (meant.length > 0 || !bare.startsWith("b"))) return meant;
  return movesOfSan(game, withStandardCase(bare)) ?? meant;
}

/** `nf3` as `Nf3`, `NF3` too, `E4` as `e4`. */
function withStandardCase(text: string): string {
  const isPawn = /^[a-h][1-8x:-]/i.test(text);
  return (isPawn ? "" : text.charAt(0).toUpperCase()) + text.slice(isPawn ? 0 : 1).toLowerCase();
}
