/**
 * Ranks the moves of the root by Syzygy's tablebases, as Stockfish does: all moves that win in time are equal, and the search chooses
 * among them; once a position has repeated, or where the fifty-move rule comes near, the shortest way to the next zeroing move comes first.
 */

import { NO_PIECE } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import { DRAW, TABLE_WIN } from "../../../assembly/search/score";
import { Game } from "../../chess/rules/game";
import { CHESS } from "../../chess/variants/games";
import { sameLaws } from "../../chess/variants/variant";
import type { GamePosition } from "../core/core";
import { dtzOfMove, probeWdl } from "./probe";
import type { RootRanking, TablebaseSettings } from "./settings";
import type { Wdl } from "./table";
import type { Tablebases } from "./tablebases";

/** The rank of a sure win; that of any move is less far from 0, by the plies it takes. */
const SURE = 2 ** 18;
/** The fifty-move rule, plies. */
const MOVE_LIMIT = 100;

interface RankedMove {
  readonly move: number;
  /** Positive for wins, negative for losses, the larger the better. */
  readonly rank: number;
}

/**
 * The moves to search, and what they are worth; null where tables do not know them all.
 *
 * @param searchMoves the moves to consider; all if empty
 * @param lines how many lines are wanted
 */
export function rankRootMoves(
  tables: Tablebases,
  { root, moves: played }: GamePosition,
  { limit, hasMoveLimit }: TablebaseSettings,
  searchMoves: readonly number[],
  lines: number,
): RootRanking | null {
  const men = Math.min(limit, tables.counts.men);
  if (!sameLaws(root.variant.laws, CHESS.laws)) return null;
  if (root.board.filter((piece) => piece !== NO_PIECE).length - played.length > men) return null;
  const game = new Game(root);
  let hasRepeated = false;
  for (const move of played) {
    game.play(move);
    hasRepeated = game.halfmove > 0 && (hasRepeated || game.occurrences > 1);
  }
  if (game.pieceCount > men || game.position().castling.some((rook) => rook !== NO_SQUARE)) return null;
  const allowed = game.legalMoves().filter((move) => searchMoves.length === 0 || searchMoves.includes(move));
  const ranked = byDtz(tables, game, allowed, hasRepeated) ?? byWdl(tables, game, allowed);
  if (ranked === null || ranked.length === 0) return null;
  ranked.sort((a, b) => b.rank - a.rank);
  const last = ranked[Math.min(lines, ranked.length) - 1].rank;
  const best = ranked.filter(({ rank }) => rank >= last);
  const sure = hasMoveLimit ? SURE - MOVE_LIMIT : 1;
  return {
    moves: best.map(({ move }) => move),
    scores: new Map(best.map(({ move, rank }) => [move, scoreOf(rank, sure)])),
    hits: allowed.length,
  };
}

function byDtz(tables: Tablebases, game: Game, moves: readonly number[], hasRepeated: boolean): RankedMove[] | null {
  const clock = game.halfmove;
  const ranked: RankedMove[] = [];
  for (const move of moves) {
    const dtz = isThirdTime(game, move) ? 0 : dtzOfMove(tables, game, move);
    if (dtz === null) return null;
    ranked.push({ move, rank: rankOf(dtz, clock, hasRepeated) });
  }
  return ranked;
}

function rankOf(dtz: number, clock: number, hasRepeated: boolean): number {
  if (dtz > 0) return dtz + clock < MOVE_LIMIT && !hasRepeated ? SURE : SURE - (dtz + clock);
  // While a loss cannot reach the move limit, the search may look for the best defence.
  if (dtz < 0) return -2 * dtz + clock < MOVE_LIMIT ? -SURE : -SURE - dtz + clock;
  return 0;
}

/** Without DTZ: wins that the fifty-move rule draws rank below other wins, but all other wins are equal. */
function byWdl(tables: Tablebases, game: Game, moves: readonly number[]): RankedMove[] | null {
  const ranks: Readonly<Record<Wdl, number>> = {
    2: SURE,
    1: SURE - MOVE_LIMIT - 1,
    0: 0,
    [-1]: MOVE_LIMIT + 1 - SURE,
    [-2]: -SURE,
  };
  const ranked: RankedMove[] = [];
  for (const move of moves) {
    const isDrawn = isThirdTime(game, move);
    game.playLegal(move);
    const reply = isDrawn ? 0 : probeWdl(tables, game);
    game.undo();
    if (reply === null) return null;
    ranked.push({ move, rank: ranks[(0 - reply) as Wdl] });
  }
  return ranked;
}

function isThirdTime(game: Game, move: number): boolean {
  game.playLegal(move);
  const { occurrences } = game;
  game.undo();
  return occurrences >= 3;
}

/** Draws by the fifty-move rule are a little more or less than other draws. */
function scoreOf(rank: number, sure: number): number {
  if (rank >= sure) return TABLE_WIN;
  if (rank <= -sure) return -TABLE_WIN;
  return DRAW + 2 * Math.sign(rank);
}
