/**
 * WDL model: how many of a thousand games with this score are won, drawn and lost. A game has its own numbers in `wdl-models.json`,
 * fitted by `bench/wdl.mjs` to games of Wazaba against itself: orthodox chess from 57,320 positions of 500 games with 10,000 nodes a
 * move, the others from 6,588 to 43,582 positions of 100 games with 2,000. A game of one's own has those of orthodox chess.
 */

import type { Variant } from "../variants/variant";
import { toScore } from "./score";
import models from "./wdl-models.json";

/** Per mille, for the side that the score is of. */
export interface WinDrawLoss {
  /** Won. */
  readonly win: number;
  /** Drawn. */
  readonly draw: number;
  /** Lost. */
  readonly loss: number;
}

/** By the game's id: the logit of a win is `(a + b · pieces) · pawns − (c + d · pieces)`, the pieces in parts of a full board. */
const MODELS = new Map(Object.entries(models));
const FULL_BOARD = 32;

/** What the model asks of a position. */
export interface WdlPosition {
  readonly variant: Pick<Variant, "id">;
  /** The number of pieces on the board. */
  readonly pieceCount: number;
}

/** @param score a score of the core: centipawns, or a mate */
export function winDrawLoss(score: number, { variant, pieceCount }: WdlPosition): WinDrawLoss {
  const value = toScore(score);
  if ("mate" in value) return value.mate > 0 ? { win: 1000, draw: 0, loss: 0 } : { win: 0, draw: 0, loss: 1000 };
  const [a, b, c, d] = MODELS.get(variant.id) ?? models.chess;
  const part = Math.min(pieceCount / FULL_BOARD, 1);
  // Where hardly a game is drawn, the fit may leave less than nothing to draws.
  const threshold = Math.max(0, c + d * part);
  const chance = (pawns: number) => Math.round(1000 / (1 + Math.exp(threshold - (a + b * part) * pawns)));
  const win = chance(value.cp / 100);
  const loss = Math.min(chance(-value.cp / 100), 1000 - win);
  return { win, draw: 1000 - win - loss, loss };
}
