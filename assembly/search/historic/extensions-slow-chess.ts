/**
 * The fractional extensions of Slow Chess: moves that force, or that threaten much, cost less than a ply. Extensions are
 * counted in quarter plies and add up along the line: whenever they reach a ply, the next node is searched that much deeper, and
 * the remainder is carried on. Of several that a move earns, only the largest counts.
 *
 * Near the horizon Slow Chess also asks whether a line is too forced to be evaluated (`extendsHorizon`), and looks for the
 * mate that a queen gives beside a king at the edge (`touchMate`).
 */

import { I32Table, newI32 } from "../../platform";
import { isAttacked } from "../../rules/attacks";
import {
  capturedBack,
  hasKing,
  hasNonPawnMaterial,
  inCheck,
  kingSquare,
  lastMove,
  makeMove,
  makeNull,
  moverBack,
  pieceOn,
  sideToMove,
  unmakeMove,
  unmakeNull,
} from "../../rules/board";
import { moverOf } from "../../rules/drops";
import { givesCheck } from "../../rules/gives-check";
import { ALL, generate, isCapture, isLegal, MAX_MOVES } from "../../rules/legal";
import { canMate, isMated } from "../../rules/mate-in-one";
import { isPromotion, moveOf, NO_MOVE, NORMAL, toOf } from "../../rules/move";
import { BISHOP, colourOf, KING, KNIGHT, NO_PIECE, PAWN, pieceOf, QUEEN, typeOf } from "../../rules/piece";
import { pieceValue } from "../../rules/piece-values";
import { seeReaches } from "../../rules/see";
import { fileOf, NO_SQUARE, rankOf, relativeRank, squareAt } from "../../rules/square";
import {
  fileStep,
  hasForcedCaptures,
  hasRoyals,
  isBerolina,
  isOrthodox,
  law,
  PROMOTIONS,
  rankStep,
} from "../../rules/variant";
import {
  CHECKING_RECAPTURE,
  CHECKS,
  HORIZON,
  isOn,
  KING_ATTACK,
  MATE_THREAT,
  ONLY_REPLY,
  PAWN_ENDING,
  RECAPTURE,
  SEVENTH_RANK,
  SIXTH_RANK,
  TWO_REPLIES,
} from "../options";
import { MAX_PLY, matedIn } from "../score";

const PLY: i32 = 4;

// What each kind of move earns, quarter plies.

const FOR_PAWN_ENDING: i32 = 8;
const FOR_CHECK: i32 = 4;
const FOR_FAR_PAWN: i32 = 4;
const FOR_ONLY_REPLY: i32 = 3;
const FOR_RECAPTURE: i32 = 3;
const FOR_MATE_THREAT: i32 = 2;
/** Slow Chess's author gives no number. */
const FOR_KING_ATTACK: i32 = 2;
const FOR_TWO_REPLIES: i32 = 1;
const FOR_CHECKING_RECAPTURE: i32 = 1;

/** Pieces whose values differ by at most this are equal, like bishops and knights; centipawns. */
const ALIKE: i32 = 50;
/** The steps to the adjacent squares: the first directions of `variant.ts`. */
const AROUND: i32 = 8;

// By ply.

/** Quarters left over on the way here, 0 to 3. */
const carried: I32Table = newI32(MAX_PLY + 2);
/** The number of replies to a check; 0 if there is no check, or no extension needs the number. */
const replies: I32Table = newI32(MAX_PLY + 2);
/** Whether passing would allow a mate in one. */
const threats: I32Table = newI32(MAX_PLY + 2);
const UNKNOWN: i32 = 0;
const NO: i32 = 1;
const YES: i32 = 2;

/** Starts a node of the main search. What was carried here is carried on if nothing is added, for example after a null move. */
export function beginExtensions(ply: i32, checked: bool): void {
  const at = ply * MAX_MOVES;
  const counts = checked && isOn(ONLY_REPLY | TWO_REPLIES | HORIZON);
  unchecked((carried[ply + 1] = unchecked(carried[ply])));
  unchecked((replies[ply] = counts ? generate(ALL, at) - at : 0));
  unchecked((threats[ply] = UNKNOWN));
}

/** Records the score of a null move that the main search made at this node. */
export function recordNullMove(ply: i32, score: i32): void {
  unchecked((threats[ply] = score == matedIn(ply + 2) ? YES : NO));
}

/** How many plies deeper the node after `move`, about to be made at `ply`, is searched; the remainder is carried on. */
export function pliesFor(move: i32, ply: i32): i32 {
  const quarters = unchecked(carried[ply]) + extensionOf(move, ply);
  unchecked((carried[ply + 1] = quarters % PLY));
  return (quarters / PLY) | 0;
}

/**
 * What a legal move earns by itself, quarter plies, after `beginExtensions`. In brackets what the extension alone is worth
 * (`docs/lab/search-steps.md`).
 */
export function extensionOf(move: i32, ply: i32): i32 {
  const retakes = isRecapture(move);
  // [+4 ± 5]
  if (isOn(PAWN_ENDING) && retakes && leavesPawnsOnly(move)) return FOR_PAWN_ENDING;
  // [+12 ± 13; −40 ± 24 with 40 ms a move]
  if (isOn(CHECKS) && givesCheck(move)) return FOR_CHECK;
  // [+0 ± 12]
  if (isOn(SEVENTH_RANK) && reachesSeventh(moverOf(move), move)) return FOR_FAR_PAWN;
  // [+3 ± 6]
  if (isOn(SIXTH_RANK) && breaksThrough(move)) return FOR_FAR_PAWN;
  // [+3 ± 8]
  if (isOn(ONLY_REPLY) && unchecked(replies[ply]) == 1) return FOR_ONLY_REPLY;
  // Not in check: there the capture also gave the check [+3 ± 13].
  if (isOn(RECAPTURE) && retakes && !inCheck() && wasTrade()) return FOR_RECAPTURE;
  // [+2 ± 10]
  if (isOn(MATE_THREAT) && isThreatened(ply)) return FOR_MATE_THREAT;
  // [+0 ± 9]
  if (isOn(KING_ATTACK) && (isSacrifice(move) || takesFlight(move))) return FOR_KING_ATTACK;
  // [−2 ± 3]
  if (isOn(TWO_REPLIES) && unchecked(replies[ply]) == 2) return FOR_TWO_REPLIES;
  // [−0.2 ± 0.3]
  if (isOn(CHECKING_RECAPTURE) && retakes && inCheck() && wasTrade()) return FOR_CHECKING_RECAPTURE;
  return 0;
}

/**
 * Whether the main search continues although no depth is left at `ply`, which is not the root: in check, after a pawn has
 * reached the seventh rank, after the only reply to a check, or after one of two if the line is no longer than `nominal`.
 * [−14 ± 12]
 */
export function extendsHorizon(ply: i32, nominal: i32): bool {
  if (!isOn(HORIZON)) return false;
  if (inCheck()) return true;
  const last = lastMove();
  if (last == NO_MOVE) return false;
  if (reachesSeventh(moverBack(0), last)) return true;
  const choice = unchecked(replies[ply - 1]);
  return choice == 1 || (choice == 2 && ply <= nominal);
}

/**
 * A queen move next to the enemy's king at the edge that mates, or `NO_MOVE`; overwrites `moves[at]` and after [+5 ± 11].
 */
export function touchMate(at: i32): i32 {
  const us = sideToMove();
  if (!hasKing(us ^ 1) || !isAtEdge(kingSquare(us ^ 1))) return NO_MOVE;
  const king = kingSquare(us ^ 1);
  const queen = pieceOf(QUEEN, us);
  for (let from = 0; from < 64; from++) {
    if (pieceOn(from) != queen) continue;
    for (let d = 0; d < AROUND; d++) {
      const to = neighbour(king, d);
      if (to == NO_SQUARE || !isLegal(moveOf(from, to, NORMAL))) continue;
      const move = moveOf(from, to, NORMAL);
      makeMove(move);
      const mates = isMated(at);
      unmakeMove();
      if (mates) return move;
    }
  }
  return NO_MOVE;
}

// Pawns

/** Whether `move`, made by `mover`, takes a pawn to the seventh rank. */
function reachesSeventh(mover: i32, move: i32): bool {
  return typeOf(mover) == PAWN && relativeRank(colourOf(mover), toOf(move)) == 6 && law(PROMOTIONS) != 0;
}

/**
 * Whether a pawn reaches the sixth rank with nothing in its way while the enemy has at most one piece besides pawns and king.
 */
function breaksThrough(move: i32): bool {
  const pawn = moverOf(move);
  const us = colourOf(pawn);
  const to = toOf(move);
  if (typeOf(pawn) != PAWN || relativeRank(us, to) != 5 || isBerolina() || law(PROMOTIONS) == 0) return false;
  const ahead = to + 8 - 16 * us;
  const guard = pieceOf(PAWN, us ^ 1);
  if (pieceOn(ahead) != NO_PIECE) return false;
  if (fileOf(to) > 0 && pieceOn(ahead - 1) == guard) return false;
  if (fileOf(to) < 7 && pieceOn(ahead + 1) == guard) return false;
  return nonPawnsAfter(move, us ^ 1) <= 1;
}

/** How many pieces besides pawns and royal king the enemy, `colour`, has once `move` has been made. */
function nonPawnsAfter(move: i32, colour: i32): i32 {
  const to = toOf(move);
  let count = 0;
  for (let square = 0; square < 64; square++) {
    const piece = pieceOn(square);
    if (square != to && piece != NO_PIECE && colourOf(piece) == colour && isNonPawnPiece(piece)) count++;
  }
  return count;
}

function isNonPawnPiece(piece: i32): bool {
  return typeOf(piece) != PAWN && !(typeOf(piece) == KING && hasRoyals());
}

// Recaptures

/** Whether `move` captures the piece that has just captured. */
function isRecapture(move: i32): bool {
  const last = lastMove();
  return last != NO_MOVE && capturedBack(0) != NO_PIECE && toOf(move) == toOf(last) && isCapture(move);
}

/** Whether the last move captured a piece as valuable as its mover. */
function wasTrade(): bool {
  const gain = pieceValue(typeOf(capturedBack(0))) - pieceValue(typeOf(moverBack(0)));
  return gain <= ALIKE && gain >= -ALIKE;
}

function leavesPawnsOnly(move: i32): bool {
  const us = sideToMove();
  return !hasNonPawnMaterial(us) && !isPromotion(move) && nonPawnsAfter(move, us ^ 1) == 0;
}

// Threats

/** Whether the enemy would mate at once if the side to move passed. */
function isThreatened(ply: i32): bool {
  if (unchecked(threats[ply]) == UNKNOWN) unchecked((threats[ply] = allowsMate(ply) ? YES : NO));
  return unchecked(threats[ply]) == YES;
}

function allowsMate(ply: i32): bool {
  if (inCheck() || hasForcedCaptures() || !hasKing(sideToMove())) return false;
  makeNull();
  const mates = canMate((ply + 1) * MAX_MOVES);
  unmakeNull();
  return mates;
}

/** Whether a bishop or knight is sacrificed for a pawn in front of the enemy's king. */
function isSacrifice(move: i32): bool {
  const us = sideToMove();
  const pieceType = typeOf(moverOf(move));
  const to = toOf(move);
  if ((pieceType != BISHOP && pieceType != KNIGHT) || pieceOn(to) != pieceOf(PAWN, us ^ 1) || !hasKing(us ^ 1))
    return false;
  const king = kingSquare(us ^ 1);
  const aside = fileOf(to) - fileOf(king);
  const ahead = relativeRank(us ^ 1, to) - relativeRank(us ^ 1, king);
  return aside >= -1 && aside <= 1 && (ahead == 1 || ahead == 2) && !seeReaches(move, 0);
}

/** Whether a queen move takes away the last flight squares of a king at the edge. */
function takesFlight(move: i32): bool {
  const us = sideToMove();
  if (typeOf(moverOf(move)) != QUEEN || !hasKing(us ^ 1) || !isOrthodox(KING)) return false;
  if (!isAtEdge(kingSquare(us ^ 1)) || !hasFlight(us ^ 1)) return false;
  makeMove(move);
  const flees = hasFlight(us ^ 1);
  unmakeMove();
  return !flees;
}

/** Whether the king of a colour has a flight square: an adjacent one that is not attacked and not occupied by its own side. */
function hasFlight(colour: i32): bool {
  const king = kingSquare(colour);
  for (let d = 0; d < AROUND; d++) {
    const square = neighbour(king, d);
    if (square == NO_SQUARE) continue;
    const piece = pieceOn(square);
    if ((piece == NO_PIECE || colourOf(piece) != colour) && !isAttacked(square, colour ^ 1)) return true;
  }
  return false;
}

function isAtEdge(square: i32): bool {
  return fileOf(square) == 0 || fileOf(square) == 7 || rankOf(square) == 0 || rankOf(square) == 7;
}

/** The square one step away, `NO_SQUARE` beyond the edge. */
function neighbour(square: i32, d: i32): i32 {
  const file = fileOf(square) + fileStep(d);
  const rank = rankOf(square) + rankStep(d);
  return ((file | rank) & ~7) != 0 ? NO_SQUARE : squareAt(file, rank);
}
