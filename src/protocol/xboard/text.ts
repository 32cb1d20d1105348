/** Moves, scores, thinking output and results as xboard writes them. */

import { CASTLE, fromOf, kindOf, toOf } from "../../../assembly/rules/move";
import type { Line } from "../../chess/notation/line";
import { toScore } from "../../chess/notation/score";
import { parseUciMove } from "../../chess/notation/uci-move";
import { colourName } from "../../chess/position/names";
import { formatUciMove } from "../../chess/position/uci-text";
import type { Game, Outcome } from "../../chess/rules/game";
import type { Variant } from "../../chess/variants/variant";
import type { Progress } from "../../engine/worker/messages";
import { MoveError, quote } from "../../errors";
import { textOf } from "../../message";

/** A mate in N moves is written as this number of centipawns plus N. */
const MATE_SCORE = 100_000;

/**
 * A move in coordinates; in fischerandom castling is `O-O` and `O-O-O`.
 *
 * @param letters whether castling is written `O-O`
 */
export function formatXboardMove(move: number, letters: boolean, variant: Variant): string {
  if (!letters || kindOf(move) !== CASTLE) return formatUciMove(move, false, variant);
  return isShort(move) ? "O-O" : "O-O-O";
}

/**
 * Reads a legal move of the current position, castling as `O-O` or as in UCI.
 *
 * @throws {MoveError} if it is not a legal move
 */
export function parseXboardMove(game: Game, text: string): number {
  const castling = /^[o0]-[o0](-[o0])?$/i.exec(text);
  if (castling === null) return parseUciMove(game, text.replace("=", ""));
  const wantsShort = castling[1] === undefined;
  const move = game.legalMoves().find((legal) => kindOf(legal) === CASTLE && isShort(legal) === wantsShort);
  if (move === undefined) throw new MoveError("illegal", text, `${quote(text)} is not legal here`);
  return move;
}

/** Whether a line that is not a command looks like a move. */
export function looksLikeMove(text: string): boolean {
  return /^([a-h][1-8][a-h][1-8]=?[a-z]?|[a-z]@[a-h][1-8]|[o0]-[o0](-[o0])?)$/i.test(text);
}

/** Whether castling is on the king's side: inside, it is king takes rook. */
function isShort(castling: number): boolean {
  return toOf(castling) > fromOf(castling);
}

/** A line as `ply score time nodes pv`, the time in centiseconds. The format cannot mark bounds. */
export function formatThinking(
  { depth, score }: Line,
  { timeMs, nodes }: Pick<Progress, "timeMs" | "nodes">,
  pv: readonly string[],
): string {
  return `${depth} ${formatXboardScore(score)} ${Math.round(timeMs / 10)} ${nodes} ${pv.join(" ")}`;
}

function formatXboardScore(score: number): number {
  const value = toScore(score);
  if ("cp" in value) return value.cp;
  return value.mate > 0 ? MATE_SCORE + value.mate : value.mate - MATE_SCORE;
}

/** `1-0 {White mates}`. */
export function formatResult({ winner, reason }: Outcome): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  if (winner === null) return `1/2-1/2 {${text}}`;
  const name = textOf(colourName(winner));
  const comment = reason === "checkmate" ? `${name} mates` : `${name} wins: ${reason}`;
  return `${winner === 0 ? "1-0" : "0-1"} {${comment}}`;
}
