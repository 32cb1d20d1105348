/**
 * The full-width mate solver: does the side to move win by force in at most N moves, quiet ones included? It is a
 * proof-number search (Allis 1994) made depth-first by thresholds and a table: df-pn (Nagai 2002).
 *
 * It is guided by the *cost of the solution tree*: our reading of the search of Kraas and Schrüfer's Bobby. A solution names one
 * move for the attacker and answers every move of the defender; its cost is the number of variations needed to write it down,
 * the sum over replies and the minimum over moves. The search always works on the solution that is currently cheapest: on checks
 * as long as they go well, since few replies need an answer, and on quiet moves once those have become cheaper. This cost is a
 * proof number, so the theory of those holds. (Counting moves instead, so that long solutions cost more, solves fewer:
 * `docs/lab/search-steps.md`.)
 *
 * No mate is false. The question is always a win in N plies, so lines end by themselves, and a win found on one path holds on
 * every other: a side that can win can do so without repeating a position. The third occurrence of a position, including those
 * before the root, fails the attacker; that may cost it a mate, but never gives it one. Only the halfmove clock differs from
 * path to path; where its limit is near, it is part of the table's key.
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

// The answers.

export const UNDECIDED: i32 = -1;
export const DISPROVED: i32 = 0;
export const PROVED: i32 = 1;

/** The longest mate that can be searched for, moves. */
const MAX_MATE_MOVES: i32 = 60;
/** An infinite cost: impossible. */
const NEVER: i32 = 1 << 28;
/** The maximum finite cost. */
const MAX_COST: i32 = NEVER - 1;
/** Nodes between two polls of the host. */
const INTERVAL: i32 = 256;

/** The cost of proving, and of disproving, each listed move, at the index of the move in `moves`. */
const proofs: I32Table = newI32(MAX_PLY * MAX_MOVES);
const disproofs: I32Table = newI32(MAX_PLY * MAX_MOVES);

// The table, for one search. An entry:
//
//     key (64) | min plies proved (8), max plies disproved (8), plies that the costs are for (8) | proof | disproof |
//     move | nodes it took | unused

const ENTRIES: i32 = 4;
const WORDS: i32 = 8;
const BUCKETS: i32 = 1 << 15;
/** 4 MB, allocated for the first proof: most searchers never need it. */
let table: I32Table = newI32(WORDS);

// What was found about the position on the board: the costs of proof and disproof, one of which is 0 once it is solved; if it
// is proved, the maximum number of plies, and the move that wins, or that holds out longest.
let proof: i32 = 0;
let disproof: i32 = 0;
let height: i32 = 0;
let bestMove: i32 = NO_MOVE;
/** The same of the root. */
let rootHeight: i32 = 0;

/**
 * Whether the side to move wins by force in at most `maxMoves` moves (1 to 60): `PROVED`, with a winning line as the PV
 * (`pv.ts`), `DISPROVED`, or `UNDECIDED` after `limit` nodes or when the host stops it. Root moves may be restricted. Games
 * without a royal king have no mates.
 */
export function searchProof(maxMoves: i32, limit: f64): i32 {
  beginSolving(limit, INTERVAL);
  rootHeight = 0;
  clearPv(0);
  if (!hasRoyals() || maxMoves < 1) return DISPROVED;
  if (table.length == WORDS) table = newI32(BUCKETS * ENTRIES * WORDS);
  else clear(table);
  prove(0, 2 * (maxMoves < MAX_MATE_MOVES ? maxMoves : MAX_MATE_MOVES) - 1, NEVER, NEVER);
  if (isCutShort()) return UNDECIDED;
  if (proof != 0) return DISPROVED;
  rootHeight = height;
  // Parts of the proof may have been overwritten in the table, and are searched again.
  liftLimit();
  trace(0, rootHeight);
  return PROVED;
}

/** The maximum length of the proved mate, plies. The PV may be shorter if a reply proved weaker. */
export function proofPlies(): i32 {
  return rootHeight;
}

/**
 * Searches the position until it is solved, or its cost reaches a limit. `remaining` plies may still be made, an odd number
 * where the attacker moves.
 */
function prove(ply: i32, remaining: i32, proofLimit: i32, disproofLimit: i32): void {
  const attacks = (ply & 1) == 0;
  const first = ply * MAX_MOVES;
  const before = solverNodes();
  const end = listMoves(ply);

  // 1. Look at each move; one may be enough.
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
    // 2. The costs here follow from those of the moves. The attacker needs one move, and all of the defender's must be answered.
    //    Refuting all of the attacker's moves costs as much as the most expensive one, plus a little for each other: a sum would
    //    count repeatedly what they have in common.
    let min = NEVER;
    let second = NEVER;
    let sum = 0;
    let maxCost = 0;
    let open = 0;
    let best = first;
    for (let i = first; i < end; i++) {
      const proves = unchecked(proofs[i]);
      const disproves = unchecked(disproofs[i]);
      const own = attacks ? proves : disproves;
      if (own < min) {
        second = min;
        min = own;
        best = i;
      } else if (own < second) {
        second = own;
      }
      const other = attacks ? disproves : proves;
      if (other == 0) continue;
      sum = sum + other < MAX_COST ? sum + other : MAX_COST;
      if (other > maxCost) maxCost = other;
      open++;
    }
    if (open == 0) {
      // All moves are solved: none wins, or none saves the defender.
      markSolved(!attacks, attacks ? NO_MOVE : longest(first, end), attacks ? 0 : height + 1);
      storeTable(remaining, before);
      return;
    }
    proof = attacks ? min : sum;
    disproof = attacks ? maxCost + open - 1 : min;
    bestMove = unchecked(moves[best]) & 0xffff;
    if (proof >= proofLimit || disproof >= disproofLimit) {
      storeTable(remaining, before);
      return;
    }

    // 3. The most promising move is searched until another is better by a quarter, so as not to switch too often.
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

/** Looks at the position after a move for the first time. */
function look(ply: i32, remaining: i32): void {
  const attacks = (ply & 1) == 0;
  const choices = countChoices(ply, remaining, attacks);
  if (choices <= FAILS) {
    // If the attacker has won without having to move, that counts as a ply, so that its remaining plies stay odd.
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

/** The number of moves of the side to move, written at its ply; `WINS` or `FAILS` if the attacker has won or failed here. */
function countChoices(ply: i32, remaining: i32, attacks: bool): i32 {
  const win = attacks ? WON : LOST;
  const decided = variantResult();
  if (decided != ONGOING) return decided == win ? WINS : FAILS;
  // The usual end of the attacker's last move, recognised without generating moves.
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

/** Records what was found about a listed move. */
function keep(i: i32, move: i32): void {
  unchecked((moves[i] = (height << 16) | move));
  unchecked((proofs[i] = proof));
  unchecked((disproofs[i] = disproof));
}

/** The longest of moves that all lose; sets `height` to its length. */
function longest(first: i32, end: i32): i32 {
  const best = unchecked(moves[largest(moves, first, end)]);
  height = best >> 16;
  return best & 0xffff;
}

/** Writes the line of the proof from here into the PV. */
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
 * Lists the moves at a ply: captures of valuable pieces first, then moves of valuable pieces; king moves refute most often.
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

/** Looks up the position in the table; if found, sets `proof`, `disproof`, `height` and `bestMove` and returns true. */
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

/** Stores the result, over the position's own entry or over the one of its bucket that took the fewest nodes. */
function storeTable(remaining: i32, before: f64): void {
  const low = lowKey(remaining);
  const high = keyHigh();
  const start = (low & (BUCKETS - 1)) * (ENTRIES * WORDS);
  let at = start;
  let bounds = 0;
  let minEffort = NEVER;
  for (let i = 0, entry = start; i < ENTRIES; i++, entry += WORDS) {
    if (unchecked(table[entry]) == low && unchecked(table[entry + 1]) == high) {
      at = entry;
      bounds = unchecked(table[at + 2]);
      break;
    }
    const effort = unchecked(table[entry + 6]);
    if (effort < minEffort) {
      minEffort = effort;
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
