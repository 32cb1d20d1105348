/**
 * Values of positions by Syzygy's tablebases. Where a capture is best a table may say less than the truth, and it knows no en passant,
 * so captures are played out first.
 */

import { CASTLE, EN_PASSANT, fromOf, kindOf, toOf } from "../../../assembly/rules/move";
import { NO_PIECE, PAWN, typeOf } from "../../../assembly/rules/piece";
import type { Game } from "../../chess/rules/game";
import type { Men } from "./men";
import type { Wdl } from "./table";
import type { Tablebases } from "./tablebases";

/** A value, and whether the best move is a capture or, if asked for, a pawn move: the table's DTZ then says nothing. */
interface Value {
  readonly wdl: Wdl;
  readonly isZeroing: boolean;
}

/** DTZ where the best move zeroes the fifty-move counter, by the position's value. */
const ZEROING_DTZ: Readonly<Record<Wdl, number>> = { 2: 1, 1: 101, 0: 0, [-1]: -101, [-2]: -1 };

/** Win, draw or loss for the side to move, with the fifty-move counter at zero; null if a table is missing. Castling is left out. */
export function probeWdl(tables: Tablebases, game: Game): Wdl | null {
  return bestOf(tables, game, isCapture)?.wdl ?? null;
}

/**
 * DTZ: plies to the next capture or pawn move that keeps the win (positive), or to the one that loses (negative); from 101 on the
 * fifty-move rule draws. 0 for a draw; null if a table is missing. May be too long by one ply, as the tables are.
 */
export function probeDtz(tables: Tablebases, game: Game): number | null {
  const value = bestOf(tables, game, isZeroing);
  if (value === null) return null;
  const { wdl } = value;
  if (wdl === 0) return 0;
  if (value.isZeroing) return ZEROING_DTZ[wdl];
  const sign = Math.sign(wdl);
  const known = tables.dtz(menOf(game), wdl);
  if (known === null) return null;
  if (known !== "other") return sign * (known + (Math.abs(wdl) === 1 ? 100 : 0));
  // The other side's positions are known: the shortest win, or the longest loss, is one ply more than the best of them.
  let best: number | null = null;
  for (const move of game.legalMoves()) {
    const dtz = dtzOfMove(tables, game, move);
    if (dtz === null) return null;
    if (Math.sign(dtz) === sign && (best === null || dtz < best)) best = dtz;
  }
  // Mate.
  return best ?? -1;
}

/** DTZ of a legal move, for the side that makes it, the move included; null if a table is missing. */
export function dtzOfMove(tables: Tablebases, game: Game, move: number): number | null {
  const zeroes = isZeroing(game, move);
  game.playLegal(move);
  const isMate = game.inCheck && game.legalMoves().length === 0;
  let dtz: number | null;
  if (zeroes) {
    const wdl = probeWdl(tables, game);
    dtz = wdl === null ? null : ZEROING_DTZ[-wdl as Wdl];
  } else {
    const reply = probeDtz(tables, game);
    dtz = reply === null ? null : -reply + Math.sign(-reply);
  }
  game.undo();
  return isMate ? 1 : dtz;
}

/** The best of the moves that pass, and of what the table says, which holds for the others. */
function bestOf(tables: Tablebases, game: Game, passes: (game: Game, move: number) => boolean): Value | null {
  const all = game.legalMoves();
  const tried = all.filter((move) => passes(game, move));
  let best: Wdl | null = null;
  for (const move of tried) {
    game.playLegal(move);
    const reply = bestOf(tables, game, isCapture);
    game.undo();
    if (reply === null) return null;
    const wdl = (0 - reply.wdl) as Wdl;
    if (best === null || wdl > best) best = wdl;
    if (wdl === 2) return { wdl, isZeroing: true };
  }
  if (best !== null && tried.length === all.length) return { wdl: best, isZeroing: true };
  const known = tables.wdl(menOf(game));
  if (known === null) return null;
  return best !== null && best >= known ? { wdl: best, isZeroing: best > 0 } : { wdl: known, isZeroing: false };
}

function isCapture(game: Game, move: number): boolean {
  const kind = kindOf(move);
  return kind === EN_PASSANT || (kind !== CASTLE && game.pieceAt(toOf(move)) !== NO_PIECE);
}

function isZeroing(game: Game, move: number): boolean {
  return isCapture(game, move) || typeOf(game.pieceAt(fromOf(move))) === PAWN;
}

function menOf(game: Game): Men {
  const squares: number[] = [];
  const pieces: number[] = [];
  for (let square = 0; square < 64; square++) {
    const piece = game.pieceAt(square);
    if (piece === NO_PIECE) continue;
    squares.push(square);
    pieces.push(piece);
  }
  return { squares, pieces, turn: game.turn };
}
