/**
 * The full-width mate solver: does the side to move win by force in at most N moves, quiet ones included? It is a
 * proof-number search (Allis 1994) made depth-first by thresholds and a table: df-pn (Nagai 2002).
 *
 * What guides it is the *cost of the solution tree*: our reading of the search of Kraas and Schrüfer's Bobby. A solution
 * names one move for the attacker and answers all of the defender's; what it costs is the number of variations it is written
 * down in, a sum over replies, and the cheapest of moves. The search always works on the solution that is still the
 * cheapest: on checks as long as they go well, since few replies are to be answered, and on quiet moves when those have
 * become cheaper. As this cost is a proof number, the theory of those holds. (Counting moves instead of variations, so that
 * long solutions are dearer, solved 61 of 150 long mates instead of 70.)
 *
 * No mate is false. A position is asked for a win in N plies, so lines end by themselves, and a win found on one path is one
 * on every other: a side that can win can do so without repeating a position. The third occurrence of a position, for which
 * the game before the root counts, fails the attacker; that may cost it a mate, but never gives it one. Only the halfmove
 * clock differs from path to path; where its limit is near, it is a part of the table's key.
 */

import { clear, I32Table, imul, largest, newI32 } from "../../platform";
import { halfmoveClock, inCheck, isRepetition, keyHigh, keyLow, makeMove, unmakeMove } from "../../rules/board";
import { isDrawnMaterial, stalemateResult, variantResult } from "../../rules/ending";
import { ALL, generate, MAX_MOVES, moves } from "../../rules/legal";
import { NO_MOVE } from "../../rules/move";
import { DRAWN, hasRoyals, LOST, moveLimit, ONGOING, WON } from "../../rules/variant";
import { clearPv, updatePv } from "../pv";
import { isRootMove } from "../root";
import { MAX_PLY } from "../score";
import { beginSolving, isCutShort, isSpent, liftLimit, nextBest, quickScore, solverNodes } from "./budget";

// What is known about a question.

export const UNDECIDED: i32 = -1;
export const DISPROVED: i32 = 0;
export const PROVED: i32 = 1;

/** The longest mate that can be asked for, moves. */
const MOST_MOVES: i32 = 60;
/** A cost without end: it cannot be. */
const NEVER: i32 = 1 << 28;
/** The most that is counted. */
const DEAR: i32 = NEVER - 1;
/** Nodes between two questions to the host. */
const INTERVAL: i32 = 256;

/** What each move of a list costs to prove, and to disprove; they stand where `moves` has the move. */
const proofs: I32Table = newI32(MAX_PLY * MAX_MOVES);
const disproofs: I32Table = newI32(MAX_PLY * MAX_MOVES);

// The table, for one search. An entry:
//
//     key (64) | the fewest plies proved (8), the most disproved (8), those that the costs are for (8) | proof | disproof |
//     move | nodes it took | unused

const ENTRIES: i32 = 4;
const WORDS: i32 = 8;
const BUCKETS: i32 = 1 << 15;
/** 4 MB, made for the first proof: most searchers never need it. */
let table: I32Table = newI32(WORDS);

// What is found about the position on the board: the cost of proof and disproof, one of which is 0 if it is settled; if it
// is proved, the plies it takes at most, and the move that does so, or that holds out longest.
let proof: i32 = 0;
let disproof: i32 = 0;
let height: i32 = 0;
let bestMove: i32 = NO_MOVE;
/** The same of the root. */
let rootHeight: i32 = 0;

/**
 * Whether the side to move wins by force in at most `most` moves (1 to 60): `PROVED`, with a winning line as the PV
 * (`pv.ts`), `DISPROVED`, or `UNDECIDED` after `limit` nodes or if the host says so. Root moves may be restricted. Games
 * without a royal king have no mates.
 */
export function searchProof(most: i32, limit: f64): i32 {
  beginSolving(limit, INTERVAL);
  rootHeight = 0;
  clearPv(0);
  if (!hasRoyals() || most < 1) return DISPROVED;
  if (table.length == WORDS) table = newI32(BUCKETS * ENTRIES * WORDS);
  else clear(table);
  prove(0, 2 * (most < MOST_MOVES ? most : MOST_MOVES) - 1, NEVER, NEVER);
  if (isCutShort()) return UNDECIDED;
  if (proof != 0) return DISPROVED;
  rootHeight = height;
  // Parts of the proof may have left the table, and are made once more.
  liftLimit();
  trace(0, rootHeight);
  return PROVED;
}

/** The plies that the mate proved takes at most. The PV may be shorter, should a reply have proved weaker. */
export function proofPlies(): i32 {
  return rootHeight;
}

/**
 * Searches the position until it is settled, or costs as much as a limit. `remaining` plies may still be made, an odd number
 * where the attacker moves.
 */
function prove(ply: i32, remaining: i32, proofLimit: i32, disproofLimit: i32): void {
  const attacks = (ply & 1) == 0;
  const first = ply * MAX_MOVES;
  const before = solverNodes();
  const end = listMoves(ply);

  // 1. What is known of each move; one may be enough.
  for (let i = first; i < end; i++) {
    const move = nextBest(i, end);
    if (isSpent()) return;
    makeMove(move);
    look(ply + 1, remaining - 1);
    unmakeMove();
    if (isCutShort()) return;
    keep(i, move);
    if ((attacks ? proof : disproof) == 0) {
      markSolved(attacks, move, height + 1);
      storeTable(remaining, before);
      return;
    }
  }

  while (true) {
    // 2. The costs here follow from those of the moves. The attacker needs one move, and the defender's are all to be
    //    answered. To refute all of the attacker's costs what the dearest does and a little for each other: a sum would
    //    count again and again what they have in common.
    let least = NEVER;
    let second = NEVER;
    let sum = 0;
    let dearest = 0;
    let open = 0;
    let best = first;
    for (let i = first; i < end; i++) {
      const proves = unchecked(proofs[i]);
      const disproves = unchecked(disproofs[i]);
      const own = attacks ? proves : disproves;
      if (own < least) {
        second = least;
        least = own;
        best = i;
      } else if (own < second) {
        second = own;
      }
      const other = attacks ? disproves : proves;
      if (other == 0) continue;
      sum = sum + other < DEAR ? sum + other : DEAR;
      if (other > dearest) dearest = other;
      open++;
    }
    if (open == 0) {
      // All moves are settled: none wins, or none saves.
      markSolved(!attacks, attacks ? NO_MOVE : longest(first, end), attacks ? 0 : height + 1);
      storeTable(remaining, before);
      return;
    }
    proof = attacks ? least : sum;
    disproof = attacks ? dearest + open - 1 : least;
    bestMove = unchecked(moves[best]) & 0xffff;
    if (proof >= proofLimit || disproof >= disproofLimit) {
      storeTable(remaining, before);
      return;
    }

    // 3. The most promising move is searched until another one is, by a quarter, so as not to change too often.
    const margin = second < NEVER ? second + (second >> 2) + 1 : NEVER;
    let forProof = margin;
    let forDisproof = margin;
    if (attacks) {
      if (proofLimit < margin) forProof = proofLimit;
      forDisproof = disproofLimit - open + 1;
    } else {
      if (disproofLimit < margin) forDisproof = disproofLimit;
      forProof = proofLimit - sum + unchecked(proofs[best]);
    }
    const move = bestMove;
    makeMove(move);
    prove(ply + 1, remaining - 1, forProof, forDisproof);
    unmakeMove();
    if (isCutShort()) return;
    keep(best, move);
    if ((attacks ? proof : disproof) == 0) {
      markSolved(attacks, move, height + 1);
      storeTable(remaining, before);
      return;
    }
  }
}

/** First knowledge of the position that a move has led to. */
function look(ply: i32, remaining: i32): void {
  const attacks = (ply & 1) == 0;
  const choices = countChoices(ply, remaining, attacks);
  if (choices <= FAILS) {
    // Where the attacker has won without a move to make, that counts as a ply, so that its remaining plies stay odd.
    markSolved(choices == WINS, NO_MOVE, attacks ? 1 : 0);
  } else if (remaining == 1) {
    lookForMate(ply, choices);
  } else if (!probeTable(remaining)) {
    height = 0;
    bestMove = NO_MOVE;
    // Each reply will need an answer.
    proof = attacks ? 1 : choices;
    disproof = 1;
  }
}

const FAILS: i32 = 0;
const WINS: i32 = -1;

/** How many moves the side to move has, writing them at its ply; `WINS` or `FAILS` if it ends here for the attacker. */
function countChoices(ply: i32, remaining: i32, attacks: bool): i32 {
  const win = attacks ? WON : LOST;
  const decided = variantResult();
  if (decided != ONGOING) return decided == win ? WINS : FAILS;
  // The usual end of the attacker's last move, told without a list of moves.
  if (remaining == 0 && stalemateResult() == DRAWN && !inCheck()) return FAILS;
  const first = ply * MAX_MOVES;
  const count = generate(ALL, first) - first;
  if (count == 0) return (inCheck() ? LOST : stalemateResult()) == win ? WINS : FAILS;
  return remaining == 0 || isRepetition(0) || halfmoveClock() >= moveLimit() || isDrawnMaterial() ? FAILS : count;
}

/** The attacker's last move: it wins or fails. */
function lookForMate(ply: i32, count: i32): void {
  const first = ply * MAX_MOVES;
  for (let i = first; i < first + count; i++) {
    const move = nextBest(i, first + count);
    if (isSpent()) return;
    makeMove(move);
    look(ply + 1, 0);
    unmakeMove();
    if (proof == 0) {
      markSolved(true, move, 1);
      return;
    }
  }
  markSolved(false, NO_MOVE, 0);
}

/** Marks the position on the board as proved or disproved. */
function markSolved(isProved: bool, move: i32, plies: i32): void {
  proof = isProved ? 0 : NEVER;
  disproof = isProved ? NEVER : 0;
  bestMove = move;
  height = plies;
}

/** Notes what was found about a move of a list. */
function keep(i: i32, move: i32): void {
  unchecked((moves[i] = (height << 16) | move));
  unchecked((proofs[i] = proof));
  unchecked((disproofs[i] = disproof));
}

/** Of moves that all lose, the one that lasts longest; `height` is then how long. */
function longest(first: i32, end: i32): i32 {
  const most = unchecked(moves[largest(moves, first, end)]);
  height = most >> 16;
  return most & 0xffff;
}

/** Lays down the line of the proof from here on. */
function trace(ply: i32, remaining: i32): void {
  clearPv(ply);
  prove(ply, remaining, NEVER, NEVER);
  if (isCutShort() || proof != 0) return;
  const move = bestMove;
  const left = height - 1;
  makeMove(move);
  if (left > 0) trace(ply + 1, left);
  else clearPv(ply + 1);
  unmakeMove();
  updatePv(ply, move);
}

/**
 * Lists the moves at a ply: captures of big pieces first, then moves of big pieces; replies of the king refute most often.
 */
function listMoves(ply: i32): i32 {
  const first = ply * MAX_MOVES;
  const end = generate(ALL, first);
  let kept = first;
  for (let i = first; i < end; i++) {
    const move = unchecked(moves[i]);
    if (ply > 0 || isRootMove(move)) unchecked((moves[kept++] = (quickScore(move) << 16) | move));
  }
  return kept;
}

// The table

/** The lower half of the position's key, with the halfmove clock if its limit may be reached within `remaining` plies. */
function lowKey(remaining: i32): i32 {
  const clock = halfmoveClock();
  return clock + remaining > moveLimit() ? keyLow() ^ imul(clock, -1640531527) : keyLow();
}

/** Looks the position up; true if it is there, and then what is found is set. */
function probeTable(remaining: i32): bool {
  const low = lowKey(remaining);
  let at = (low & (BUCKETS - 1)) * (ENTRIES * WORDS);
  for (let i = 0; i < ENTRIES; i++, at += WORDS) {
    if (unchecked(table[at]) != low || unchecked(table[at + 1]) != keyHigh()) continue;
    const bounds = unchecked(table[at + 2]);
    const proved = bounds & 0xff;
    if (proved != 0 && proved <= remaining) {
      markSolved(true, unchecked(table[at + 5]), proved);
    } else if (((bounds >> 8) & 0xff) >= remaining) {
      markSolved(false, NO_MOVE, 0);
    } else if (bounds >> 16 == remaining) {
      proof = unchecked(table[at + 3]);
      disproof = unchecked(table[at + 4]);
      bestMove = NO_MOVE;
      height = 0;
    } else {
      return false;
    }
    return true;
  }
  return false;
}

/** Stores what is found, over the position's own entry or over the one of its bucket that took the fewest nodes. */
function storeTable(remaining: i32, before: f64): void {
  const low = lowKey(remaining);
  const high = keyHigh();
  const start = (low & (BUCKETS - 1)) * (ENTRIES * WORDS);
  let at = start;
  let bounds = 0;
  let least = NEVER;
  for (let i = 0, entry = start; i < ENTRIES; i++, entry += WORDS) {
    if (unchecked(table[entry]) == low && unchecked(table[entry + 1]) == high) {
      at = entry;
      bounds = unchecked(table[at + 2]);
      break;
    }
    const effort = unchecked(table[entry + 6]);
    if (effort < least) {
      least = effort;
      at = entry;
    }
  }
  let proved = bounds & 0xff;
  let disproved = (bounds >> 8) & 0xff;
  if (proof == 0) {
    if (proved == 0 || height < proved) {
      proved = height;
      unchecked((table[at + 5] = bestMove));
    }
  } else if (disproof == 0 && remaining > disproved) {
    disproved = remaining;
  }
  unchecked((table[at] = low));
  unchecked((table[at + 1] = high));
  unchecked((table[at + 2] = proved | (disproved << 8) | (remaining << 16)));
  unchecked((table[at + 3] = proof));
  unchecked((table[at + 4] = disproof));
  unchecked((table[at + 6] = ((solverNodes() - before) as i32) | 0));
}
