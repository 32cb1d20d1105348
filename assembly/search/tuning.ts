/** The search's tuned numbers, each with its unit and a sensible range. */

/** Half width of the first aspiration window, centipawns (5–60). */
export const ASPIRATION_WINDOW: i32 = 20;
/** The depth from which windows are narrow at all, plies (3–8). */
export const ASPIRATION_DEPTH: i32 = 5;

/** The least depth at which a null move is tried, plies (1–4). */
export const NULL_MOVE_DEPTH: i32 = 2;
/** Its reduction, plies (2–5), and one ply more for each so many plies of depth (3–8) … */
export const NULL_MOVE_REDUCTION: i32 = 3;
export const NULL_MOVE_DEPTH_STEP: i32 = 4;
/** … and for each so many centipawns above beta (100–400), up to so many plies (1–5). */
export const NULL_MOVE_SCORE_STEP: i32 = 200;
export const NULL_MOVE_SCORE_MOST: i32 = 3;

/** Late moves are reduced from this depth, plies (2–5), and after so many moves (1–5). */
export const LATE_MOVE_DEPTH: i32 = 3;
export const LATE_MOVE_FIRST: i32 = 3;
/** The reduction is base + ln(depth) · ln(move number) / divisor, in plies (base 0–1, divisor 1.5–3.5). */
export const LATE_MOVE_BASE: f64 = 0.6;
export const LATE_MOVE_DIVISOR: f64 = 2.3;
/** One ply less, or more, for each so much history (4000–16000). */
export const LATE_MOVE_HISTORY: i32 = 8192;

/** The reward for a quiet move that cut: `STEP · depth` (50–400), at the most `MOST` (500–4000). */
export const HISTORY_BONUS_STEP: i32 = 150;
export const HISTORY_BONUS_MOST: i32 = 2000;
/** Where history levels off; it must fit 16 bits. */
export const HISTORY_LIMIT: i32 = 16384;
