/**
 * The position on bitboards, make and unmake: the sets of pieces (`bitboard.ts`) and a stack of what unmake cannot recompute.
 * One game per module; the globals are its state. `board.twin.ts` is the 0x88 version.
 */

import { between, leapersTo, ridersTo } from "./attacks";
import {
  around,
  bit,
  clearBitboards,
  hasKing,
  kingSquare,
  movePiece,
  occupied,
  ofColour,
  ofPiece,
  ofType,
  pieceOn,
  putPiece,
  removePiece,
} from "./bitboard";
import {
  blackKey,
  checksKey,
  enPassantKey,
  fillKeyTables,
  halves,
  pieceKey,
  pieceValue,
  rightsKey,
} from "./board-keys";
import { CHECKS_GIVEN, carryExtras, clearExtras, EXPLODED, extraAt, setExtraAt } from "./extras";
import { handsKey, takeFromHand, updateHands } from "./hands";
import { canCaptureEnPassant, isKingAttacked, touchesKing } from "./king-safety";
import { CASTLE_EMPTY, CASTLE_ROOK, CASTLE_SAFE, RIGHTS_KEPT, STACK, STACK_ENTRY } from "./layout";
import {
  CASTLE,
  castleKingTo,
  castleRookTo,
  DOUBLE_STEP,
  EN_PASSANT,
  fromOf,
  isDrop,
  kindOf,
  NO_MOVE,
  promotionType,
  toOf,
} from "./move";
import { BISHOP, BLACK, KING, KNIGHT, NO_PIECE, PAWN, PIECES, pieceOf, QUEEN, ROOK, typeOf, WHITE } from "./piece";
import { computePhase } from "./remaining-material";
import { NO_SQUARE, squareAt } from "./square";
import {
  checkLimit,
  GOALS_HIGH,
  GOALS_LOW,
  hasDrops,
  hasExplosions,
  hasExtras,
  hasRoyals,
  hasSharedGoals,
  isGoalType,
  law,
} from "./variant";

export { hasKing, kingSquare, pieceOn } from "./bitboard";
export { MAX_PLIES } from "./layout";

// A stack entry: the position's key and what a move cannot restore.
const KEY: usize = 0;
const CHECKERS: usize = 8;
const PINNED: usize = 16;
const SUM: usize = 24;
const RIGHTS: usize = 28;
const EN_PASSANT_SQUARE: usize = 32;
const HALFMOVES: usize = 36;
const SINCE_NULL: usize = 40;
const MOVE: usize = 44;
const CAPTURED: usize = 48;
const CHECKS_KNOWN: usize = 52;
/** Only for variants with other pawns. */
const EN_PASSANT_VICTIM: usize = 56;
/** The piece that moved, before a promotion. */
const MOVER: usize = 60;

let side: i32 = WHITE;
/** The current stack entry. */
let top: usize = STACK;

export function sideToMove(): i32 {
  return side;
}

/** Bit 0: White's king side, bit 1: White's queen side, bits 2 and 3: Black's. */
export function castlingRights(): i32 {
  return load<i32>(top, RIGHTS);
}

/** The rook's square of a castling move, 0–3 in the order of the bits of the rights. */
export function castlingRook(index: i32): i32 {
  return load<u8>(CASTLE_ROOK + <usize>index);
}

/** The square that a pawn has just passed over, if it can be captured there; otherwise `NO_SQUARE`. */
export function epSquare(): i32 {
  return load<i32>(top, EN_PASSANT_SQUARE);
}

/** The square of the pawn that a capture on `epSquare` takes. */
export function epVictim(): i32 {
  return VARIANTS ? load<i32>(top, EN_PASSANT_VICTIM) : epSquare() ^ 8;
}

/** Plies since the last capture, pawn move or drop. */
export function halfmoveClock(): i32 {
  return load<i32>(top, HALFMOVES);
}

export function keyLow(): i32 {
  return load<i32>(top, KEY);
}

export function keyHigh(): i32 {
  return load<i32>(top, KEY + 4);
}

/** The sum of the PSQT numbers (`pieceSquare`) of all pieces, packed in the same way. */
export function pieceSquareSum(): i32 {
  return load<i32>(top, SUM);
}

export function phase(): i32 {
  return computePhase();
}

/** Whether `colour` has a piece besides pawns and royal king. */
export function hasNonPawnMaterial(colour: i32): bool {
  const nonPawns = ofColour(colour) & ~ofType(PAWN);
  return (hasRoyals() ? nonPawns & ~ofType(KING) : nonPawns) != 0;
}

/** How many pieces `colour` has. */
export function pieceCount(colour: i32): i32 {
  return <i32>popcnt(ofColour(colour));
}

/** Whether a piece of `colour` stands on one of the squares that win the game for it. */
export function isOnGoal(colour: i32): bool {
  const goals = ((<u64>law(GOALS_HIGH)) << 32) | (<u64>law(GOALS_LOW) & 0xffffffff);
  // Swapping the bytes mirrors a set of squares.
  const arrived = ofColour(colour) & (colour == WHITE || hasSharedGoals() ? goals : bswap(goals));
  for (let set = arrived; set; set &= set - 1) if (isGoalType(typeOf(pieceOn(<i32>ctz(set))))) return true;
  return false;
}

/** How many checks `colour` has given; 0 where they do not count. */
export function checksGiven(colour: i32): i32 {
  return (extraAt(pliesPlayed(), CHECKS_GIVEN) >> (colour << 3)) & 0xff;
}

/** The move that led to this position; `NO_MOVE` at the start and after a null move. */
export function lastMove(): i32 {
  return load<i32>(top, MOVE);
}

// The line that led here: the position `plies` plies ago, and the move that led to it.

/** How many moves have been made since the set-up, including null moves. */
export function pliesPlayed(): i32 {
  return <i32>((top - STACK) / STACK_ENTRY);
}

export function keyLowBack(plies: i32): i32 {
  return load<i32>(entryBack(plies), KEY);
}

export function keyHighBack(plies: i32): i32 {
  return load<i32>(entryBack(plies), KEY + 4);
}

export function moveBack(plies: i32): i32 {
  return load<i32>(entryBack(plies), MOVE);
}

/** The piece that made that move, before any promotion. */
export function moverBack(plies: i32): i32 {
  return load<i32>(entryBack(plies), MOVER);
}

export function capturedBack(plies: i32): i32 {
  return load<i32>(entryBack(plies), CAPTURED);
}

/** The square of the captured pawn, if that move was an en passant capture on `to`. */
export function epVictimBack(plies: i32, to: i32): i32 {
  return VARIANTS ? load<i32>(entryBack(plies + 1), EN_PASSANT_VICTIM) : to ^ 8;
}

function entryBack(plies: i32): usize {
  return top - <usize>plies * STACK_ENTRY;
}

export function inCheck(): bool {
  return checkers() != 0;
}

/** The enemy's pieces that give check. */
export function checkers(): u64 {
  if (!load<i32>(top, CHECKS_KNOWN)) findChecks();
  return load<u64>(top, CHECKERS);
}

/** The pinned pieces of the side to move: alone between their king and an enemy rider. */
export function pinned(): u64 {
  if (!load<i32>(top, CHECKS_KNOWN)) findChecks();
  return load<u64>(top, PINNED);
}

// Setting up

export function clearBoard(): void {
  clearBitboards();
  memory.fill(RIGHTS_KEPT, 15, 64);
  top = STACK;
  memory.fill(top, 0, STACK_ENTRY);
  if (VARIANTS) clearExtras();
}

/** Sets how many checks each side has given; before `beginGame`. */
export function setChecks(white: i32, black: i32): void {
  setExtraAt(0, CHECKS_GIVEN, white | (black << 8));
}

export function placePiece(square: i32, piece: i32): void {
  putPiece(square, piece);
}

/** Grants `colour` castling with the rook on `rookSquare`; wing 0 is the king's, 1 the queen's. The king must be on the board. */
export function grantCastling(colour: i32, wing: i32, rookSquare: i32): void {
  const index = (colour << 1) | wing;
  const right = 1 << index;
  const king = kingSquare(colour);
  const home = colour == WHITE ? 0 : 7;
  const kingTo = squareAt(wing == 0 ? 6 : 2, home);
  const rookTo = squareAt(wing == 0 ? 5 : 3, home);
  store<i32>(top, load<i32>(top, RIGHTS) | right, RIGHTS);
  store<u8>(CASTLE_ROOK + <usize>index, <u8>rookSquare);
  keepOnly(king, ~right);
  keepOnly(rookSquare, ~right);
  const two = bit(king) | bit(rookSquare);
  const kingPath = between(king, kingTo) | bit(kingTo);
  store<u64>(CASTLE_EMPTY + ((<usize>index) << 3), (kingPath | between(rookSquare, rookTo) | bit(rookTo)) & ~two);
  store<u64>(CASTLE_SAFE + ((<usize>index) << 3), kingPath & ~bit(king));
}

function keepOnly(square: i32, rights: i32): void {
  const kept = RIGHTS_KEPT + <usize>square;
  store<u8>(kept, <u8>(load<u8>(kept) & rights));
}

/** Sets the state that the pieces do not determine (see `begin-game.ts`); keys follow. */
export function setState(sideToMove: i32, ep: i32, victim: i32, halfmoves: i32): void {
  side = sideToMove;
  store<i32>(top, NO_SQUARE, EN_PASSANT_SQUARE);
  store<i32>(top, victim, EN_PASSANT_VICTIM);
  store<i32>(top, NO_PIECE, CAPTURED);
  store<i32>(top, halfmoves, HALFMOVES);
  if (ep != NO_SQUARE && canCaptureEnPassant(ep, victim, side)) store<i32>(top, ep, EN_PASSANT_SQUARE);
}

/** Sets the key and the piece-square sum of the position set up. */
export function setKeys(low: i32, high: i32, sum: i32): void {
  store<u64>(top, halves(high, low), KEY);
  store<i32>(top, sum, SUM);
}

// Moves

export function makeMove(move: i32): void {
  if (isDrop(move)) makeDrop(move);
  else if (side == WHITE) make<i8>(move);
  else make<u8>(move);
}

/** `make<i8>` moves White's pieces, `make<u8>` Black's: a type for a constant, worth a tenth of perft's speed. */
function make<C>(move: i32): void {
  const us: i32 = isSigned<C>() ? WHITE : BLACK;
  const them: i32 = isSigned<C>() ? BLACK : WHITE;
  const from = fromOf(move);
  const to = toOf(move);
  const kind = kindOf(move);
  const piece = pieceOn(from);
  const before = top;
  const rights = load<i32>(before, RIGHTS);
  const kept = rights & load<u8>(RIGHTS_KEPT + <usize>from) & load<u8>(RIGHTS_KEPT + <usize>to);
  const oldEp = load<i32>(before, EN_PASSANT_SQUARE);

  let key = load<u64>(before, KEY) ^ blackKey;
  if (kept != rights) key ^= rightsKey(rights) ^ rightsKey(kept);
  if (oldEp != NO_SQUARE) key ^= enPassantKey(oldEp, epVictim());
  let sum = load<i32>(before, SUM);
  let captured = NO_PIECE;
  let halfmoves = load<i32>(before, HALFMOVES) + 1;
  let ep = NO_SQUARE;

  if (kind == CASTLE) {
    const kingTo = castleKingTo(from, to);
    const rookTo = castleRookTo(from, to);
    const rook = pieceOf(ROOK, us);
    key ^= pieceKey(piece, from) ^ pieceKey(piece, kingTo) ^ pieceKey(rook, to) ^ pieceKey(rook, rookTo);
    sum += pieceValue(piece, kingTo) - pieceValue(piece, from) + pieceValue(rook, rookTo) - pieceValue(rook, to);
    removePiece(from, piece);
    removePiece(to, rook);
    putPiece(kingTo, piece);
    putPiece(rookTo, rook);
  } else {
    const capturedOn = kind == EN_PASSANT ? epVictim() : to;
    captured = pieceOn(capturedOn);
    if (captured != NO_PIECE) {
      key ^= pieceKey(captured, capturedOn);
      sum -= pieceValue(captured, capturedOn);
      removePiece(capturedOn, captured);
      halfmoves = 0;
    }
    const arriving = kind & 8 ? pieceOf(promotionType(move), us) : piece;
    key ^= pieceKey(piece, from) ^ pieceKey(arriving, to);
    sum += pieceValue(arriving, to) - pieceValue(piece, from);
    if (arriving == piece) {
      movePiece(piece, from, to);
    } else {
      removePiece(from, piece);
      putPiece(to, arriving);
    }
    if (typeOf(piece) == PAWN) {
      halfmoves = 0;
      if (kind == DOUBLE_STEP && canCaptureEnPassant((from + to) >> 1, to, them)) {
        ep = (from + to) >> 1;
        key ^= enPassantKey(ep, to);
      }
    }
  }

  side = them;
  top = before + STACK_ENTRY;
  store<u64>(top, key, KEY);
  store<i32>(top, sum, SUM);
  store<i32>(top, kept, RIGHTS);
  store<i32>(top, ep, EN_PASSANT_SQUARE);
  if (VARIANTS) store<i32>(top, to, EN_PASSANT_VICTIM);
  store<i32>(top, halfmoves, HALFMOVES);
  store<i32>(top, load<i32>(before, SINCE_NULL) + 1, SINCE_NULL);
  store<i32>(top, move, MOVE);
  store<i32>(top, captured, CAPTURED);
  store<i32>(top, piece, MOVER);
  store<i32>(top, 0, CHECKS_KNOWN);
  if (VARIANTS && hasExtras()) updateExtras(us);
}

/** Completes a position of a variant with extras after a move of `us`. */
function updateExtras(us: i32): void {
  const ply = pliesPlayed();
  carryExtras(ply);
  if (hasExplosions() && load<i32>(top, CAPTURED) != NO_PIECE) explode();
  if (hasDrops() && updateHands(ply, us, lastMove(), load<i32>(top, CAPTURED))) changeHandsKey(ply);
  if (checkLimit() != 0) countCheck(us);
}

/** Counts a check that the last move, of `us`, has given. */
function countCheck(us: i32): void {
  if (!inCheck()) return;
  const ply = pliesPlayed();
  const given = checksGiven(us);
  setExtraAt(ply, CHECKS_GIVEN, extraAt(ply, CHECKS_GIVEN) + (1 << (us << 3)));
  store<u64>(top, load<u64>(top, KEY) ^ checksKey(us, given) ^ checksKey(us, given + 1), KEY);
}

/** After a capture: removes the piece that made it, and all but pawns around it, which the row of extras keeps for `unmake`. */
function explode(): void {
  const to = toOf(load<i32>(top, MOVE));
  let exploded = 0;
  let shift = 0;
  vanish(to);
  for (let set = around(to); set; set &= set - 1) {
    const square = <i32>ctz(set);
    const piece = pieceOn(square);
    const stays = piece == NO_PIECE || typeOf(piece) == PAWN;
    exploded |= (stays ? NO_PIECE : piece) << shift;
    shift += 4;
    if (!stays) vanish(square);
  }
  setExtraAt(pliesPlayed(), EXPLODED, exploded);
}

/** Undoes `explode`, but for the captured piece. */
function implode(from: i32, to: i32): void {
  let exploded = extraAt(pliesPlayed(), EXPLODED);
  for (let set = around(to); set; set &= set - 1) {
    if ((exploded & 15) != NO_PIECE) putPiece(<i32>ctz(set), exploded & 15);
    exploded >>>= 4;
  }
  putPiece(from, load<i32>(top, MOVER));
}

/** Removes a piece of the position after a move, with its castling rights. */
function vanish(square: i32): void {
  const piece = pieceOn(square);
  const rights = load<i32>(top, RIGHTS);
  const kept = rights & load<u8>(RIGHTS_KEPT + <usize>square);
  removePiece(square, piece);
  store<u64>(top, load<u64>(top, KEY) ^ pieceKey(piece, square) ^ rightsKey(rights) ^ rightsKey(kept), KEY);
  store<i32>(top, load<i32>(top, SUM) - pieceValue(piece, square), SUM);
  store<i32>(top, kept, RIGHTS);
}

/** Drops a piece: a null move, and a piece arrives. No position before it can ever come back without a capture. */
function makeDrop(move: i32): void {
  const us = side;
  const to = toOf(move);
  const piece = pieceOf(fromOf(move), us);
  makeNull();
  putPiece(to, piece);
  takeFromHand(pliesPlayed(), us, fromOf(move));
  changeHandsKey(pliesPlayed());
  store<u64>(top, load<u64>(top, KEY) ^ pieceKey(piece, to), KEY);
  store<i32>(top, load<i32>(top, SUM) + pieceValue(piece, to), SUM);
  store<i32>(top, 0, HALFMOVES);
  store<i32>(top, move, MOVE);
  store<i32>(top, piece, MOVER);
  if (checkLimit() != 0) countCheck(us);
}

/** Brings the key up to date after hands have changed. */
function changeHandsKey(ply: i32): void {
  const before = halves(handsKey(ply - 1, 1), handsKey(ply - 1, 0));
  store<u64>(top, load<u64>(top, KEY) ^ before ^ halves(handsKey(ply, 1), handsKey(ply, 0)), KEY);
}

export function unmakeMove(): void {
  if (isDrop(lastMove())) unmakeDrop();
  else if (side == BLACK) unmake<i8>();
  else unmake<u8>();
}

function unmake<C>(): void {
  const us: i32 = isSigned<C>() ? WHITE : BLACK;
  const move = load<i32>(top, MOVE);
  const from = fromOf(move);
  const to = toOf(move);
  const kind = kindOf(move);
  side = us;
  if (kind == CASTLE) {
    const king = pieceOf(KING, us);
    const rook = pieceOf(ROOK, us);
    removePiece(castleKingTo(from, to), king);
    removePiece(castleRookTo(from, to), rook);
    putPiece(from, king);
    putPiece(to, rook);
  } else {
    const arrived = pieceOn(to);
    if (VARIANTS && arrived == NO_PIECE) {
      implode(from, to);
    } else if (kind & 8) {
      removePiece(to, arrived);
      putPiece(from, pieceOf(PAWN, us));
    } else {
      movePiece(arrived, to, from);
    }
    const captured = load<i32>(top, CAPTURED);
    top -= STACK_ENTRY;
    if (captured != NO_PIECE) putPiece(kind == EN_PASSANT ? epVictim() : to, captured);
    return;
  }
  top -= STACK_ENTRY;
}

function unmakeDrop(): void {
  removePiece(toOf(lastMove()), load<i32>(top, MOVER));
  unmakeNull();
}

/** Makes a null move; not when in check. */
export function makeNull(): void {
  const before = top;
  const ep = load<i32>(before, EN_PASSANT_SQUARE);
  let key = load<u64>(before, KEY) ^ blackKey;
  if (ep != NO_SQUARE) key ^= enPassantKey(ep, epVictim());
  side ^= 1;
  top = before + STACK_ENTRY;
  memory.copy(top, before, STACK_ENTRY);
  store<u64>(top, key, KEY);
  store<i32>(top, NO_SQUARE, EN_PASSANT_SQUARE);
  store<i32>(top, load<i32>(before, HALFMOVES) + 1, HALFMOVES);
  store<i32>(top, 0, SINCE_NULL);
  store<i32>(top, NO_MOVE, MOVE);
  store<i32>(top, NO_PIECE, CAPTURED);
  store<i32>(top, 0, CHECKS_KNOWN);
  if (VARIANTS && hasExtras()) carryExtras(pliesPlayed());
}

export function unmakeNull(): void {
  side ^= 1;
  top -= STACK_ENTRY;
}

/** Whether the castling move `index` is legal, given that the side to move is not in check. */
export function canCastle(index: i32): bool {
  if (!(load<i32>(top, RIGHTS) & (1 << index))) return false;
  const everyone = occupied();
  if (everyone & load<u64>(CASTLE_EMPTY + ((<usize>index) << 3))) return false;
  const them = side ^ 1;
  let path = load<u64>(CASTLE_SAFE + ((<usize>index) << 3));
  for (; path; path &= path - 1) if (isKingAttacked(<i32>ctz(path), them, everyone)) return false;
  // In Chess960 the rook may have shielded the king on the back rank.
  const king = kingSquare(side);
  const rook = castlingRook(index);
  const kingTo = castleKingTo(king, rook);
  const after = (everyone ^ bit(king) ^ bit(rook)) | bit(kingTo) | bit(castleRookTo(king, rook));
  return !isKingAttacked(kingTo, them, after);
}

/** Finds checkers and pinned pieces, once per position: outwards from the king, through the side's own pieces. */
function findChecks(): void {
  store<i32>(top, 1, CHECKS_KNOWN);
  if (!hasKing(side)) {
    store<u64>(top, 0, CHECKERS);
    store<u64>(top, 0, PINNED);
    return;
  }
  const own = ofColour(side);
  const enemies = ofColour(side ^ 1);
  const king = kingSquare(side);
  let checkers = leapersTo(king, side);
  let pinned: u64 = 0;
  let snipers = ridersTo(king, enemies) & enemies;
  for (; snipers; snipers &= snipers - 1) {
    const shield = between(king, <i32>ctz(snipers)) & own;
    if (!shield) checkers |= snipers & -snipers;
    else if (!(shield & (shield - 1))) pinned |= shield;
  }
  if (VARIANTS && hasExplosions() && touchesKing(king, side ^ 1)) checkers = 0;
  store<u64>(top, checkers, CHECKERS);
  store<u64>(top, pinned, PINNED);
}

// Draws

/** Whether the position has occurred before: once within the last `searchPly` plies, or twice in the game. */
export function isRepetition(searchPly: i32): bool {
  const key = load<u64>(top, KEY);
  const plies = reversiblePlies();
  let earlier = 0;
  for (let back = 4; back <= plies; back += 2) {
    if (load<u64>(top - <usize>back * STACK_ENTRY, KEY) != key) continue;
    if (back <= searchPly || ++earlier == 2) return true;
  }
  return false;
}

/** How often the current position has occurred, including now. */
export function occurrences(): i32 {
  const key = load<u64>(top, KEY);
  const plies = reversiblePlies();
  let count = 1;
  for (let back = 4; back <= plies; back += 2) if (load<u64>(top - <usize>back * STACK_ENTRY, KEY) == key) count++;
  return count;
}

function reversiblePlies(): i32 {
  return min(load<i32>(top, HALFMOVES), load<i32>(top, SINCE_NULL));
}

/** Fills the tables of keys and values; the board is empty afterwards. */
export function fillBoardTables(): void {
  fillKeyTables();
  clearBoard();
}
