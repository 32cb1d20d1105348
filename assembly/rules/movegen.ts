/**
 * Move generation on bitboards: the moves that do not leave the king in check; `legal.ts` turns them into the legal ones. Check and
 * pin masks are computed first, so that no move has to be made to test it. The order of generation is irrelevant: the search's
 * move ordering is total.
 */

import { I32Table, tableAt } from "../platform";
import {
  allRiderAttacks,
  attackersTo,
  between,
  bishopAttacks,
  isAttackedThrough,
  leaperAttacks,
  leapersTo,
  line,
  pawnAttacks,
  pieceAttacks,
  rookAttacks,
} from "./attacks";
import { bit, FILE_A, FILE_H, occupied, ofColour, ofType, pieceOn, riders } from "./bitboard";
import {
  canCastle,
  castlingRights,
  castlingRook,
  checkers,
  epSquare,
  epVictim,
  hasKing,
  kingSquare,
  pinned,
  sideToMove,
} from "./board";
import { countIn, handOf, isDropSquare } from "./drops";
import { isKingSafe, isLegalEnPassant, isSafeExplosion } from "./king-safety";
import { MAX_MOVES, MOVES, MOVES_LENGTH } from "./layout";
import {
  CASTLE,
  DOUBLE_STEP,
  DROP,
  EN_PASSANT,
  fromOf,
  isDrop,
  isPromotion,
  kindOf,
  NORMAL,
  PROMOTION,
  promotionType,
  toOf,
} from "./move";
import { BISHOP, BLACK, colourOf, KING, KNIGHT, NO_PIECE, PAWN, pieceOf, QUEEN, ROOK, typeOf, WHITE } from "./piece";
import { NO_SQUARE, relativeRank } from "./square";
import {
  F,
  hasDoubleSteps,
  hasDrops,
  hasExplosions,
  hasFirstRankSteps,
  hasRoyals,
  isBerolina,
  isPromotionType,
  leapsOf,
  W,
} from "./variant";

export { MAX_MOVES };

/** Captures and all promotions. */
export const NOISY: i32 = 1;
/** All other moves. */
export const QUIET: i32 = 2;
export const ALL: i32 = 3;

/** The move lists; a search keeps them here one after another. */
export const moves: I32Table = tableAt(MOVES, MOVES_LENGTH);
/** Where a list can be written without disturbing a search. */
export const SCRATCH: i32 = MOVES_LENGTH - MAX_MOVES;

const RANK_2: u64 = 0x000000000000ff00;
const RANK_7: u64 = 0x00ff000000000000;
const RANK_3: u64 = 0x0000000000ff0000;
const RANK_6: u64 = 0x0000ff0000000000;
const LAST_RANKS: u64 = 0xff000000000000ff;

/** Where the next move is written. */
let end: usize = 0;

/** Writes the moves of `kind` at `moves[at]` and after; returns the index past the last. */
export function generateMoves(kind: i32, at: i32): i32 {
  end = MOVES + ((<usize>at) << 2);
  if (sideToMove() == WHITE) generateFor<i8>(kind);
  else generateFor<u8>(kind);
  return <i32>((end - MOVES) >> 2);
}

/** As in `board.ts`, a type stands for the side to move: i8 White, u8 Black. */
function generateFor<C>(kind: i32): void {
  const us: i32 = isSigned<C>() ? WHITE : BLACK;
  const them: i32 = isSigned<C>() ? BLACK : WHITE;
  const own = ofColour(us);
  const enemies = ofColour(them);
  const everyone = own | enemies;
  const king = <i32>ctz(ofType(KING) & own);
  let targets: u64 = kind == ALL ? ~own : kind == NOISY ? enemies : ~everyone;
  const start = end;
  // With explosions a capture anywhere may end a check or open a line: all moves are written first (`keepSafe`).
  const explosive = hasExplosions();

  // 1. King steps: the king is taken off the board, so that it does not shield squares behind it from a rider.
  if (hasKing(us)) {
    const blockers = everyone ^ bit(king);
    const reached = VARIANTS ? pieceAttacks(KING, king, everyone) : leaperAttacks(KING, king);
    for (let steps = reached & targets; steps; steps &= steps - 1) {
      const to = <i32>ctz(steps);
      if (explosive || !isAttackedThrough(to, them, blockers)) push(king, to, NORMAL);
    }
  }

  // 2. In check, a move must capture the checker or interpose; in double check only the king moves.
  const checks: u64 = explosive ? 0 : checkers();
  let answers: u64 = ~0;
  if (checks) {
    if (checks & (checks - 1)) return;
    answers = checks;
    // Nothing can be interposed against a leaper, even one that can ride as well.
    if (!VARIANTS || !(leapersTo(king, us) & checks)) answers |= between(king, <i32>ctz(checks));
    targets &= answers;
  } else if ((!explosive || !checkers()) && kind & QUIET && castlingRights() & (3 << (us << 1))) {
    if (canCastle(us << 1)) push(king, castlingRook(us << 1), CASTLE);
    if (canCastle((us << 1) | 1)) push(king, castlingRook((us << 1) | 1), CASTLE);
  }

  // 3. Other pieces that can move freely, then those that must stay on the line of their pin.
  const pins: u64 = explosive ? 0 : pinned();
  const free = own & ~pins;
  if (VARIANTS) {
    // All targets of a piece at once: it may leap and ride to the same square.
    const royals = hasRoyals() ? ofType(KING) : 0;
    for (let set = free & ~ofType(PAWN) & ~royals; set; set &= set - 1) {
      const from = <i32>ctz(set);
      pushAll(from, pieceAttacks(typeOf(pieceOn(from)), from, everyone) & targets);
    }
  } else {
    if (leapsOf(KNIGHT)) pushLeaps(KNIGHT, free, targets);
    if (leapsOf(BISHOP)) pushLeaps(BISHOP, free, targets);
    if (leapsOf(ROOK)) pushLeaps(ROOK, free, targets);
    if (leapsOf(QUEEN)) pushLeaps(QUEEN, free, targets);
    for (let set = riders(F) & free; set; set &= set - 1) {
      const from = <i32>ctz(set);
      pushAll(from, bishopAttacks(from, everyone) & targets);
    }
    for (let set = riders(W) & free; set; set &= set - 1) {
      const from = <i32>ctz(set);
      pushAll(from, rookAttacks(from, everyone) & targets);
    }
  }
  for (let set = pins & ~ofType(PAWN); set; set &= set - 1) {
    const from = <i32>ctz(set);
    pushAll(from, pieceAttacks(typeOf(pieceOn(from)), from, everyone) & pinLine(king, from, everyone) & targets);
  }

  // 4. Pawns: free ones all at once, pinned ones one by one.
  const pawns = ofType(PAWN) & own;
  pawnMoves<C>(pawns & free, ~everyone, enemies, answers, kind);
  for (let set = pawns & pins; set; set &= set - 1)
    pawnMoves<C>(set & -set, ~everyone, enemies, answers & pinLine(king, <i32>ctz(set), everyone), kind);

  // 5. En passant removes two pieces from their lines at once: rare, so it is tested separately.
  const ep = epSquare();
  if (ep != NO_SQUARE && kind & NOISY) {
    for (let set = pawnAttacks(them, ep) & pawns; set; set &= set - 1) {
      const from = <i32>ctz(set);
      if (isLegalEnPassant(from, ep, epVictim(), us)) push(from, ep, EN_PASSANT);
    }
  }
  if (explosive) keepSafe(start);

  // 6. Drops, in check only between king and checker.
  if (hasDrops() && kind & QUIET) pushDrops(handOf(us), ~everyone & answers);
}

/** Drops of all pieces in a hand onto empty squares. */
function pushDrops(hand: i32, squares: u64): void {
  for (let pieceType = PAWN; pieceType <= QUEEN; pieceType++) {
    if (countIn(hand, pieceType) == 0) continue;
    const targets = pieceType == PAWN ? squares & ~LAST_RANKS : squares;
    for (let set = targets; set; set &= set - 1) push(pieceType, <i32>ctz(set), DROP);
  }
}

/** With explosions: keeps those of the moves from an address on that leave the king safe. */
function keepSafe(start: usize): void {
  let kept = start;
  for (let at = start; at < end; at += 4) {
    const move = load<i32>(at);
    if (!isSafe(move)) continue;
    store<i32>(kept, move);
    kept += 4;
  }
  end = kept;
}

/** With explosions: whether a move, otherwise legal, leaves the king on the board and safe, or wins by exploding the other one. */
function isSafe(move: i32): bool {
  const kind = kindOf(move);
  // Castling and en passant have been tested.
  if (kind == CASTLE || kind == EN_PASSANT) return true;
  const from = fromOf(move);
  const to = toOf(move);
  const us = sideToMove();
  if (pieceOn(to) != NO_PIECE) return isSafeExplosion(from, to, to, us);
  const king = kingSquare(us);
  if (from != king && !checkers() && !(pinned() & bit(from))) return true;
  return isKingSafe(from == king ? to : king, us, (occupied() ^ bit(from)) | bit(to));
}

/** Where a piece on `from`, pinned to its king, keeps the line closed. */
function pinLine(king: i32, from: i32, everyone: u64): u64 {
  // A rider cannot pass the enemy that pins it, but a leaper can leap over it.
  return VARIANTS ? line(king, from) & allRiderAttacks(king, everyone ^ bit(from)) : line(king, from);
}

/** The moves of `pawns` onto `allowed` squares. */
function pawnMoves<C>(pawns: u64, empty: u64, enemies: u64, allowed: u64, kind: i32): void {
  if (isBerolina()) berolinaMoves<C>(pawns, empty, enemies, allowed, kind);
  else orthodoxPawnMoves<C>(pawns, empty, enemies, allowed, kind);
}

function orthodoxPawnMoves<C>(pawns: u64, empty: u64, enemies: u64, allowed: u64, kind: i32): void {
  const white = isSigned<C>();
  const once = (white ? pawns << 8 : pawns >> 8) & empty;
  const up = white ? 8 : -8;
  if (kind & QUIET) {
    const twice = (white ? (once & RANK_3) << 8 : (once & RANK_6) >> 8) & empty & allowed;
    pushPawns(once & allowed & ~LAST_RANKS, up, NORMAL);
    if (hasDoubleSteps()) pushPawns(twice, 2 * up, DOUBLE_STEP);
    if (VARIANTS && hasFirstRankSteps(white ? WHITE : BLACK))
      pushPawns((white ? (once & RANK_2) << 8 : (once & RANK_7) >> 8) & empty & allowed, 2 * up, NORMAL);
  }
  if (kind & NOISY) {
    const left = toLeft<C>(pawns) & enemies & allowed;
    const right = toRight<C>(pawns) & enemies & allowed;
    pushPawns(left & ~LAST_RANKS, up - 1, NORMAL);
    pushPawns(right & ~LAST_RANKS, up + 1, NORMAL);
    const last = once & allowed & LAST_RANKS;
    if ((last | left | right) & LAST_RANKS) {
      pushPromotions(last, up);
      pushPromotions(left & LAST_RANKS, up - 1);
      pushPromotions(right & LAST_RANKS, up + 1);
    }
  }
}

/** Berolina pawns move as others capture, and capture as others move. */
function berolinaMoves<C>(pawns: u64, empty: u64, enemies: u64, allowed: u64, kind: i32): void {
  const up = isSigned<C>() ? 8 : -8;
  const left = toLeft<C>(pawns) & empty;
  const right = toRight<C>(pawns) & empty;
  if (kind & QUIET) {
    pushPawns(left & allowed & ~LAST_RANKS, up - 1, NORMAL);
    pushPawns(right & allowed & ~LAST_RANKS, up + 1, NORMAL);
    if (hasDoubleSteps()) {
      const passed = isSigned<C>() ? RANK_3 : RANK_6;
      pushPawns(toLeft<C>(left & passed) & empty & allowed, 2 * (up - 1), DOUBLE_STEP);
      pushPawns(toRight<C>(right & passed) & empty & allowed, 2 * (up + 1), DOUBLE_STEP);
    }
  }
  if (kind & NOISY) {
    const ahead = (isSigned<C>() ? pawns << 8 : pawns >> 8) & enemies & allowed;
    pushPawns(ahead & ~LAST_RANKS, up, NORMAL);
    pushPromotions(ahead & LAST_RANKS, up);
    pushPromotions(left & allowed & LAST_RANKS, up - 1);
    pushPromotions(right & allowed & LAST_RANKS, up + 1);
  }
}

/** Pawns one step forward and to the a-file, or to the h-file. */
function toLeft<C>(pawns: u64): u64 {
  return isSigned<C>() ? (pawns & ~FILE_A) << 7 : (pawns & ~FILE_A) >> 9;
}

function toRight<C>(pawns: u64): u64 {
  return isSigned<C>() ? (pawns & ~FILE_H) << 9 : (pawns & ~FILE_H) >> 7;
}

function push(from: i32, to: i32, kind: i32): void {
  store<i32>(end, from | (to << 6) | (kind << 12));
  end += 4;
}

function pushAll(from: i32, targets: u64): void {
  let at = end;
  for (; targets; targets &= targets - 1) {
    store<i32>(at, from | ((<i32>ctz(targets)) << 6));
    at += 4;
  }
  end = at;
}

function pushLeaps(pieceType: i32, pieces: u64, targets: u64): void {
  for (let set = ofType(pieceType) & pieces; set; set &= set - 1) {
    const from = <i32>ctz(set);
    pushAll(from, leaperAttacks(pieceType, from) & targets);
  }
}

/** Moves of pawns to `targets`, all by the same step. */
function pushPawns(targets: u64, step: i32, kind: i32): void {
  let at = end;
  for (; targets; targets &= targets - 1) {
    const to = <i32>ctz(targets);
    store<i32>(at, (to - step) | (to << 6) | (kind << 12));
    at += 4;
  }
  end = at;
}

function pushPromotions(targets: u64, step: i32): void {
  for (; targets; targets &= targets - 1) {
    const to = <i32>ctz(targets);
    for (let pieceType = KNIGHT; pieceType <= (VARIANTS ? KING : QUEEN); pieceType++) {
      if (isPromotionType(pieceType)) push(to - step, to, PROMOTION | pieceType);
    }
  }
}

/** Whether `generateMoves(ALL)` would write `move`, which may be any 16 bits. */
export function canMove(move: i32): bool {
  const from = fromOf(move);
  const to = toOf(move);
  const kind = kindOf(move);
  const us = sideToMove();
  if (isDrop(move)) return hasDrops() && canDrop(from, to, us);
  const piece = pieceOn(from);
  if (piece == NO_PIECE || colourOf(piece) != us) return false;
  if (kind == CASTLE) return piece == pieceOf(KING, us) && isLegalCastling(to);
  const pieceType = typeOf(piece);
  if (kind == EN_PASSANT)
    return (
      pieceType == PAWN &&
      to == epSquare() &&
      (pawnAttacks(us, from) & bit(to)) != 0 &&
      isLegalEnPassant(from, to, epVictim(), us)
    );

  const everyone = occupied();
  if (ofColour(us) & bit(to)) return false;
  if (pieceType == PAWN) {
    if (!pawnReaches(from, to, kind, us)) return false;
  } else {
    if (kind != NORMAL || !(pieceAttacks(pieceType, from, everyone) & bit(to))) return false;
    if (pieceType == KING && hasRoyals() && !hasExplosions())
      return !isAttackedThrough(to, us ^ 1, everyone ^ bit(from));
  }
  if (VARIANTS && hasExplosions()) return isSafe(move);
  if (!hasKing(us)) return true;
  const after = (everyone ^ bit(from)) | bit(to);
  return !(attackersTo(kingSquare(us), after) & ofColour(us ^ 1) & ~bit(to));
}

/** Whether a side, which is to move, can drop a piece of this type, any number, on a square. */
function canDrop(pieceType: i32, to: i32, us: i32): bool {
  if (pieceType > QUEEN || countIn(handOf(us), pieceType) == 0) return false;
  if (!isDropSquare(pieceType, to) || pieceOn(to) != NO_PIECE) return false;
  return !(attackersTo(kingSquare(us), occupied() | bit(to)) & ofColour(us ^ 1));
}

function isLegalCastling(rook: i32): bool {
  if (checkers()) return false;
  for (let index = sideToMove() << 1; index <= (sideToMove() << 1) + 1; index++)
    if (castlingRights() & (1 << index) && castlingRook(index) == rook) return canCastle(index);
  return false;
}

/** Whether the pawn can go from `from` to `to` by a move of that kind, regardless of its king. */
function pawnReaches(from: i32, to: i32, kind: i32, us: i32): bool {
  const up = us == WHITE ? 8 : -8;
  const promotes = relativeRank(us, to) == 7;
  if (promotes != isPromotion(kind << 12)) return false;
  if (promotes && !isPromotionType(promotionType(kind << 12))) return false;
  if (isBerolina()) return us == WHITE ? berolinaReaches<i8>(from, to, kind) : berolinaReaches<u8>(from, to, kind);
  if (kind == DOUBLE_STEP) {
    if (!hasDoubleSteps() || relativeRank(us, from) != 1) return false;
    return to == from + 2 * up && !(occupied() & (bit(from + up) | bit(to)));
  }
  if (kind != NORMAL && !promotes) return false;
  if (VARIANTS && hasFirstRankSteps(us) && relativeRank(us, from) == 0 && to == from + 2 * up)
    return !(occupied() & (bit(from + up) | bit(to)));
  if (to == from + up) return !(occupied() & bit(to));
  return (pawnAttacks(us, from) & ofColour(us ^ 1) & bit(to)) != 0;
}

/** The same for a Berolina pawn of a side (`C`); promotions have been checked. */
function berolinaReaches<C>(from: i32, to: i32, kind: i32): bool {
  const us: i32 = isSigned<C>() ? WHITE : BLACK;
  const empty = ~occupied();
  const left = toLeft<C>(bit(from)) & empty;
  const right = toRight<C>(bit(from)) & empty;
  if (kind == DOUBLE_STEP) {
    if (!hasDoubleSteps() || relativeRank(us, from) != 1) return false;
    return ((toLeft<C>(left) | toRight<C>(right)) & empty & bit(to)) != 0;
  }
  if (kind != NORMAL && kind < PROMOTION) return false;
  const captures = pawnAttacks(us, from) & ofColour(us ^ 1);
  return ((left | right | captures) & bit(to)) != 0;
}
