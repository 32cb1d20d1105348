/**
 * Correction history: by how much searches have shown static evaluations to be wrong, by pawn structure and by the last move
 * [+7 ± 13], by the move before it [+15 ± 12], and by where the other pieces of either side stand [+22 ± 15]; an idea common to
 * engines since 2023. It corrects the next evaluation of similar positions.
 */

import { clear, I32Table, newI32 } from "../platform";
import { sideToMove } from "../rules/board";
import { BLACK, WHITE } from "../rules/piece";
import { NO_PIECE_TO, nonPawnKeyAt, pawnKeyAt, pieceToBack } from "./search-stack";
import {
  CORRECTION_CONTINUATION,
  CORRECTION_LIMIT,
  CORRECTION_NON_PAWN,
  CORRECTION_PAWN,
  CORRECTION_WEIGHT,
} from "./tuning";

/** Corrections are in 256ths of a centipawn. */
const PARTS: i32 = 256;
/** The weights of the kinds of correction are in 64ths. */
const WHOLE: i32 = 64;
/** Entries of each side to move for one kind of key. */
const ENTRIES: i32 = 16384;
/** `side * ENTRIES + pawn key`. */
const pawnCorrections: I32Table = newI32(2 * ENTRIES);
/** `(side * 2 + colour) * ENTRIES + key of the other pieces of that colour`. */
const nonPawnCorrections: I32Table = newI32(4 * ENTRIES);
/** `side * (NO_PIECE_TO + 1) + piece-to of the move before`, and of the one before that. */
const replyCorrections: I32Table = newI32(2 * (NO_PIECE_TO + 1));
const followUpCorrections: I32Table = newI32(2 * (NO_PIECE_TO + 1));

export function clearCorrections(): void {
  clear(pawnCorrections);
  clear(nonPawnCorrections);
  clear(replyCorrections);
  clear(followUpCorrections);
}

/** A static evaluation at `ply`, corrected, centipawns. */
export function correctEval(evaluation: i32, ply: i32): i32 {
  const white = unchecked(nonPawnCorrections[nonPawnIndex(ply, WHITE)]);
  const black = unchecked(nonPawnCorrections[nonPawnIndex(ply, BLACK)]);
  const reply = unchecked(replyCorrections[moveIndex(ply, 1)]);
  const followUp = unchecked(followUpCorrections[moveIndex(ply, 2)]);
  const sum =
    CORRECTION_PAWN * unchecked(pawnCorrections[pawnIndex(ply)]) +
    CORRECTION_NON_PAWN * (white + black) +
    CORRECTION_CONTINUATION * (reply + followUp);
  return evaluation + ((sum / (PARTS * WHOLE)) | 0);
}

/** A search to `depth` plies has found a position at `ply` to be `error` centipawns better than it looked. */
export function updateCorrection(error: i32, depth: i32, ply: i32): void {
  const weight = depth + 1 < 16 ? depth + 1 : 16;
  adjust(pawnCorrections, pawnIndex(ply), error, weight);
  adjust(nonPawnCorrections, nonPawnIndex(ply, WHITE), error, weight);
  adjust(nonPawnCorrections, nonPawnIndex(ply, BLACK), error, weight);
  adjust(replyCorrections, moveIndex(ply, 1), error, weight);
  adjust(followUpCorrections, moveIndex(ply, 2), error, weight);
}

/** Moves a running mean a little towards a new error. */
function adjust(table: I32Table, at: i32, error: i32, weight: i32): void {
  const old = unchecked(table[at]);
  const seen = error > CORRECTION_LIMIT ? CORRECTION_LIMIT : error < -CORRECTION_LIMIT ? -CORRECTION_LIMIT : error;
  unchecked((table[at] = old + ((((seen * PARTS - old) * weight) / CORRECTION_WEIGHT) | 0)));
}

function pawnIndex(ply: i32): i32 {
  return sideToMove() * ENTRIES + (pawnKeyAt(ply) & (ENTRIES - 1));
}

function nonPawnIndex(ply: i32, colour: i32): i32 {
  return (sideToMove() * 2 + colour) * ENTRIES + (nonPawnKeyAt(ply, colour) & (ENTRIES - 1));
}

function moveIndex(ply: i32, back: i32): i32 {
  return sideToMove() * (NO_PIECE_TO + 1) + pieceToBack(ply, back);
}
