/** The review of a game: every move judged, from the evaluations of its positions. */

import { NO_MOVE } from "../../assembly/rules/move";
import { WHITE } from "../../assembly/rules/piece";
import type { OpeningBook } from "../chess/book/book";
import type { AnnotatedGame } from "../chess/notation/pgn";
import type { PgnLine } from "../chess/notation/pgn-tree";
import { formatSanLine } from "../chess/notation/san";
import type { Score } from "../chess/notation/score";
import { parseUciMove } from "../chess/notation/uci-move";
import { formatUciMove } from "../chess/position/uci-text";
import { Game } from "../chess/rules/game";
import { clocksOf, timeTroubleOf } from "./clock";
import type { PositionEvaluation } from "./evaluate";
import { accuracyOf, classOf, expectationOf, finalExpectation, type MoveClass } from "./judge";
import type { FoundOpening, OpeningNames } from "./names";

/** A move, judged. Scores and expectations are White's. */
export interface ReviewedMove {
  /** From 1. */
  readonly ply: number;
  readonly colour: "white" | "black";
  readonly san: string;
  readonly uci: string;
  /** The best move in SAN: this one, or a better one. */
  readonly best: string;
  /** The best line in SAN, from this move on. */
  readonly bestLine: readonly string[];
  readonly scoreBefore: Score;
  /** Null if the move ended the game. */
  readonly scoreAfter: Score | null;
  /** White's expected score of the game, 0 to 1. */
  readonly expectationBefore: number;
  readonly expectationAfter: number;
  /** The expectation that the mover lost, 0 to 1. */
  readonly loss: number;
  /** Null for a good move. */
  readonly class: MoveClass | null;
  /** Time left after it, seconds; null if unknown. */
  readonly clock: number | null;
  readonly isTimeTrouble: boolean;
}

/** One side of a game. */
export interface SideReview {
  readonly moves: number;
  /** Percent; null without moves. */
  readonly accuracy: number | null;
  readonly inaccuracies: number;
  readonly mistakes: number;
  readonly blunders: number;
  /** How many of these three were made in time trouble. */
  readonly inTimeTrouble: number;
}

export interface Review {
  readonly white: SideReview;
  readonly black: SideReview;
  readonly moves: readonly ReviewedMove[];
  readonly opening: FoundOpening | null;
  /** The ply of the first move that is not in the book, from 1; null without a book, or if all moves are in it. */
  readonly leftBook: number | null;
}

/** Optional additions to a review. */
export interface ReviewExtras {
  readonly names?: OpeningNames | undefined;
  readonly book?: OpeningBook | undefined;
}

/**
 * Judges the moves of a game.
 *
 * @param evaluations of its positions, from `evaluateGame`
 */
export function reviewOf(
  { game, line, tags }: Pick<AnnotatedGame, "game" | "tags"> & { readonly line: PgnLine },
  evaluations: readonly (PositionEvaluation | null)[],
  { names, book }: ReviewExtras = {},
): Review {
  const clocks = clocksOf(line);
  const troubles = timeTroubleOf(clocks, tags.get("TimeControl"));
  const current = new Game(game.root);
  const sans = formatSanLine(current, game.moves);
  const outlooks = outlooksOf(game, evaluations);
  const moves = game.moves.map((move, place): ReviewedMove => {
    const side = current.turn;
    const best = evaluations[place] as PositionEvaluation;
    const uci = formatUciMove(move, false, game.variant);
    const bestLine = formatSanLine(current, legalLine(current, best.pv));
    const [before, after] = [outlooks[place], outlooks[place + 1]];
    const cost = side === WHITE ? before.expectation - after.expectation : after.expectation - before.expectation;
    // A null move is not judged: nobody played it.
    const loss = best.pv[0] === uci || move === NO_MOVE ? 0 : Math.max(0, Math.round(cost * 1000) / 1000);
    current.play(move);
    return {
      ply: place + 1,
      colour: side === WHITE ? "white" : "black",
      san: sans[place],
      uci,
      best: bestLine[0],
      bestLine,
      scoreBefore: before.score as Score,
      scoreAfter: after.score,
      expectationBefore: before.expectation,
      expectationAfter: after.expectation,
      loss,
      class: classOf(loss),
      clock: clocks[place] ?? null,
      isTimeTrouble: troubles[place] ?? false,
    };
  });
  const judged = moves.filter((_, place) => game.moves[place] !== NO_MOVE);
  const of = (colour: ReviewedMove["colour"]) => sideOf(judged.filter((move) => move.colour === colour));
  const opening = names?.find(game) ?? null;
  return { white: of("white"), black: of("black"), moves, opening, leftBook: leftBook(game, book) };
}

/** White's prospects in a position. */
interface Outlook {
  /** Null if the game is over. */
  readonly score: Score | null;
  readonly expectation: number;
}

function outlooksOf(game: Game, evaluations: readonly (PositionEvaluation | null)[]): Outlook[] {
  const current = new Game(game.root);
  return evaluations.map((evaluation, place) => {
    if (place > 0) current.play(game.moves[place - 1]);
    if (evaluation === null) {
      const outcome = current.outcome();
      return { score: null, expectation: outcome === null ? 0.5 : finalExpectation(outcome, WHITE) };
    }
    const own = expectationOf(evaluation.score, current);
    if (current.turn === WHITE) return { score: evaluation.score, expectation: own };
    return { score: negated(evaluation.score), expectation: Math.round((1 - own) * 1e4) / 1e4 };
  });
}

function negated(score: Score): Score {
  // A minus sign would give −0.
  return "cp" in score ? { cp: 0 - score.cp } : { mate: 0 - score.mate };
}

/** The moves of a PV. */
function legalLine(game: Game, pv: readonly string[]): number[] {
  const copy = game.copy();
  return pv.map((text) => {
    const move = parseUciMove(copy, text);
    copy.play(move);
    return move;
  });
}

/** The totals of one side's moves. */
export function sideOf(moves: readonly ReviewedMove[]): SideReview {
  const count = (kind: MoveClass) => moves.filter((move) => move.class === kind).length;
  return {
    moves: moves.length,
    accuracy: accuracyOf(moves.map(({ loss }) => loss)),
    inaccuracies: count("inaccuracy"),
    mistakes: count("mistake"),
    blunders: count("blunder"),
    inTimeTrouble: moves.filter((move) => move.class !== null && move.isTimeTrouble).length,
  };
}

function leftBook(game: Game, book: OpeningBook | undefined): number | null {
  if (book === undefined) return null;
  const current = new Game(game.root);
  for (const move of game.moves) {
    if (!book.moves(current).some((known) => known.move === move)) return current.plies + 1;
    current.play(move);
  }
  return null;
}
