/**
 * Tablebase probing (WDL): win, draw or loss of positions with few pieces, by tables that the host has, such as Syzygy's (Ronald
 * de Man, 2013). Without tables the search is the same to the last node.
 *
 * Tables do not know castling rights, and assume that the fifty-move counter is zero, so only such nodes are probed.
 */

import { probeTables } from "../platform";
import { castlingRights, halfmoveClock, pieceCount } from "../rules/board";
import { BLACK, WHITE } from "../rules/piece";
import { DRAW, MAX_PLY, TABLE_WIN } from "./score";

/** The host's answers: for the side to move. A cursed win and a blessed loss are draws by the fifty-move rule. */
const UNKNOWN: i32 = 0;
const LOSS: i32 = 1;
const BLESSED_LOSS: i32 = 2;
const DRAWN: i32 = 3;
const CURSED_WIN: i32 = 4;
const WIN: i32 = 5;

/** The most pieces, both sides together, that tables know; 0 without tables. */
let maxMen: i32 = 0;
/** With as many pieces, nodes of a lower depth are not probed, plies. */
let minDepth: i32 = 0;
/** Whether the fifty-move rule counts. */
let hasMoveLimit: bool = true;
let hits: f64 = 0;

/** Sets which nodes are probed: up to `men` pieces (0 for none), from `depth` plies on. `isLimited`: whether the fifty-move rule counts. */
export function useTables(men: i32, depth: i32, isLimited: i32): void {
  maxMen = men;
  minDepth = depth;
  hasMoveLimit = isLimited != 0;
  hits = 0;
}

/** The positions found in tables since `useTables`. */
export function tableHits(): f64 {
  return hits;
}

/** Whether the current position is to be looked up. */
export function isInTables(depth: i32, ply: i32): bool {
  if (maxMen == 0 || halfmoveClock() != 0) return false;
  const men = pieceCount(WHITE) + pieceCount(BLACK);
  if (men > maxMen || (men == maxMen && depth < minDepth)) return false;
  return castlingRights() == 0 && ply < MAX_PLY - maxMen;
}

/** The value of the current position, to be scored by `tableScore`; 0 if no table knows it. */
export function tableValue(): i32 {
  const value = probeTables();
  if (value != UNKNOWN) hits = hits + 1;
  return value;
}

/** The score of a value at `ply`, centipawns. What the fifty-move rule draws is worth a little more or less than other draws. */
export function tableScore(value: i32, ply: i32): i32 {
  if (value == WIN || (value == CURSED_WIN && !hasMoveLimit)) return TABLE_WIN - ply;
  if (value == LOSS || (value == BLESSED_LOSS && !hasMoveLimit)) return ply - TABLE_WIN;
  return DRAW + 2 * (value - DRAWN);
}
