/**
 * The mate search: Dabbaba's search for long sequences of checks (Jens Bæk Nielsen, "iteration 0"), made before the first
 * iteration. A fictitious *resource*, not depth, shapes the tree: every reply to a check is searched with its share of the
 * resource, and the share determines how many checks may be tried next. So narrow lines go deep, and wide ones stop early.
 *
 * A line of checks may mate, which is exact, since no defence was left out; or win material; or save a bad position by
 * repetition. The checks that leave the fewest replies come first: ordered only by a quick evaluation, as in the article, the
 * search does not find the article's own mates with the article's resource.
 */

import { evaluate } from "../../evaluation/evaluation";
import { halfmoveClock, inCheck, isRepetition, makeMove, pieceOn, sideToMove, unmakeMove } from "../../rules/board";
import { isDrawnMaterial, stalemateResult, variantResult } from "../../rules/ending";
import { ALL, generate, MAX_MOVES, moves, NOISY } from "../../rules/legal";
import { isPromotion, toOf } from "../../rules/move";
import { colourOf, NO_PIECE, PAWN, typeOf } from "../../rules/piece";
import { pieceValue } from "../../rules/piece-values";
import { hasExplosions, hasRoyals, LOST, moveLimit, ONGOING, WON } from "../../rules/variant";
import { clearPv, updatePv } from "../pv";
import { isRootMove } from "../root";
import { beginSolving, isCutShort, isSpent, nextBest, QUICK_SCORE_LIMIT, quickScore } from "./budget";
import { FAILED, GAINED, MATED, SAVED } from "./verdict";

/** Below these resources no check, one check, or two checks are tried; from the last on, three. */
const FOR_ONE: i32 = 2;
const FOR_TWO: i32 = 1000;
const FOR_THREE: i32 = 1_000_000;
/** From this ply on a gain of material is accepted. */
const GAIN_PLY: i32 = 10;
/** Nodes between two polls of the host; these nodes are slow. */
const INTERVAL: i32 = 64;

/** The maximum length of a line in this pass, plies. */
let longest: i32 = 0;
/** Checks tried beyond those that the resource pays for. */
let more: i32 = 0;
/** At the root, for the attacker: the material balance, and whether a draw would be welcome. */
let rootMaterial: i32 = 0;
let isBad: bool = false;

/**
 * One pass over the current position: the verdict on checks of at most `plies` plies (up to `MAX_PLY - 8`), with their line as
 * the PV (`pv.ts`). It ends early after `limit` nodes or when the host stops it, with the best of the root moves searched so
 * far. Games without a royal king have no checks.
 */
export function searchMate(plies: i32, resource: i32, limit: f64): i32 {
  longest = plies;
  more = 0;
  beginSolving(limit, INTERVAL);
  rootMaterial = materialBalance(sideToMove());
  isBad = evaluate() < 0;
  clearPv(0);
  return hasRoyals() ? attack(resource, 0) : FAILED;
}

/** The attacker moves. */
function attack(resource: i32, ply: i32): i32 {
  clearPv(ply);
  const decided = variantResult();
  if (decided != ONGOING) return decided == WON && ply > 0 ? MATED - ply : FAILED;
  if (ply > 0) {
    if (isRepetition(ply)) return isBad ? SAVED : FAILED;
    if (halfmoveClock() >= moveLimit() || isDrawnMaterial()) return FAILED;
  }
  if (ply >= longest) return FAILED;

  const first = ply * MAX_MOVES;
  const end = listChecks(ply);
  const count = end - first;
  let share = resource;
  let tries = resource < FOR_ONE ? 0 : (resource < FOR_TWO ? 1 : resource < FOR_THREE ? 2 : 3) + more;
  if (ply == 0) {
    tries = count;
    share = count > 0 ? (resource / count) | 0 : 0;
  }
  let best = FAILED;
  for (let i = first; i < end && i < first + tries; i++) {
    const move = nextBest(i, end);
    let worth = tryCheck(move, share, ply);
    while (worth > best) {
      best = worth;
      updatePv(ply, move);
      if (worth <= GAINED) break;
      if (ply > 0) return best;
      // At the root only a faster mate is still of interest, including this move's other lines. Those are few now, so one more
      // check is tried each time.
      longest = MATED - worth - 2;
      more = 1;
      worth = tryCheck(move, share, ply);
    }
    if (isCutShort()) return best;
  }
  if (best < GAINED && ply >= GAIN_PLY && gains(ply)) return GAINED;
  return best;
}

/** The verdict on a check, `FAILED` if the budget ran out. */
function tryCheck(move: i32, resource: i32, ply: i32): i32 {
  if (isSpent()) return FAILED;
  makeMove(move);
  const worth = defend(resource, ply + 1);
  unmakeMove();
  return isCutShort() ? FAILED : worth;
}

/** The defender moves, in check. All replies must fail. */
function defend(resource: i32, ply: i32): i32 {
  clearPv(ply);
  const first = ply * MAX_MOVES;
  const end = generate(ALL, first);
  if (end == first) return variantResult() == WON ? FAILED : MATED - ply;
  if (isRepetition(ply)) return isBad ? SAVED : FAILED;
  if (halfmoveClock() >= moveLimit() || ply >= longest) return FAILED;

  for (let i = first; i < end; i++) {
    const move = unchecked(moves[i]);
    unchecked((moves[i] = (quickScore(move) << 16) | move));
  }
  const share = (resource / (end - first)) | 0;
  let worst = MATED;
  for (let i = first; i < end; i++) {
    const move = nextBest(i, end);
    if (isSpent()) return FAILED;
    makeMove(move);
    const worth = attack(share, ply + 1);
    unmakeMove();
    if (isCutShort() || worth == FAILED) return FAILED;
    if (worth >= worst) continue;
    worst = worth;
    updatePv(ply, move);
  }
  return worst;
}

/** Lists the checks at the attacker's ply, scored: mates first, then those that leave the fewest replies. */
function listChecks(ply: i32): i32 {
  const first = ply * MAX_MOVES;
  const end = generate(ALL, first);
  let isKept = first;
  for (let i = first; i < end; i++) {
    const move = unchecked(moves[i]);
    if (ply == 0 && !isRootMove(move)) continue;
    const quick = quickScore(move);
    makeMove(move);
    if (inCheck() || (hasExplosions() && variantResult() == LOST)) {
      const replies = generate(ALL, first + MAX_MOVES) - first - MAX_MOVES;
      unchecked((moves[isKept++] = ((quick - QUICK_SCORE_LIMIT * replies) << 16) | move));
    }
    unmakeMove();
  }
  return isKept;
}

// Gains of material, by a simple form of Dabbaba's rule: the defender recaptures on the square, or gives check.

/** Whether a capture or promotion that gives no check brings more material than at the root, and keeps it. */
function gains(ply: i32): bool {
  const us = sideToMove();
  const first = ply * MAX_MOVES;
  const end = generate(NOISY, first);
  for (let i = first; i < end; i++) {
    const move = unchecked(moves[i]);
    unchecked((moves[i] = ((quickScore(move) + (isPromotion(move) ? 100 : 0)) << 16) | move));
  }
  for (let i = first; i < end; i++) {
    const move = nextBest(i, end);
    if (isSpent()) return false;
    makeMove(move);
    const isKept = isAhead(us) && keepsGain(us, toOf(move), ply + 1);
    unmakeMove();
    if (!isKept) continue;
    clearPv(ply + 1);
    updatePv(ply, move);
    return true;
  }
  return false;
}

/** Whether no recapture on the square, and no check, costs `us` the gain; the other side is to move. */
function keepsGain(us: i32, square: i32, ply: i32): bool {
  const first = ply * MAX_MOVES;
  const end = generate(ALL, first);
  if (end == first) return variantResult() == LOST || inCheck() || stalemateResult() == LOST;
  for (let i = first; i < end; i++) {
    const reply = unchecked(moves[i]);
    makeMove(reply);
    let isKept = variantResult() != LOST;
    if (isKept && toOf(reply) == square) isKept = isAhead(us);
    if (isKept && inCheck()) isKept = escapes(us, ply + 1);
    unmakeMove();
    if (!isKept) return false;
  }
  return true;
}

/** Whether `us`, in check, has a move that keeps the gain. */
function escapes(us: i32, ply: i32): bool {
  const first = ply * MAX_MOVES;
  const end = generate(ALL, first);
  for (let i = first; i < end; i++) {
    makeMove(unchecked(moves[i]));
    const isKept = isAhead(us);
    unmakeMove();
    if (isKept) return true;
  }
  return false;
}

/** Whether a side is at least a pawn better off than at the root. */
function isAhead(colour: i32): bool {
  return materialBalance(colour) - rootMaterial >= pieceValue(PAWN);
}

/** The value of a colour's pieces minus the other's, centipawns. */
function materialBalance(colour: i32): i32 {
  let sum = 0;
  for (let square = 0; square < 64; square++) {
    const piece = pieceOn(square);
    if (piece == NO_PIECE) continue;
    sum = colourOf(piece) == colour ? sum + pieceValue(typeOf(piece)) : sum - pieceValue(typeOf(piece));
  }
  return sum;
}
