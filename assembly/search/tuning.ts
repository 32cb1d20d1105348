/**
 * Tunables: the tuned numbers of the search. Generated from `tunables.json` by `build/tunables.mjs`; do not edit. A depth that is
 * never reached switches a step off. How the numbers were found: `docs/lab/search-steps.md`.
 */

/** Half width of the first aspiration window, centipawns. */
export let ASPIRATION_WINDOW: i32 = 16;

/** The depth from which aspiration windows are used, plies. */
export let ASPIRATION_DEPTH: i32 = 4;

/** Razoring up to this depth, plies. */
export let RAZOR_DEPTH: i32 = 3;

/** Razoring: how far below alpha for each ply of depth, centipawns. */
export let RAZOR_MARGIN: i32 = 281;

/** Reverse futility pruning (RFP) up to this depth, plies. */
export let RFP_DEPTH: i32 = 7;

/** RFP: how far above beta for each ply of depth, centipawns. */
export let RFP_MARGIN: i32 = 68;

/** The minimum depth of null move pruning (NMP), plies. */
export let NULL_MOVE_DEPTH: i32 = 3;

/** NMP: the reduction, plies. */
export let NULL_MOVE_REDUCTION: i32 = 5;

/** NMP: depth for each extra ply of reduction, plies. */
export let NULL_MOVE_DEPTH_STEP: i32 = 4;

/** NMP: score above beta for each extra ply of reduction, centipawns. */
export let NULL_MOVE_SCORE_STEP: i32 = 234;

/** NMP: the maximum of plies added for the score above beta. */
export let NULL_MOVE_SCORE_MAX: i32 = 3;

/** NMP: how far above beta the static evaluation must be, minus the step for each ply of depth, centipawns. */
export let NULL_MOVE_MARGIN: i32 = 60;

/** NMP: that step, centipawns. */
export let NULL_MOVE_MARGIN_STEP: i32 = 5;

/** NMP: cutoffs are verified from this depth on, plies. */
export let NULL_MOVE_VERIFY_DEPTH: i32 = 16;

/** NMP: cutoffs are verified wherever the phase is at most this. */
export let NULL_MOVE_VERIFY_PHASE: i32 = 4;

/** ProbCut from this depth on, plies. */
export let PROBCUT_DEPTH: i32 = 5;

/** ProbCut: how far above beta, centipawns. */
export let PROBCUT_MARGIN: i32 = 179;

/** ProbCut: the reduction, plies. */
export let PROBCUT_REDUCTION: i32 = 4;

/** Singular extensions from this depth on, plies. */
export let SINGULAR_DEPTH: i32 = 7;

/** A recapture in the PV is extended if its capture history is greater than this. */
export let RECAPTURE_HISTORY: i32 = 2000;

/** Hindsight: a move reduced by at least three plies that has gained more than this gets a ply back, centipawns. */
export let HINDSIGHT_MORE: i32 = 8;

/** Hindsight: a reduced move that has lost more than this is searched a ply less, centipawns. */
export let HINDSIGHT_LESS: i32 = 170;

/** Singular extensions: how far below the TT score the others must stay for each ply of depth, centipawns. */
export let SINGULAR_MARGIN: i32 = 2;

/** Singular extensions: how far below that the extension is doubled, centipawns. */
export let SINGULAR_DOUBLE: i32 = 8;

/** Late move pruning (LMP): quiet moves are tried at depth d up to this number plus d²; half of them if not improving. */
export let LMP_BASE: i32 = 8;

/** LMP up to this depth, plies. */
export let LMP_DEPTH: i32 = 5;

/** Futility pruning of quiet moves up to this reduced depth, plies. */
export let FUTILITY_DEPTH: i32 = 7;

/** Futility pruning: how far below alpha, centipawns. */
export let FUTILITY_BASE: i32 = 31;

/** Futility pruning: how much further for each ply of reduced depth, centipawns. */
export let FUTILITY_STEP: i32 = 92;

/** History pruning of quiet moves up to this depth, plies. */
export let HISTORY_PRUNE_DEPTH: i32 = 4;

/** History pruning: below this negative history for each ply of depth. */
export let HISTORY_PRUNE_STEP: i32 = 892;

/** SEE pruning up to this depth, plies. */
export let SEE_PRUNE_DEPTH: i32 = 9;

/** SEE pruning of quiet moves: the loss allowed, times the reduced depth squared, centipawns. */
export let SEE_PRUNE_QUIET: i32 = 36;

/** SEE pruning of captures and promotions: the loss allowed for each ply of depth, centipawns. */
export let SEE_PRUNE_NOISY: i32 = 98;

/** Late move reductions (LMR) from this depth on, plies. */
export let LMR_DEPTH: i32 = 3;

/** LMR: how many first moves of a node are not reduced. */
export let LMR_FIRST: i32 = 2;

/** LMR: the reduction is base + ln(depth) · ln(move number) / divisor, plies; the base in hundredths. */
export let LMR_BASE: i32 = 105;

/** LMR: the divisor, in hundredths. */
export let LMR_DIVISOR: i32 = 165;

/** LMR: history for each ply of reduction less, or more. */
export let LMR_HISTORY: i32 = 5420;

/** LMR: a reduced move that beats the best score by this much is searched again a ply deeper, centipawns. */
export let LMR_DEEPER: i32 = 45;

/** Delta pruning in qsearch: how far below alpha a capture may leave the score, centipawns. */
export let DELTA_MARGIN: i32 = 195;

/** History: the bonus of a move that cut is step · depth − offset. */
export let HISTORY_BONUS_STEP: i32 = 216;

/** History: the offset of the bonus. */
export let HISTORY_BONUS_OFFSET: i32 = 72;

/** History: the maximum bonus. */
export let HISTORY_BONUS_MAX: i32 = 2117;

/** History: the malus, in 64ths of the bonus. */
export let HISTORY_MALUS: i32 = 64;

/** The weight of continuation history after the last move, in 64ths. */
export let CONTINUATION_LAST: i32 = 64;

/** The weight of continuation history after the side's own last move, in 64ths. */
export let CONTINUATION_OWN: i32 = 64;

/** The weight of continuation history after the move four plies before, in 64ths. */
export let CONTINUATION_BEFORE: i32 = 32;

/** Move ordering: history for each centipawn more that a noisy move may lose (SEE) before it comes last. */
export let GOOD_NOISY_HISTORY: i32 = 128;

/** Move ordering: the bonus of a quiet move that gives check, on top of its history. */
export let CHECK_BONUS: i32 = 8192;

/** Move ordering: the loss (SEE) above which a check gets no bonus, centipawns. */
export let CHECK_LOSS: i32 = 75;

/** Correction history: the maximum error counted for one search, centipawns. */
export let CORRECTION_LIMIT: i32 = 128;

/** Correction history: how slowly it learns; a search has the weight of its depth plus one, divided by this. */
export let CORRECTION_WEIGHT: i32 = 128;

/** The weight of correction history by pawns, in 64ths. */
export let CORRECTION_PAWN: i32 = 64;

/** The weight of correction history by the other pieces of a side, in 64ths. */
export let CORRECTION_NON_PAWN: i32 = 64;

/** The weight of correction history by the last two moves, in 64ths. */
export let CORRECTION_CONTINUATION: i32 = 64;

/** Sets a tunable by its index in `tunables.json`. */
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
      NULL_MOVE_SCORE_MAX = value;
      break;
    case 11:
      NULL_MOVE_MARGIN = value;
      break;
    case 12:
      NULL_MOVE_MARGIN_STEP = value;
      break;
    case 13:
      NULL_MOVE_VERIFY_DEPTH = value;
      break;
    case 14:
      NULL_MOVE_VERIFY_PHASE = value;
      break;
    case 15:
      PROBCUT_DEPTH = value;
      break;
    case 16:
      PROBCUT_MARGIN = value;
      break;
    case 17:
      PROBCUT_REDUCTION = value;
      break;
    case 18:
      SINGULAR_DEPTH = value;
      break;
    case 19:
      RECAPTURE_HISTORY = value;
      break;
    case 20:
      HINDSIGHT_MORE = value;
      break;
    case 21:
      HINDSIGHT_LESS = value;
      break;
    case 22:
      SINGULAR_MARGIN = value;
      break;
    case 23:
      SINGULAR_DOUBLE = value;
      break;
    case 24:
      LMP_BASE = value;
      break;
    case 25:
      LMP_DEPTH = value;
      break;
    case 26:
      FUTILITY_DEPTH = value;
      break;
    case 27:
      FUTILITY_BASE = value;
      break;
    case 28:
      FUTILITY_STEP = value;
      break;
    case 29:
      HISTORY_PRUNE_DEPTH = value;
      break;
    case 30:
      HISTORY_PRUNE_STEP = value;
      break;
    case 31:
      SEE_PRUNE_DEPTH = value;
      break;
    case 32:
      SEE_PRUNE_QUIET = value;
      break;
    case 33:
      SEE_PRUNE_NOISY = value;
      break;
    case 34:
      LMR_DEPTH = value;
      break;
    case 35:
      LMR_FIRST = value;
      break;
    case 36:
      LMR_BASE = value;
      break;
    case 37:
      LMR_DIVISOR = value;
      break;
    case 38:
      LMR_HISTORY = value;
      break;
    case 39:
      LMR_DEEPER = value;
      break;
    case 40:
      DELTA_MARGIN = value;
      break;
    case 41:
      HISTORY_BONUS_STEP = value;
      break;
    case 42:
      HISTORY_BONUS_OFFSET = value;
      break;
    case 43:
      HISTORY_BONUS_MAX = value;
      break;
    case 44:
      HISTORY_MALUS = value;
      break;
    case 45:
      CONTINUATION_LAST = value;
      break;
    case 46:
      CONTINUATION_OWN = value;
      break;
    case 47:
      CONTINUATION_BEFORE = value;
      break;
    case 48:
      GOOD_NOISY_HISTORY = value;
      break;
    case 49:
      CHECK_BONUS = value;
      break;
    case 50:
      CHECK_LOSS = value;
      break;
    case 51:
      CORRECTION_LIMIT = value;
      break;
    case 52:
      CORRECTION_WEIGHT = value;
      break;
    case 53:
      CORRECTION_PAWN = value;
      break;
    case 54:
      CORRECTION_NON_PAWN = value;
      break;
    case 55:
      CORRECTION_CONTINUATION = value;
      break;
  }
}

/** A tunable by its index in `tunables.json`; 0 if there is none. */
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
      return NULL_MOVE_SCORE_MAX;
    case 11:
      return NULL_MOVE_MARGIN;
    case 12:
      return NULL_MOVE_MARGIN_STEP;
    case 13:
      return NULL_MOVE_VERIFY_DEPTH;
    case 14:
      return NULL_MOVE_VERIFY_PHASE;
    case 15:
      return PROBCUT_DEPTH;
    case 16:
      return PROBCUT_MARGIN;
    case 17:
      return PROBCUT_REDUCTION;
    case 18:
      return SINGULAR_DEPTH;
    case 19:
      return RECAPTURE_HISTORY;
    case 20:
      return HINDSIGHT_MORE;
    case 21:
      return HINDSIGHT_LESS;
    case 22:
      return SINGULAR_MARGIN;
    case 23:
      return SINGULAR_DOUBLE;
    case 24:
      return LMP_BASE;
    case 25:
      return LMP_DEPTH;
    case 26:
      return FUTILITY_DEPTH;
    case 27:
      return FUTILITY_BASE;
    case 28:
      return FUTILITY_STEP;
    case 29:
      return HISTORY_PRUNE_DEPTH;
    case 30:
      return HISTORY_PRUNE_STEP;
    case 31:
      return SEE_PRUNE_DEPTH;
    case 32:
      return SEE_PRUNE_QUIET;
    case 33:
      return SEE_PRUNE_NOISY;
    case 34:
      return LMR_DEPTH;
    case 35:
      return LMR_FIRST;
    case 36:
      return LMR_BASE;
    case 37:
      return LMR_DIVISOR;
    case 38:
      return LMR_HISTORY;
    case 39:
      return LMR_DEEPER;
    case 40:
      return DELTA_MARGIN;
    case 41:
      return HISTORY_BONUS_STEP;
    case 42:
      return HISTORY_BONUS_OFFSET;
    case 43:
      return HISTORY_BONUS_MAX;
    case 44:
      return HISTORY_MALUS;
    case 45:
      return CONTINUATION_LAST;
    case 46:
      return CONTINUATION_OWN;
    case 47:
      return CONTINUATION_BEFORE;
    case 48:
      return GOOD_NOISY_HISTORY;
    case 49:
      return CHECK_BONUS;
    case 50:
      return CHECK_LOSS;
    case 51:
      return CORRECTION_LIMIT;
    case 52:
      return CORRECTION_WEIGHT;
    case 53:
      return CORRECTION_PAWN;
    case 54:
      return CORRECTION_NON_PAWN;
    case 55:
      return CORRECTION_CONTINUATION;
    default:
      return 0;
  }
}
