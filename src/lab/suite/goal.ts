/** What a position of a test suite asks for: the EPD opcodes `bm`, `am` and `dm`, and the points of the Strategic Test Suite (STS). */

import type { EpdRecord } from "../../chess/notation/epd";
import { parseSan } from "../../chess/notation/san";
import type { Score } from "../../chess/notation/score";
import { formatUciMove } from "../../chess/position/uci-text";
import { Game } from "../../chess/rules/game";
import { MoveError, quote, WazabaError } from "../../errors";

/** Plain data; moves are UCI. */
export interface Goal {
  /** Best moves (`bm`); any of them will do. */
  readonly best: readonly string[];
  /** Moves to avoid (`am`). */
  readonly avoid: readonly string[];
  /**
   * Direct mate (`dm`): the engine must announce mate in this many moves, negative if the side to move is mated. It counts only if
   * neither `bm` nor `am` is given.
   */
  readonly mateIn: number | null;
  /** Points by move, in the format of STS: `c0 "Nf3=10, Be3=7"`; null without. */
  readonly points: Readonly<Record<string, number>> | null;
}

/** A mate in place of a move: `bm #24`. */
const MATE = /^#(-?\d{1,4})$/;
/** A separate move number: `bm 4. Qxf7#`. */
const NUMBER = /^\d+\.*$/;
/** A separate check or annotation mark: `Bxf7 +`. */
const MARK = /^[+#!?]+$/;

/**
 * The goal of an EPD record.
 *
 * @throws {WazabaError} `suite` if it asks for nothing, a move is not legal, or the game is over
 */
export function goalOf({ root, operations }: EpdRecord): Goal {
  const game = new Game(root);
  if (game.legalMoves().length === 0) throw invalidGoal(`the game is over: ${game.outcome()?.reason}`);
  const words = (opcode: string) => {
    const operands = operations.get(opcode) ?? [];
    return operands.flatMap((text) => text.split(/[\s,]+/)).filter((word) => word !== "" && !MARK.test(word));
  };
  const moves = (opcode: string) => words(opcode).filter((word) => !MATE.test(word) && !NUMBER.test(word));
  const best = moves("bm").map((word) => readMove(game, "bm", word));
  const avoid = moves("am").map((word) => readMove(game, "am", word));
  const points = pointsOf(game, operations.get("c0")?.join(" ") ?? "");
  const hasMoves = best.length + avoid.length > 0;
  const mateIn = hasMoves ? null : mateOf(words("dm"), words("bm"));
  if (!hasMoves && mateIn === null && points === null) throw invalidGoal("no bm, am or dm: nothing to solve");
  return { best, avoid, mateIn, points };
}

/** Whether a move and its score solve it. A position that has only points is solved by the move with the most points. */
export function isSolved({ best, avoid, mateIn, points }: Goal, move: string, score: Score): boolean {
  if (mateIn !== null) {
    return "mate" in score && Math.sign(score.mate) === Math.sign(mateIn) && Math.abs(score.mate) <= Math.abs(mateIn);
  }
  if (best.length + avoid.length === 0) return points !== null && (points[move] ?? 0) === maxPoints(points);
  return !avoid.includes(move) && (best.length === 0 || best.includes(move));
}

/** The points of the best move. */
export function maxPoints(points: NonNullable<Goal["points"]>): number {
  return Math.max(...Object.values(points));
}

/** The theme of a position: its `id` without the trailing number. Null without `id` or number. */
export function themeOf(id: string | null): string | null {
  return id?.match(/^(.*?\P{N})[\s.:#_-]*\d+\s*$/su)?.[1].replace(/[\s.:#_-]+$/, "") || null;
}

function invalidGoal(reason: string): WazabaError {
  return new WazabaError("suite", reason);
}

function readMove(game: Game, opcode: string, word: string): string {
  try {
    return uci(game, word);
  } catch (error) {
    throw error instanceof MoveError ? invalidGoal(`${opcode}: ${error.message}`) : error;
  }
}

function uci(game: Game, word: string): string {
  return formatUciMove(parseSan(game, word.replace(/^\d+\.+/, "")), false, game.variant);
}

function mateOf(dm: readonly string[], bm: readonly string[]): number | null {
  const text = dm.at(0) ?? bm.map((word) => MATE.exec(word)?.[1]).find((number) => number !== undefined);
  if (text === undefined) return null;
  const moves = /^[+-]?\d{1,4}$/.test(text) ? Number(text) : 0;
  if (moves === 0) throw invalidGoal(`dm: ${quote(text)} is not a number of moves`);
  return moves;
}

/** Null unless every part is a legal move and its points: `c0` may be any comment. */
function pointsOf(game: Game, text: string): Goal["points"] {
  const points: Record<string, number> = {};
  for (const part of text.split(",")) {
    // A promotion has an equals sign, too.
    const [, word, number] = /^\s*(\S+)\s*=\s*(\d{1,6})\s*$/.exec(part) ?? [];
    if (word === undefined) return null;
    try {
      points[uci(game, word)] = Number(number);
    } catch (error) {
      if (error instanceof MoveError) return null;
      throw error;
    }
  }
  return points;
}
