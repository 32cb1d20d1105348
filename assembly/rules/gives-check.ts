/** Check detection: whether a move gives check, before it is made. */

import { wouldAttack } from "./attacks";
import { hasKing, inCheck, kingSquare, makeMove, pieceOn, sideToMove, unmakeMove } from "./board";
import { moverOf } from "./drops";
import { explodes } from "./explosions";
import { CASTLE, EN_PASSANT, fromOf, isDrop, isPromotion, kindOf, originOf, promotionType, toOf } from "./move";
import { isNear } from "./neighbours";
import { colourOf, KING, NO_PIECE, pieceOf, typeOf } from "./piece";
import { fileOf, rankOf, squareAt } from "./square";
import { atomOf, DIRECTIONS, F, fileStep, forbidsChecks, hasExplosions, N, rankStep, ridesOf, W } from "./variant";

/** Whether the piece that makes `move`, a move of this position, gives check from its target square; never true of castling. */
export function givesDirectCheck(move: i32): bool {
  const us = sideToMove();
  if (!hasKing(us ^ 1) || kindOf(move) == CASTLE) return false;
  if (VARIANTS && hasExplosions() && (explodes(move) || touchesKings(move))) return false;
  const piece = isPromotion(move) ? pieceOf(promotionType(move), us) : moverOf(move);
  return wouldAttack(piece, originOf(move), toOf(move), kingSquare(us ^ 1));
}

/** With explosions: whether the kings touch after `move`, which rules out checks. */
function touchesKings(move: i32): bool {
  const us = sideToMove();
  const isKing = pieceOn(fromOf(move)) == pieceOf(KING, us);
  return isNear(isKing ? toOf(move) : kingSquare(us), kingSquare(us ^ 1));
}

/** Whether `move`, which leaves its own king safe, gives a check that the laws forbid. */
export function givesForbiddenCheck(move: i32): bool {
  return forbidsChecks() && givesCheck(move);
}

/** Whether `move`, a legal one, gives check, by the piece that moves or by one behind it (a discovered check). */
export function givesCheck(move: i32): bool {
  if (!hasKing(sideToMove() ^ 1)) return false;
  if (givesDirectCheck(move)) return true;
  if (isDrop(move)) return false;
  const kind = kindOf(move);
  if (kind != CASTLE && kind != EN_PASSANT && !hasExplosions()) return opensLine(fromOf(move), toOf(move));
  makeMove(move);
  const checks = inCheck();
  unmakeMove();
  return checks;
}

/** Whether a piece that moves from one square to another opens a line from a rider of its side to the enemy's king. */
function opensLine(from: i32, to: i32): bool {
  const us = sideToMove();
  const king = kingSquare(us ^ 1);
  const files = fileOf(from) - fileOf(king);
  const ranks = rankOf(from) - rankOf(king);
  for (let d = 0; d < DIRECTIONS; d++) {
    // Only these atoms ride, so at most one direction leads from the king to a square.
    if ((atomOf(d) & (W | F | N)) == 0) continue;
    const isAhead = files * rankStep(d) == ranks * fileStep(d) && files * fileStep(d) + ranks * rankStep(d) > 0;
    if (isAhead) return isOpened(king, d, from, to, us);
  }
  return false;
}

/** Whether the first piece in a direction from the king, ignoring `from`, rides that way and is of colour `us`. */
function isOpened(king: i32, d: i32, from: i32, to: i32, us: i32): bool {
  let file = fileOf(king) + fileStep(d);
  let rank = rankOf(king) + rankStep(d);
  while (((file | rank) & ~7) == 0) {
    const square = squareAt(file, rank);
    if (square == to) return false;
    const piece = pieceOn(square);
    if (square != from && piece != NO_PIECE) return colourOf(piece) == us && (ridesOf(typeOf(piece)) & atomOf(d)) != 0;
    file += fileStep(d);
    rank += rankStep(d);
  }
  return false;
}
