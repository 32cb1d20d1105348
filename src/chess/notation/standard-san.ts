/**
 * The fast way to read SAN: only the form that programs write. `san.ts` reads whatever else people do, and has the word on errors.
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
import { PAWN, pieceOf, typeOf } from "../../../assembly/rules/piece";
import { fileOf, NO_SQUARE, rankOf } from "../../../assembly/rules/square";
import type { Game } from "../rules/game";
import { squareInText } from "../variants/square-names";
import { promotionOf } from "./uci-move";

const LETTER_A = 65;
const LETTER_Z = 90;
const FILE_A = 97;
const RANK_1 = 49;
/** `Qa1xb2+!?`, and to spare. */
const LONGEST = 12;

/**
 * The one legal move that a text means: `Nf3`, `Rad1`, `exd6`, `e8=Q+`, `O-O`. `NO_MOVE` if it is in another form, illegal or
 * ambiguous.
 */
export function readStandardSan(game: Game, text: string): number {
  let end = text.length;
  if (end > LONGEST) return NO_MOVE;
  while (end > 0 && "+#!?".includes(text.charAt(end - 1))) end--;
  const first = text.charCodeAt(0);
  if (text.charAt(0) === "O") return castling(game, text.slice(0, end));
  const isPiece = first >= LETTER_A && first <= LETTER_Z;
  const pieceType = isPiece ? game.variant.letters.indexOf(text.charAt(0)) : PAWN;
  let promotion = -1;
  const last = text.charCodeAt(end - 1);
  if (last >= LETTER_A && last <= LETTER_Z && end > 2) {
    promotion = promotionOf(text.charAt(end - 1), game.variant);
    if (promotion < 0) return NO_MOVE;
    end -= text.charAt(end - 2) === "=" ? 2 : 1;
  }
  const to = end < 2 ? NO_SQUARE : squareInText(text, end - 2);
  if (pieceType < 0 || to === NO_SQUARE) return NO_MOVE;
  let [at, file, rank] = [isPiece ? 1 : 0, -1, -1];
  end -= 2;
  if (at < end && isIn8(text.charCodeAt(at) - FILE_A)) file = text.charCodeAt(at++) - FILE_A;
  if (at < end && isIn8(text.charCodeAt(at) - RANK_1)) rank = text.charCodeAt(at++) - RANK_1;
  if (at < end && text.charAt(at) === "x") at++;
  // A pawn's two squares are UCI notation, which knows castling as well.
  if (at !== end || (!isPiece && rank >= 0)) return NO_MOVE;
  return onlyMove(game, pieceOf(pieceType, game.turn), to, file, rank, promotion);
}

/** Tries the pieces that may be meant, which takes less than to generate all moves. */
function onlyMove(game: Game, piece: number, to: number, file: number, rank: number, promotion: number): number {
  const kinds = promotion >= 0 ? [PROMOTION | promotion] : typeOf(piece) === PAWN ? PAWN_KINDS : PIECE_KINDS;
  let found = NO_MOVE;
  for (const from of game.squaresOf(piece)) {
    if ((file >= 0 && fileOf(from) !== file) || (rank >= 0 && rankOf(from) !== rank)) continue;
    for (const kind of kinds) {
      const move = moveOf(from, to, kind);
      if (!game.isLegal(move)) continue;
      if (found !== NO_MOVE) return NO_MOVE;
      found = move;
    }
  }
  return found;
}

const PIECE_KINDS: readonly number[] = [NORMAL];
const PAWN_KINDS: readonly number[] = [NORMAL, DOUBLE_STEP, EN_PASSANT];

function castling(game: Game, text: string): number {
  const isLong = text === "O-O-O";
  if (!isLong && text !== "O-O") return NO_MOVE;
  for (const move of game.knownMoves) {
    if (kindOf(move) === CASTLE && toOf(move) < fromOf(move) === isLong) return move;
  }
  return NO_MOVE;
}

/** Whether a number is a file or a rank. */
function isIn8(number: number): boolean {
  return (number & ~7) === 0;
}
