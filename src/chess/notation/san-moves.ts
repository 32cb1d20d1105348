/**
 * The legal moves that a text in Standard Algebraic Notation may mean. It is read character by character, and only the pieces that it
 * may mean are tried, since most programs read more moves than they write.
 */

import {
  CASTLE,
  DOUBLE_STEP,
  EN_PASSANT,
  fromOf,
  kindOf,
  moveOf,
  NO_MOVE,
  NORMAL,
  PROMOTION,
  toOf,
} from "../../../assembly/rules/move";
import { KING, KNIGHT, PAWN, pieceOf, typeOf } from "../../../assembly/rules/piece";
import { fileOf, NO_SQUARE, rankOf, squareAt } from "../../../assembly/rules/square";
import type { Game } from "../rules/game";
import { squareInText } from "../variants/square-names";
import { findMove, ILLEGAL, promotionOf, readDrop } from "./uci-move";

/**
 * The moves that fit a text like `Nf3`, `Rad1`, `e8=Q`, `e8(Q)`, `e2-e4` or `O-O`, without marks of check; null if it is not a
 * move.
 */
export function movesOfSan(game: Game, text: string): number[] | null {
  const castling = "O0o".includes(text.charAt(0)) ? castlingOf(game, text) : null;
  if (castling !== null) return castling;
  const drop = text.indexOf("@");
  if (drop === 0 || drop === 1) {
    const move = readDrop(game, text, drop + 1);
    return move >= 0 ? [move] : move === ILLEGAL ? [] : null;
  }
  let end = text.length;
  let promotion = -1;
  if (isLetter(text.charCodeAt(end - 1)) || text.endsWith(")")) {
    const isBracketed = text.endsWith(")");
    const letter = text.charAt(isBracketed ? end - 2 : end - 1);
    promotion = promotionOf(letter, game.variant);
    if (promotion < 0 || (isBracketed && (text.charAt(end - 3) !== "(" || letter > "Z"))) return null;
    end -= isBracketed ? 3 : 1;
    if (text.charAt(end - 1) === "=" || (text.charAt(end - 1) === "/" && !isBracketed)) end--;
  }
  const to = end < 2 ? NO_SQUARE : squareInText(text, end - 2);
  end -= 2;
  if (end > 0 && "-x:".includes(text.charAt(end - 1))) end--;
  const isPiece = isLetter(text.charCodeAt(0)) && text.charAt(0) <= "Z";
  const pieceType = isPiece ? game.variant.letters.indexOf(text.charAt(0)) : PAWN;
  let [at, file, rank] = [isPiece ? 1 : 0, -1, -1];
  if (at < end && isIn8(text.charCodeAt(at) - FILE_A)) file = text.charCodeAt(at++) - FILE_A;
  if (at < end && isIn8(text.charCodeAt(at) - RANK_1)) rank = text.charCodeAt(at++) - RANK_1;
  if (to === NO_SQUARE || pieceType < 0 || at !== end) return null;
  if (!isPiece && file >= 0 && rank >= 0) {
    const move = findMove(game, squareAt(file, rank), to, promotion);
    return move === NO_MOVE ? [] : [move];
  }
  return movesTo(game, pieceOf(pieceType, game.turn), to, file, rank, promotion);
}

const FILE_A = 97;
const RANK_1 = 49;

/** Whether a character is a Latin letter, by its code. */
function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}

/** Whether a number is a file or a rank. */
function isIn8(number: number): boolean {
  return (number & ~7) === 0;
}

function movesTo(game: Game, piece: number, to: number, file: number, rank: number, promotion: number): number[] {
  const kinds = typeOf(piece) === PAWN ? kindsOfPawns(rankOf(to), promotion) : promotion >= 0 ? [] : PIECE_KINDS;
  const moves: number[] = [];
  for (let from = 0; from < 64; from++) {
    if (game.pieceAt(from) !== piece) continue;
    if ((file >= 0 && fileOf(from) !== file) || (rank >= 0 && rankOf(from) !== rank)) continue;
    for (const kind of kinds) {
      const move = moveOf(from, to, kind);
      if (game.isLegal(move)) moves.push(move);
    }
  }
  return moves;
}

/** The kinds of moves that pawns make to a rank. @param promotion −1 if the text has none */
function kindsOfPawns(rank: number, promotion: number): readonly number[] {
  if (promotion >= 0) return [PROMOTION | promotion];
  return rank === 0 || rank === 7 ? PROMOTIONS : STEPS;
}

const PIECE_KINDS: readonly number[] = [NORMAL];
const STEPS: readonly number[] = [NORMAL, DOUBLE_STEP, EN_PASSANT];
const PROMOTIONS: readonly number[] = Array.from({ length: KING }, (_, i) => PROMOTION | (KNIGHT + i));

function castlingOf(game: Game, text: string): number[] | null {
  const parts = /^([O0o])-?\1(-?\1)?$/.exec(text);
  if (parts === null) return null;
  const isLong = parts[2] !== undefined;
  return game.knownMoves.filter((move) => kindOf(move) === CASTLE && toOf(move) < fromOf(move) === isLong);
}
