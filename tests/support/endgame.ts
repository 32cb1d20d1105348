/** Endgame tables on the built generator. */

import { readFileSync } from "node:fs";
import { NO_PIECE } from "../../assembly/rules/piece";
import { type Setup, validated } from "../../src/chess/position/setup";
import { Game } from "../../src/chess/rules/game";
import type { Variant } from "../../src/chess/variants/variant";
import type { Material } from "../../src/engine/endgame/material";
import { EndgameTables, type EndgameValue, type TableStore } from "../../src/engine/endgame/tables";
import { FenError } from "../../src/errors";
import { ASSETS } from "./cores";

/** The tables of a variant, of which none is there yet. */
export function endgameTables(variant: Variant, megabytes?: number, store?: TableStore | null): Promise<EndgameTables> {
  return EndgameTables.load(variant, readFileSync(new URL("endgame.wasm", ASSETS)), megabytes, store);
}

const DRAW: EndgameValue = { result: "draw", plies: 0 };

/** The position with men on these squares; null if there is none, or it is not legal. */
export function positionWith(variant: Variant, men: Material, squares: readonly number[], side: number): Setup | null {
  if (new Set(squares).size < squares.length) return null;
  const board = new Array<number>(64).fill(NO_PIECE);
  for (const [man, piece] of men.entries()) board[squares[man]] = piece;
  const state = { side, castling: [-1, -1, -1, -1], epSquare: -1, epVictim: -1 } as const;
  try {
    return validated({ variant, board, ...state, halfmove: 0, fullmove: 1 });
  } catch (error) {
    if (error instanceof FenError) return null;
    throw error;
  }
}

/**
 * What a table says about a position, and what its moves, or the end of the game, say: both must be the same.
 *
 * @returns null if a table is missing
 */
export function bothValues(tables: EndgameTables, setup: Setup): [table: EndgameValue, moves: EndgameValue] | null {
  const value = tables.probe(setup);
  if (value === null) return null;
  if (value.plies === 0) {
    const game = new Game(setup);
    const outcome = game.outcome();
    if (outcome?.winner === null) return [value, DRAW];
    if (outcome !== null) return [value, { result: outcome.winner === game.turn ? "win" : "loss", plies: 0 }];
  }
  const byMoves = valueByMoves(tables);
  return byMoves && [value, byMoves];
}

/** The value of the position on the tables' board by those that its moves lead to; null if a table is missing. */
function valueByMoves(tables: EndgameTables): EndgameValue | null {
  const { exports } = tables;
  let best: EndgameValue | null = null;
  const count = exports.legalMoves();
  for (let i = 0; i < count; i++) {
    exports.makeMove(exports.legalMove(i));
    const value = tables.valueOnBoard();
    exports.unmakeMove();
    if (value === null) return null;
    const own = forMover(value);
    if (best === null || rank(own) > rank(best)) best = own;
  }
  return best;
}

/** A value after a move, for the side that made it. */
function forMover({ result, plies }: EndgameValue): EndgameValue {
  if (result === "draw") return DRAW;
  return { result: result === "win" ? "loss" : "win", plies: plies + 1 };
}

/** Higher is better: a soon win, a draw, a late loss. */
function rank({ result, plies }: EndgameValue): number {
  return result === "draw" ? 0 : result === "win" ? 1000 - plies : plies - 1000;
}
