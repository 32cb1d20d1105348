/**
 * Attack bitboards: tables for leapers and pawns, magic bitboards for riders (sliders), lines between squares. Two squares
 * share at most one line, a rook's, a bishop's or a nightrider's. `attacks.twin.ts` is the version for the 0x88 board.
 */

import { I32Table } from "../platform";
import { bit, occupied, ofColour, ofType, pieceOn, riders } from "./bitboard";
import {
  BETWEEN,
  BISHOP_LOOKUP,
  LEAPS,
  LINE,
  NIGHTRIDER_RAYS,
  PAWN_ATTACKS,
  ROOK_LOOKUP,
  SLIDER_ATTACKS,
} from "./layout";
import { BISHOP_MAGICS, ROOK_MAGICS } from "./magics";
import { BISHOP, BLACK, colourOf, KING, KNIGHT, PAWN, PIECE_TYPES, QUEEN, ROOK, typeOf, WHITE } from "./piece";
import { typeInOrder } from "./piece-values";
import { squareAt } from "./square";
import { atomOf, DIRECTIONS, F, fileStep, isBerolina, leapsOf, N, rankStep, ridesOf, W } from "./variant";

/** The first of the eight directions of N. */
const FIRST_KNIGHT: i32 = 12;

/** What a pawn of `colour` on `square` attacks. */
export function pawnAttacks(colour: i32, square: i32): u64 {
  return load<u64>(PAWN_ATTACKS + ((<usize>((colour << 6) | square)) << 3));
}

/** What a piece of a type on `square` attacks by leaping. */
export function leaperAttacks(pieceType: i32, square: i32): u64 {
  return load<u64>(LEAPS + ((<usize>((pieceType << 6) | square)) << 3));
}

/** What a rook on `square` attacks. */
export function rookAttacks(square: i32, blockers: u64): u64 {
  return sliderAttacks(ROOK_LOOKUP, square, blockers);
}

/** What a bishop on `square` attacks. */
export function bishopAttacks(square: i32, blockers: u64): u64 {
  return sliderAttacks(BISHOP_LOOKUP, square, blockers);
}

/** What a nightrider on `square` attacks. */
function nightriderAttacks(square: i32, blockers: u64): u64 {
  let attacked: u64 = 0;
  for (let d = 0; d < 8; d++) {
    const rays = NIGHTRIDER_RAYS + ((<usize>d) << 9);
    const whole = load<u64>(rays + ((<usize>square) << 3));
    const stops = whole & blockers;
    attacked |= whole;
    if (stops) {
      const first = <i32>(rankStep(FIRST_KNIGHT + d) > 0 ? ctz(stops) : 63 - clz(stops));
      attacked ^= load<u64>(rays + ((<usize>first) << 3));
    }
  }
  return attacked;
}

/** What a rider of every kind on `square` attacks. */
export function allRiderAttacks(square: i32, blockers: u64): u64 {
  return rookAttacks(square, blockers) | bishopAttacks(square, blockers) | nightriderAttacks(square, blockers);
}

/** The riders, of either colour, that attack `square` when only `blockers` stand in the way. */
export function ridersTo(square: i32, blockers: u64): u64 {
  let attackers = (rookAttacks(square, blockers) & riders(W)) | (bishopAttacks(square, blockers) & riders(F));
  if (VARIANTS) {
    const nightriders = riders(N);
    if (nightriders) attackers |= nightriderAttacks(square, blockers) & nightriders;
  }
  return attackers;
}

/** What a piece other than a pawn on `square` attacks when only `blockers` stand in the way. */
export function pieceAttacks(pieceType: i32, square: i32, blockers: u64): u64 {
  let attacks = leaperAttacks(pieceType, square);
  if (ridesOf(pieceType) & W) attacks |= rookAttacks(square, blockers);
  if (ridesOf(pieceType) & F) attacks |= bishopAttacks(square, blockers);
  if (VARIANTS && ridesOf(pieceType) & N) attacks |= nightriderAttacks(square, blockers);
  return attacks;
}

/** The squares strictly between two squares on a line; none if they share no line. */
export function between(a: i32, b: i32): u64 {
  return load<u64>(BETWEEN + ((<usize>((a << 6) | b)) << 3));
}

/** The line from one square, not included, through another to the edge; none if they share no line. */
export function line(a: i32, b: i32): u64 {
  return load<u64>(LINE + ((<usize>((a << 6) | b)) << 3));
}

/** The pawns and leapers of `colour`'s enemy that attack `square`. */
export function leapersTo(square: i32, colour: i32): u64 {
  let attackers = pawnAttacks(colour, square) & ofType(PAWN);
  // Unrolled: a piece type without leaps then costs nothing.
  if (leapsOf(KNIGHT)) attackers |= leaperAttacks(KNIGHT, square) & ofType(KNIGHT);
  if (leapsOf(BISHOP)) attackers |= leaperAttacks(BISHOP, square) & ofType(BISHOP);
  if (leapsOf(ROOK)) attackers |= leaperAttacks(ROOK, square) & ofType(ROOK);
  if (leapsOf(QUEEN)) attackers |= leaperAttacks(QUEEN, square) & ofType(QUEEN);
  if (leapsOf(KING)) attackers |= leaperAttacks(KING, square) & ofType(KING);
  return attackers & ofColour(colour ^ 1);
}

/** All pieces, of either colour, that attack `square` when only `blockers` stand in the way. */
export function attackersTo(square: i32, blockers: u64): u64 {
  return leapersTo(square, WHITE) | leapersTo(square, BLACK) | ridersTo(square, blockers);
}

/** Whether a piece of `by` attacks `square` when only `blockers` stand in the way. */
export function isAttackedThrough(square: i32, by: i32, blockers: u64): bool {
  if (leapersTo(square, by ^ 1)) return true;
  const enemies = ofColour(by);
  if (rookAttacks(square, blockers) & riders(W) & enemies) return true;
  if (bishopAttacks(square, blockers) & riders(F) & enemies) return true;
  return VARIANTS && (riders(N) & enemies) != 0 && (nightriderAttacks(square, blockers) & riders(N) & enemies) != 0;
}

/** Whether a piece of `by` attacks `square`. */
export function isAttacked(square: i32, by: i32): bool {
  return isAttackedThrough(square, by, occupied());
}

/** Whether `piece`, moved from `from` to `to`, attacks `square` from there. */
export function wouldAttack(piece: i32, from: i32, to: i32, square: i32): bool {
  const pieceType = typeOf(piece);
  const attacks =
    pieceType == PAWN ? pawnAttacks(colourOf(piece), to) : pieceAttacks(pieceType, to, occupied() ^ bit(from));
  return (attacks & bit(square)) != 0;
}

/** The squares from which the square of `noteOrigins` can be attacked. */
let origins: u64 = 0;

/** Finds the squares from which a piece of `by`, of any type, could attack `square`, for `canAttackFrom`. */
export function noteOrigins(square: i32, by: i32): void {
  const everyone = occupied();
  origins = pawnAttacks(by ^ 1, square) | rookAttacks(square, everyone) | bishopAttacks(square, everyone);
  if (VARIANTS) origins |= nightriderAttacks(square, everyone);
  for (let pieceType = KNIGHT; pieceType <= KING; pieceType++) origins |= leaperAttacks(pieceType, square);
}

/** Whether the square of `noteOrigins` can be attacked from `square`. */
export function canAttackFrom(square: i32): bool {
  return (origins & bit(square)) != 0;
}

/** What the pieces of one type in `own` attack by leaping. */
function allLeaps(pieceType: i32, own: u64): u64 {
  let attacked: u64 = 0;
  for (let set = own & ofType(pieceType); set; set &= set - 1) attacked |= leaperAttacks(pieceType, <i32>ctz(set));
  return attacked;
}

/** Maps all squares that pieces of `by` attack: bit `square & 31` of `map[at + (square >> 5)]`, since the twin has no 64 bits. */
export function mapAttacks(by: i32, map: I32Table, at: i32): void {
  const everyone = occupied();
  const own = ofColour(by);
  // Type by type, not square by square: the processor cannot predict which piece stands on the next square.
  let attacked: u64 = 0;
  for (let set = own & ofType(PAWN); set; set &= set - 1) attacked |= pawnAttacks(by, <i32>ctz(set));
  if (leapsOf(KNIGHT)) attacked |= allLeaps(KNIGHT, own);
  if (leapsOf(BISHOP)) attacked |= allLeaps(BISHOP, own);
  if (leapsOf(ROOK)) attacked |= allLeaps(ROOK, own);
  if (leapsOf(QUEEN)) attacked |= allLeaps(QUEEN, own);
  if (leapsOf(KING)) attacked |= allLeaps(KING, own);
  for (let set = own & riders(W); set; set &= set - 1) attacked |= rookAttacks(<i32>ctz(set), everyone);
  for (let set = own & riders(F); set; set &= set - 1) attacked |= bishopAttacks(<i32>ctz(set), everyone);
  if (VARIANTS)
    for (let set = own & riders(N); set; set &= set - 1) attacked |= nightriderAttacks(<i32>ctz(set), everyone);
  unchecked((map[at] = <i32>attacked));
  unchecked((map[at + 1] = <i32>(attacked >> 32)));
}

// Static exchange evaluation (SEE): the target square, the pieces still standing, and those of them that attack it.

let target: i32 = 0;
let standing: u64 = 0;
let attackers: u64 = 0;

/** Starts a SEE on `to`, the piece on `from` having moved there. */
export function beginSee(from: i32, to: i32): void {
  target = to;
  standing = occupied() ^ bit(from);
  attackers = attackersTo(to, standing) & standing;
}

/** Removes one more piece from the SEE (the pawn captured en passant). */
export function removeFromSee(square: i32): void {
  standing ^= bit(square);
  attackers = attackersTo(target, standing) & standing;
}

/** Removes the least valuable attacker (LVA) of `colour`, the lowest square first among equals; returns its type, −1 for none. */
export function leastValuableAttacker(colour: i32): i32 {
  const own = attackers & ofColour(colour);
  if (!own) return -1;
  let place = 0;
  while (!(own & ofType(typeInOrder(place)))) place++;
  const pieceType = typeInOrder(place);
  const candidates = own & ofType(pieceType);
  standing ^= candidates & -candidates;
  attackers = (attackers | ridersTo(target, standing)) & standing;
  return pieceType;
}

/** The tables of riders are the same in all variants. */
let areLinesFilled: bool = false;

export function fillAttackTables(): void {
  for (let square = 0; square < 64; square++) {
    for (let pieceType = 0; pieceType < PIECE_TYPES; pieceType++) {
      let targets: u64 = 0;
      for (let d = 0; d < DIRECTIONS; d++)
        if (leapsOf(pieceType) & atomOf(d)) targets |= step(square, fileStep(d), rankStep(d));
      store<u64>(LEAPS + ((<usize>((pieceType << 6) | square)) << 3), targets);
    }
    for (let colour = 0; colour < 2; colour++) {
      const up = colour == WHITE ? 1 : -1;
      const attacked = isBerolina() ? step(square, 0, up) : step(square, -1, up) | step(square, 1, up);
      store<u64>(PAWN_ATTACKS + ((<usize>((colour << 6) | square)) << 3), attacked);
    }
  }
  if (areLinesFilled) return;
  areLinesFilled = true;
  let sets = SLIDER_ATTACKS;
  for (let square = 0; square < 64; square++)
    sets = fillSliderAttacks(ROOK_LOOKUP, square, unchecked(ROOK_MAGICS[square]), W, sets);
  for (let square = 0; square < 64; square++)
    sets = fillSliderAttacks(BISHOP_LOOKUP, square, unchecked(BISHOP_MAGICS[square]), F, sets);
  fillLines();
}

function sliderAttacks(table: usize, square: i32, blockers: u64): u64 {
  const entry = table + <usize>square * 24;
  const index = ((blockers & load<u64>(entry)) * load<u64>(entry, 8)) >> load<u32>(entry, 20);
  return load<u64>(<usize>load<u32>(entry, 16) + ((<usize>index) << 3));
}

/** The square one step away, as a set; empty beyond the edge. */
function step(square: i32, files: i32, ranks: i32): u64 {
  const file = (square & 7) + files;
  const rank = (square >> 3) + ranks;
  return (file | rank) & ~7 ? 0 : bit(squareAt(file, rank));
}

/** The squares passed in one direction, up to and including the first blocker. */
function ray(square: i32, files: i32, ranks: i32, blockers: u64): u64 {
  let passed: u64 = 0;
  let next = step(square, files, ranks);
  while (next) {
    passed |= next;
    if (next & blockers) break;
    next = step(<i32>ctz(next), files, ranks);
  }
  return passed;
}

/** What a rider by `atom` attacks, walked square by square. */
function walk(square: i32, atom: i32, blockers: u64): u64 {
  let attacked: u64 = 0;
  for (let d = 0; d < DIRECTIONS; d++)
    if (atomOf(d) == atom) attacked |= ray(square, fileStep(d), rankStep(d), blockers);
  return attacked;
}

/** Fills the look-up of one square, with its sets at address `sets`; returns the address after them. */
function fillSliderAttacks(table: usize, square: i32, magic: u64, atom: i32, sets: usize): usize {
  // A piece on the edge of the board does not hide anything, unless the slider stands on that edge itself.
  let relevant: u64 = 0;
  for (let d = 0; d < DIRECTIONS; d++) {
    if (atomOf(d) != atom) continue;
    const passed = ray(square, fileStep(d), rankStep(d), 0);
    let last: u64 = 0;
    for (let rest = passed; rest; rest &= rest - 1) {
      const one = rest & -rest;
      if (!step(<i32>ctz(one), fileStep(d), rankStep(d))) last = one;
    }
    relevant |= passed & ~last;
  }
  const bits = <i32>popcnt(relevant);
  const entry = table + <usize>square * 24;
  store<u64>(entry, relevant);
  store<u64>(entry, magic, 8);
  store<u32>(entry, <u32>sets, 16);
  store<u32>(entry, 64 - bits, 20);
  let blockers: u64 = 0;
  do {
    store<u64>(sets + ((<usize>((blockers * magic) >> (64 - bits))) << 3), walk(square, atom, blockers));
    blockers = (blockers - relevant) & relevant;
  } while (blockers);
  return sets + ((<usize>1) << (bits + 3));
}

function fillLines(): void {
  for (let a = 0; a < 64; a++) {
    for (let d = 0; d < DIRECTIONS; d++) {
      if (!(atomOf(d) & (VARIANTS ? W | F | N : W | F))) continue;
      const ahead = ray(a, fileStep(d), rankStep(d), 0);
      for (let rest = ahead; rest; rest &= rest - 1) {
        const b = <i32>ctz(rest);
        store<u64>(BETWEEN + ((<usize>((a << 6) | b)) << 3), ray(a, fileStep(d), rankStep(d), bit(b)) ^ bit(b));
        store<u64>(LINE + ((<usize>((a << 6) | b)) << 3), ahead);
      }
      if (VARIANTS && atomOf(d) == N)
        store<u64>(NIGHTRIDER_RAYS + ((<usize>(((d - FIRST_KNIGHT) << 6) | a)) << 3), ahead);
    }
  }
}
