/**
 * The staged move picker: move ordering. Moves come one at a time, most promising first, and are generated only when their
 * stage is reached, so an early cutoff saves the rest. *Noisy* moves are captures and promotions:
 *
 *     the TT move · noisy moves that lose nothing, most valuable victim first · killers · quiet moves by history, checks
 *     before others · the losing noisy moves
 *
 * In check there is one stage for all evasions. Within a stage the order is total: moves are kept as `score << 16 | move`,
 * so equal scores fall back on the move's code, and both boards search the same tree whatever order they generate in.
 */

import { I32Table, largest, newI32 } from "../platform";
import { pieceOn } from "../rules/board";
import {
  ALL,
  generate,
  givesNotedCheck,
  isLegal,
  isNoisy,
  MAX_MOVES,
  moves,
  NOISY,
  noteChecks,
  QUIET,
} from "../rules/legal";
import { fromOf, isPromotion, NO_MOVE, promotionType } from "../rules/move";
import { typeOf } from "../rules/piece";
import { bestPromotion, pieceValue, valueOrder } from "../rules/piece-values";
import { captureValue, seeReaches } from "../rules/see";
import { firstKiller, noisyHistory, noteHistory, quietHistory, secondKiller } from "./history";
import { MAX_PLY } from "./score";
import { CHECK_BONUS, CHECK_LOSS, GOOD_NOISY_HISTORY } from "./tuning";

const TT: i32 = 0;
const NOISY_START: i32 = 1;
const GOOD_NOISY: i32 = 2;
const FIRST_KILLER: i32 = 3;
const SECOND_KILLER: i32 = 4;
const QUIET_START: i32 = 5;
const QUIETS: i32 = 6;
const BAD_NOISY: i32 = 7;
const EVASIONS_START: i32 = 8;
const EVASIONS: i32 = 9;
const DONE: i32 = 10;

// The fields of a picker, one per ply.
const STAGE: i32 = 0;
const TT_MOVE: i32 = 1;
/** In its list, `moves[ply * MAX_MOVES …]`: the next move, the end, and the end of the losing noisy moves, which are collected at
 * the start. */
const NEXT: i32 = 2;
const END: i32 = 3;
const BAD_END: i32 = 4;
const MODE: i32 = 5;
const FIELDS: i32 = 8;

const EVERYTHING: i32 = 0;
const NOISY_ONLY: i32 = 1;
// In one stage.
const EVADING: i32 = 2;
const UNSTAGED: i32 = 3;

const pickers: I32Table = newI32((MAX_PLY + 2) * FIELDS);

/** Noisy evasions come before quiet ones, whose scores are halved to make room. */
const NOISY_EVASION: i32 = 15000;
/** Scores have 16 bits. */
const MAX_SCORE: i32 = 32767;
/** The weight of a victim's centipawns: the attacker's value breaks ties only. */
const VICTIM: i32 = 8;

/** Starts picking all moves at `ply`. `ttMove` may be anything; it comes first if it is legal. */
export function pickAll(ply: i32, ttMove: i32, inCheck: bool): void {
  begin(ply, ttMove, inCheck ? EVADING : EVERYTHING);
}

/** Starts picking for quiescence: all evasions in check, otherwise noisy moves that lose nothing. */
export function pickNoisy(ply: i32, ttMove: i32, inCheck: bool): void {
  begin(ply, inCheck || isNoisy(ttMove) ? ttMove : NO_MOVE, inCheck ? EVADING : NOISY_ONLY);
}

/** Starts picking in one stage, with losing captures among the others: all moves, or only the noisy ones. */
export function pickUnstaged(ply: i32, ttMove: i32, all: bool): void {
  begin(ply, all || isNoisy(ttMove) ? ttMove : NO_MOVE, all ? EVADING : UNSTAGED);
}

function begin(ply: i32, ttMove: i32, mode: i32): void {
  if (mode == EVERYTHING || mode == EVADING) noteHistory(ply);
  const at = ply * FIELDS;
  const isPlayable = ttMove != NO_MOVE && isLegal(ttMove);
  unchecked((pickers[at + MODE] = mode));
  unchecked((pickers[at + TT_MOVE] = isPlayable ? ttMove : NO_MOVE));
  unchecked((pickers[at + STAGE] = isPlayable ? TT : mode >= EVADING ? EVASIONS_START : NOISY_START));
}

/** The next move at `ply`, or `NO_MOVE` when there is none left. */
export function nextMove(ply: i32): i32 {
  const at = ply * FIELDS;
  const ttMove = unchecked(pickers[at + TT_MOVE]);
  let stage = unchecked(pickers[at + STAGE]);
  while (true) {
    if (stage == TT) {
      setStage(at, unchecked(pickers[at + MODE]) >= EVADING ? EVASIONS_START : NOISY_START);
      return ttMove;
    }

    if (stage == NOISY_START) {
      listMoves(ply, NOISY, ply * MAX_MOVES);
      unchecked((pickers[at + BAD_END] = ply * MAX_MOVES));
      stage = setStage(at, GOOD_NOISY);
    }

    if (stage == GOOD_NOISY) {
      let move = pickBest(at);
      while (move != NO_MOVE) {
        if (move != ttMove) {
          if (seeReaches(move, -allowedLoss(move))) return move;
          deferBadNoisy(at, move);
        }
        move = pickBest(at);
      }
      stage = setStage(at, unchecked(pickers[at + MODE]) == NOISY_ONLY ? DONE : FIRST_KILLER);
    }

    if (stage == FIRST_KILLER) {
      stage = setStage(at, SECOND_KILLER);
      const killer = firstKiller(ply);
      if (isFreshQuiet(killer, ttMove)) return killer;
    }

    if (stage == SECOND_KILLER) {
      stage = setStage(at, QUIET_START);
      const killer = secondKiller(ply);
      if (isFreshQuiet(killer, ttMove)) return killer;
    }

    if (stage == QUIET_START) {
      // After the losing noisy moves, which are still to come.
      listMoves(ply, QUIET, unchecked(pickers[at + BAD_END]));
      stage = setStage(at, QUIETS);
    }

    if (stage == QUIETS) {
      let move = pickBest(at);
      while (move != NO_MOVE) {
        if (move != ttMove && move != firstKiller(ply) && move != secondKiller(ply)) return move;
        move = pickBest(at);
      }
      unchecked((pickers[at + NEXT] = ply * MAX_MOVES));
      stage = setStage(at, BAD_NOISY);
    }

    if (stage == BAD_NOISY) {
      const next = unchecked(pickers[at + NEXT]);
      if (next == unchecked(pickers[at + BAD_END])) {
        stage = setStage(at, DONE);
      } else {
        unchecked((pickers[at + NEXT] = next + 1));
        return unchecked(moves[next]);
      }
    }

    if (stage == EVASIONS_START) {
      listMoves(ply, unchecked(pickers[at + MODE]) == UNSTAGED ? NOISY : ALL, ply * MAX_MOVES);
      stage = setStage(at, EVASIONS);
    }

    if (stage == EVASIONS) {
      let move = pickBest(at);
      while (move != NO_MOVE) {
        if (move != ttMove) return move;
        move = pickBest(at);
      }
      stage = setStage(at, DONE);
    }

    if (stage == DONE) return NO_MOVE;
  }
}

/** The history of the move just picked at `ply`; for a listed quiet move, as it was when it was listed. */
export function pickedHistory(move: i32, ply: i32): i32 {
  if (isNoisy(move)) return noisyHistory(move);
  const at = ply * FIELDS;
  if (unchecked(pickers[at + STAGE]) != QUIETS) return quietHistory(move, ply);
  return unchecked(moves[unchecked(pickers[at + NEXT]) - 1]) >> 16;
}

/** Skips the remaining quiet moves at `ply`, if they are being picked; not in check. */
export function skipQuiets(ply: i32): void {
  const at = ply * FIELDS;
  if (unchecked(pickers[at + STAGE]) == QUIETS) unchecked((pickers[at + NEXT] = unchecked(pickers[at + END])));
}

function isFreshQuiet(killer: i32, ttMove: i32): bool {
  return killer != NO_MOVE && killer != ttMove && !isNoisy(killer) && isLegal(killer);
}

function setStage(at: i32, stage: i32): i32 {
  unchecked((pickers[at + STAGE] = stage));
  return stage;
}

/** Generates moves of `kind` at `moves[from]`, and scores them. */
function listMoves(ply: i32, kind: i32, from: i32): void {
  const at = ply * FIELDS;
  const end = generate(kind, from);
  if (kind == QUIET) noteChecks();
  for (let i = from; i < end; i++) {
    const move = unchecked(moves[i]);
    let score = 0;
    if (kind == QUIET) score = quietScore(move, ply);
    else if (kind == NOISY) score = noisyScore(move);
    else if (isNoisy(move)) score = NOISY_EVASION + (noisyScore(move) >> 1);
    else score = quietHistory(move, ply) >> 1;
    unchecked((moves[i] = (score << 16) | move));
  }
  unchecked((pickers[at + NEXT] = from));
  unchecked((pickers[at + END] = end));
}

/** How much a noisy move may lose (SEE) without counting as losing, by how well it has done before [+12 ± 11]; centipawns. */
function allowedLoss(move: i32): i32 {
  return (noisyHistory(move) / GOOD_NOISY_HISTORY) | 0;
}

/** The history of a quiet move, with a bonus if it gives check, unless that loses the piece [+16 ± 11]. */
function quietScore(move: i32, ply: i32): i32 {
  const history = quietHistory(move, ply);
  if (!givesNotedCheck(move) || !seeReaches(move, -CHECK_LOSS)) return history;
  return history + CHECK_BONUS < MAX_SCORE ? history + CHECK_BONUS : MAX_SCORE;
}

/** Takes the best of the remaining moves, or `NO_MOVE`. */
function pickBest(at: i32): i32 {
  const next = unchecked(pickers[at + NEXT]);
  const end = unchecked(pickers[at + END]);
  if (next >= end) return NO_MOVE;
  const top = largest(moves, next, end);
  const best = unchecked(moves[top]);
  unchecked((moves[top] = unchecked(moves[next])));
  unchecked((moves[next] = best));
  unchecked((pickers[at + NEXT] = next + 1));
  return best & 0xffff;
}

/** Defers a losing noisy move to the last stage, in the order found: most valuable victim first. */
function deferBadNoisy(at: i32, move: i32): void {
  const end = unchecked(pickers[at + BAD_END]);
  unchecked((moves[end] = move));
  unchecked((pickers[at + BAD_END] = end + 1));
}

/** MVV-LVA (most valuable victim, least valuable attacker) and capture history; the best promotion counts like a capture. */
function noisyScore(move: i32): i32 {
  let score = noisyHistory(move) - valueOrder(typeOf(pieceOn(fromOf(move)))) + VICTIM * captureValue(move);
  if (isPromotion(move)) {
    // Underpromotions hardly ever pay: after all captures.
    const gain = VICTIM * pieceValue(bestPromotion());
    score = promotionType(move) == bestPromotion() ? score + gain : score - gain;
  }
  // An explosion may cost more than a score can say.
  if (VARIANTS && score < -MAX_SCORE) return -MAX_SCORE;
  return score < MAX_SCORE ? score : MAX_SCORE;
}
