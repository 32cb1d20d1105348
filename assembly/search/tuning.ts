/**
 * The search's tuned numbers, each with its unit. The host's `src/core/tuning.ts` names them for the tuner, with sensible
 * ranges; a step is switched off by a depth that is never reached. `wazaba tune` found most of them in 14,000 games of 5,000
 * nodes a move: +80 ± 21 against those before (800 games, 10,000 nodes).
 */

/** Half width of the first aspiration window, centipawns. */
export let ASPIRATION_WINDOW: i32 = 16;
/** The depth from which windows are narrow at all, plies. */
export let ASPIRATION_DEPTH: i32 = 4;

/** Razoring up to this depth, plies, so many centipawns below alpha for each. */
export let RAZOR_DEPTH: i32 = 3;
export let RAZOR_MARGIN: i32 = 281;

/** Reverse futility up to this depth, plies, so many centipawns above beta for each. */
export let RFP_DEPTH: i32 = 7;
export let RFP_MARGIN: i32 = 68;

/** The least depth at which a null move is tried, plies. */
export let NULL_MOVE_DEPTH: i32 = 3;
/** Its reduction, plies, and one ply more for each so many plies of depth … */
export let NULL_MOVE_REDUCTION: i32 = 5;
export let NULL_MOVE_DEPTH_STEP: i32 = 4;
/** … and for each so many centipawns above beta, up to so many plies. */
export let NULL_MOVE_SCORE_STEP: i32 = 234;
export let NULL_MOVE_SCORE_MOST: i32 = 3;
/** It is verified from this depth on, plies, and wherever the phase is no more than this. */
export let NULL_MOVE_VERIFY_DEPTH: i32 = 12;
export let NULL_MOVE_VERIFY_PHASE: i32 = 4;

/** ProbCut from this depth on, plies, so many centipawns above beta, so many plies less deep. */
export let PROBCUT_DEPTH: i32 = 5;
export let PROBCUT_MARGIN: i32 = 179;
export let PROBCUT_REDUCTION: i32 = 4;

/** A node without a move from the table is searched a ply less deep, from this depth on, plies. */
export let IIR_DEPTH: i32 = 3;

/** Singular extensions from this depth on, plies, so many centipawns per ply below the table's score. */
export let SINGULAR_DEPTH: i32 = 7;
export let SINGULAR_MARGIN: i32 = 2;
/** So many centipawns below that the extension is doubled. */
export let SINGULAR_DOUBLE: i32 = 8;

/** Quiet moves are tried at a depth d up to so many, plus d²; half of them where the score does not improve. */
export let LMP_BASE: i32 = 8;
export let LMP_DEPTH: i32 = 5;

/** Futility: quiet moves up to this reduced depth, plies, centipawns and for each ply. */
export let FUTILITY_DEPTH: i32 = 7;
export let FUTILITY_BASE: i32 = 31;
export let FUTILITY_STEP: i32 = 92;

/** Quiet moves up to this depth, plies, with less history than minus so much for each ply. */
export let HISTORY_PRUNE_DEPTH: i32 = 4;
export let HISTORY_PRUNE_STEP: i32 = 892;

/** Moves that lose so many centipawns by exchange: quiet ones per reduced depth squared, others per ply. */
export let SEE_PRUNE_DEPTH: i32 = 9;
export let SEE_PRUNE_QUIET: i32 = 36;
export let SEE_PRUNE_NOISY: i32 = 98;

/** Late moves are reduced from this depth, plies, and after so many moves. */
export let LMR_DEPTH: i32 = 3;
export let LMR_FIRST: i32 = 2;
/** The reduction is base + ln(depth) · ln(move number) / divisor, in plies; base and divisor in hundredths. */
export let LMR_BASE: i32 = 105;
export let LMR_DIVISOR: i32 = 136;
/** One ply less, or more, for each so much history. */
export let LMR_HISTORY: i32 = 5420;
/** A reduced move that beats alpha is searched again, a ply deeper if it is so many centipawns better than the best. */
export let LMR_DEEPER: i32 = 45;

/** In quiescence a capture has to bring the score within so many centipawns of alpha. */
export let DELTA_MARGIN: i32 = 195;

/** A call of quiescence takes so many nodes and hardly more; the strategic one goes so deep, plies. */
export const QSEARCH_NODES: i32 = 2000;
export const BOBBY_PLIES: i32 = 12;

/** The reward for a move that cut: `STEP · depth − LESS`, at the most `MOST`. */
export let HISTORY_BONUS_STEP: i32 = 216;
export let HISTORY_BONUS_LESS: i32 = 72;
export let HISTORY_BONUS_MOST: i32 = 2117;
/** What a search may teach of evaluations at once, centipawns, and how slowly it is learned: the plies of depth, plus one, in so many parts. */
export let CORRECTION_LIMIT: i32 = 128;
export let CORRECTION_WEIGHT: i32 = 256;
/** Where history levels off; 3.5 times as much must fit 16 bits. */
export const HISTORY_LIMIT: i32 = 8192;

/** Changes a number, for the tuner: its index is its place above. */
export function setTuned(index: i32, value: i32): void {
  switch (index) {
    case 0:
      ASPIRATION_WINDOW = value;
      break;
    case 1:
      ASPIRATION_DEPTH = value;
      break;
    case 2:
      RAZOR_DEPTH = value;
      break;
    case 3:
      RAZOR_MARGIN = value;
      break;
    case 4:
      RFP_DEPTH = value;
      break;
    case 5:
      RFP_MARGIN = value;
      break;
    case 6:
      NULL_MOVE_DEPTH = value;
      break;
    case 7:
      NULL_MOVE_REDUCTION = value;
      break;
    case 8:
      NULL_MOVE_DEPTH_STEP = value;
      break;
    case 9:
      NULL_MOVE_SCORE_STEP = value;
      break;
    case 10:
      NULL_MOVE_SCORE_MOST = value;
      break;
    case 11:
      NULL_MOVE_VERIFY_DEPTH = value;
      break;
    case 12:
      NULL_MOVE_VERIFY_PHASE = value;
      break;
    case 13:
      PROBCUT_DEPTH = value;
      break;
    case 14:
      PROBCUT_MARGIN = value;
      break;
    case 15:
      PROBCUT_REDUCTION = value;
      break;
    case 16:
      IIR_DEPTH = value;
      break;
    case 17:
      SINGULAR_DEPTH = value;
      break;
    case 18:
      SINGULAR_MARGIN = value;
      break;
    case 19:
      SINGULAR_DOUBLE = value;
      break;
    case 20:
      LMP_BASE = value;
      break;
    case 21:
      LMP_DEPTH = value;
      break;
    case 22:
      FUTILITY_DEPTH = value;
      break;
    case 23:
      FUTILITY_BASE = value;
      break;
    case 24:
      FUTILITY_STEP = value;
      break;
    case 25:
      HISTORY_PRUNE_DEPTH = value;
      break;
    case 26:
      HISTORY_PRUNE_STEP = value;
      break;
    case 27:
      SEE_PRUNE_DEPTH = value;
      break;
    case 28:
      SEE_PRUNE_QUIET = value;
      break;
    case 29:
      SEE_PRUNE_NOISY = value;
      break;
    case 30:
      LMR_DEPTH = value;
      break;
    case 31:
      LMR_FIRST = value;
      break;
    case 32:
      LMR_BASE = value;
      break;
    case 33:
      LMR_DIVISOR = value;
      break;
    case 34:
      LMR_HISTORY = value;
      break;
    case 35:
      LMR_DEEPER = value;
      break;
    case 36:
      DELTA_MARGIN = value;
      break;
    case 37:
      HISTORY_BONUS_STEP = value;
      break;
    case 38:
      HISTORY_BONUS_LESS = value;
      break;
    case 39:
      HISTORY_BONUS_MOST = value;
      break;
    case 40:
      CORRECTION_LIMIT = value;
      break;
    case 41:
      CORRECTION_WEIGHT = value;
      break;
  }
}

/** A number, by its index. */
export function tuned(index: i32): i32 {
  switch (index) {
    case 0:
      return ASPIRATION_WINDOW;
    case 1:
      return ASPIRATION_DEPTH;
    case 2:
      return RAZOR_DEPTH;
    case 3:
      return RAZOR_MARGIN;
    case 4:
      return RFP_DEPTH;
    case 5:
      return RFP_MARGIN;
    case 6:
      return NULL_MOVE_DEPTH;
    case 7:
      return NULL_MOVE_REDUCTION;
    case 8:
      return NULL_MOVE_DEPTH_STEP;
    case 9:
      return NULL_MOVE_SCORE_STEP;
    case 10:
      return NULL_MOVE_SCORE_MOST;
    case 11:
      return NULL_MOVE_VERIFY_DEPTH;
    case 12:
      return NULL_MOVE_VERIFY_PHASE;
    case 13:
      return PROBCUT_DEPTH;
    case 14:
      return PROBCUT_MARGIN;
    case 15:
      return PROBCUT_REDUCTION;
    case 16:
      return IIR_DEPTH;
    case 17:
      return SINGULAR_DEPTH;
    case 18:
      return SINGULAR_MARGIN;
    case 19:
      return SINGULAR_DOUBLE;
    case 20:
      return LMP_BASE;
    case 21:
      return LMP_DEPTH;
    case 22:
      return FUTILITY_DEPTH;
    case 23:
      return FUTILITY_BASE;
    case 24:
      return FUTILITY_STEP;
    case 25:
      return HISTORY_PRUNE_DEPTH;
    case 26:
      return HISTORY_PRUNE_STEP;
    case 27:
      return SEE_PRUNE_DEPTH;
    case 28:
      return SEE_PRUNE_QUIET;
    case 29:
      return SEE_PRUNE_NOISY;
    case 30:
      return LMR_DEPTH;
    case 31:
      return LMR_FIRST;
    case 32:
      return LMR_BASE;
    case 33:
      return LMR_DIVISOR;
    case 34:
      return LMR_HISTORY;
    case 35:
      return LMR_DEEPER;
    case 36:
      return DELTA_MARGIN;
    case 37:
      return HISTORY_BONUS_STEP;
    case 38:
      return HISTORY_BONUS_LESS;
    case 39:
      return HISTORY_BONUS_MOST;
    case 40:
      return CORRECTION_LIMIT;
    case 41:
      return CORRECTION_WEIGHT;
    default:
      return 0;
  }
}
