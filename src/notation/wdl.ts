/**
 * WDL model: how many of a thousand games with this score are won, drawn and lost. Fitted by `bench/wdl.mjs` to 102,384
 * positions of 804 games of Wazaba against itself, 10,000 nodes a move. Other games use the same model.
 */

import { toScore } from "./score";

/** Per mille, for the side that the score is of. */
export interface WinDrawLoss {
  /** Won. */
  readonly win: number;
  /** Drawn. */
  readonly draw: number;
  /** Lost. */
  readonly loss: number;
}

/** The logit of a win is `(A + B · pieces) · pawns − (C + D · pieces)`, the pieces in parts of a full board. */
const [A, B, C, D] = [1.756, -1.027, 3.181, -2.864];
const FULL_BOARD = 32;

/**
 * @param score a score of the core: centipawns, or a mate
 * @param pieces the number of pieces on the board
 */
export function winDrawLoss(score: number, pieces: number): WinDrawLoss {
  const value = toScore(score);
  if ("mate" in value) return value.mate > 0 ? { win: 1000, draw: 0, loss: 0 } : { win: 0, draw: 0, loss: 1000 };
  const part = Math.min(pieces / FULL_BOARD, 1);
  const chance = (pawns: number) => Math.round(1000 / (1 + Math.exp(C + D * part - (A + B * part) * pawns)));
  const win = chance(value.cp / 100);
  const loss = Math.min(chance(-value.cp / 100), 1000 - win);
  return { win, draw: 1000 - win - loss, loss };
}
