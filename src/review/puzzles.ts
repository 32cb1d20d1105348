/**
 * Puzzles: positions of a game in which one move wins and no other does. They are found where somebody went wrong, so a game that was
 * reviewed has them nearly for free: only there is the best move confirmed, and all others searched without it.
 */

import { NO_MOVE, toOf } from "../../assembly/rules/move";
import { NO_PIECE } from "../../assembly/rules/piece";
import type { Score } from "../chess/notation/score";
import { formatUciMove } from "../chess/position/uci-text";
import { Game } from "../chess/rules/game";
import { type AnalysisLimits, type Analyst, longer } from "../players/analyst";
import type { PositionEvaluation } from "./evaluate";
import { CLASSES, expectationOf } from "./judge";

/** A position to solve: plain data. */
export interface Puzzle {
  /** How many plies of the game led to it. */
  readonly ply: number;
  /** The only winning move and what follows, UCI. */
  readonly line: readonly string[];
  /** For the side to move. */
  readonly score: Score;
}

/** The least expectation of the winning move, and the most of every other one. */
export const WINNING = 0.93;
export const NOT_WINNING = 0.6;
/** How many times the review's nodes confirm a puzzle. */
const CONFIRMATION = 5;
/** The maximum length of a line, plies. */
const MAX_LINE = 12;

/**
 * Finds the puzzles of a game.
 *
 * @param evaluations of its positions, from `evaluateGame`
 * @param limits those of the evaluations; puzzles are confirmed with five times as much
 * @throws {WazabaError} if the analyst fails
 */
export async function findPuzzles(
  { root, moves }: Pick<Game, "root" | "moves">,
  evaluations: readonly (PositionEvaluation | null)[],
  analyst: Analyst,
  limits: AnalysisLimits,
): Promise<Puzzle[]> {
  const game = new Game(root);
  const found: Puzzle[] = [];
  /** Of the side to move, in the positions so far. */
  const hopes: number[] = [];
  for (const [ply, evaluation] of evaluations.entries()) {
    if (ply > 0) game.play(moves[ply - 1]);
    if (evaluation === null) break;
    const hope = expectationOf(evaluation.score, game);
    hopes.push(hope);
    if (hope < WINNING || !isTurningPoint(hopes, moves[ply], evaluations[ply + 1], game)) continue;
    const puzzle = await confirm(game, analyst, longer(limits, CONFIRMATION));
    if (puzzle !== null) found.push({ ply, ...puzzle });
  }
  return found;
}

/** Whether the opponent has just gone wrong, or the player does so now; or whether the game begins here. */
function isTurningPoint(
  hopes: readonly number[],
  move: number | undefined,
  after: PositionEvaluation | null | undefined,
  game: Game,
): boolean {
  if (game.moves.at(-1) === NO_MOVE) return false;
  const hope = hopes[hopes.length - 1];
  if (hopes.length === 1 || hope - (1 - hopes[hopes.length - 2]) >= CLASSES.blunder) return true;
  if (move === undefined || move === NO_MOVE || after == null) return false;
  const next = game.copy();
  next.play(move);
  return hope - (1 - expectationOf(after.score, next)) >= CLASSES.blunder;
}

/** The puzzle in a position; null if another move wins as well, or if anyone would find the move. */
async function confirm(game: Game, analyst: Analyst, limits: AnalysisLimits): Promise<Omit<Puzzle, "ply"> | null> {
  const legal = game.legalMoves();
  if (legal.length < 2) return null;
  const { move, score, pv } = await analyst.analyse(game, limits);
  if (expectationOf(score, game) < WINNING || isRecapture(game, move)) return null;
  const others = await analyst.analyse(game, { ...limits, searchMoves: legal.filter((other) => other !== move) });
  if (expectationOf(others.score, game) > NOT_WINNING) return null;
  return { line: pv.slice(0, MAX_LINE).map((next) => formatUciMove(next, false, game.variant)), score };
}

/** Whether a move takes back what has just been captured. */
function isRecapture(game: Game, move: number): boolean {
  const last = game.moves.at(-1);
  if (last === undefined || toOf(last) !== toOf(move)) return false;
  const before = game.copy();
  before.undo();
  return before.position().board[toOf(last)] !== NO_PIECE;
}
