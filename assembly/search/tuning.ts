/** The search's tuned numbers, each with its unit and a sensible range. */

/** Half width of the first aspiration window, centipawns (5–60). */
export const ASPIRATION_WINDOW: i32 = 16;
/** The depth from which windows are narrow at all, plies (3–8). */
export const ASPIRATION_DEPTH: i32 = 4;

/** Razoring up to this depth, plies (0–5), so many centipawns below alpha for each (100–500). */
export const RAZOR_DEPTH: i32 = 3;
export const RAZOR_MARGIN: i32 = 250;

/** Reverse futility up to this depth, plies (4–12), so many centipawns above beta for each (40–150). */
export const REVERSE_DEPTH: i32 = 8;
export const REVERSE_MARGIN: i32 = 80;

/** The least depth at which a null move is tried, plies (1–4). */
export const NULL_MOVE_DEPTH: i32 = 3;
/** Its reduction, plies (2–5), and one ply more for each so many plies of depth (3–8) … */
export const NULL_MOVE_REDUCTION: i32 = 4;
export const NULL_MOVE_DEPTH_STEP: i32 = 3;
/** … and for each so many centipawns above beta (100–400), up to so many plies (1–5). */
export const NULL_MOVE_SCORE_STEP: i32 = 200;
export const NULL_MOVE_SCORE_MOST: i32 = 3;
/** It is verified from this depth on, plies (6–20), and wherever the phase is no more than this (0–6). */
export const NULL_MOVE_VERIFY_DEPTH: i32 = 12;
export const NULL_MOVE_VERIFY_PHASE: i32 = 4;

/** ProbCut from this depth on, plies (4–8), so many centipawns above beta (100–300), so many plies less deep (3–5). */
export const PROBCUT_DEPTH: i32 = 5;
export const PROBCUT_MARGIN: i32 = 180;
export const PROBCUT_REDUCTION: i32 = 4;

/** A node without a move from the table is searched a ply less deep, from this depth on, plies (2–6). */
export const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/** Singular extensions from this depth on, plies (5–10), so many centipawns per ply below the table's score (1–4). */
export const SINGULAR_DEPTH: i32 = 7;
export const SINGULAR_MARGIN: i32 = 2;
/** So many centipawns below that the extension is doubled (5–50). */
export const SINGULAR_DOUBLE: i32 = 20;

/** Quiet moves are tried at a depth d up to so many, plus d² (2–8); half of them where the score does not improve. */
export const LATE_PRUNE_BASE: i32 = 3;
export const LATE_PRUNE_DEPTH: i32 = 8;

/** Futility: quiet moves up to this reduced depth, plies (4–10), centipawns (50–200) and for each ply (50–150). */
export const FUTILITY_DEPTH: i32 = 7;
export const FUTILITY_BASE: i32 = 100;
export const FUTILITY_STEP: i32 = 90;

/** Quiet moves up to this depth, plies (2–6), with less history than minus so much for each ply (1000–6000). */
export const HISTORY_PRUNE_DEPTH: i32 = 4;
export const HISTORY_PRUNE_STEP: i32 = 3500;

/** Moves that lose so many centipawns by exchange: quiet ones per reduced depth squared (10–40), others per ply (50–150). */
export const EXCHANGE_PRUNE_DEPTH: i32 = 9;
export const EXCHANGE_PRUNE_QUIET: i32 = 25;
export const EXCHANGE_PRUNE_NOISY: i32 = 90;

/** Late moves are reduced from this depth, plies (2–5), and after so many moves (1–5). */
export const LATE_MOVE_DEPTH: i32 = 3;
export const LATE_MOVE_FIRST: i32 = 1;
/** The reduction is base + ln(depth) · ln(move number) / divisor, in plies (base 0–1, divisor 1.5–3.5). */
export const LATE_MOVE_BASE: f64 = 0.8;
export const LATE_MOVE_DIVISOR: f64 = 2.2;
/** One ply less, or more, for each so much history (4000–16000). */
export const LATE_MOVE_HISTORY: i32 = 8192;
/** A reduced move that beats alpha is searched again, a ply deeper if it is so many centipawns better than the best (20–100). */
export const LATE_MOVE_DEEPER: i32 = 50;

/** In quiescence a capture has to bring the score within so many centipawns of alpha (50–250). */
export const DELTA_MARGIN: i32 = 150;

/** The reward for a move that cut: `STEP · depth − LESS` (50–400, 0–200), at the most `MOST` (500–4000). */
export const HISTORY_BONUS_STEP: i32 = 160;
export const HISTORY_BONUS_LESS: i32 = 60;
export const HISTORY_BONUS_MOST: i32 = 1600;
/** Where history levels off; 3.5 times as much must fit 16 bits. */
export const HISTORY_LIMIT: i32 = 8192;
