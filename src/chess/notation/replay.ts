/** Moves in SAN played from a position, in the first language that can read them all. */

import { NO_MOVE } from "../../../assembly/rules/move";
import { MoveError, quote } from "../../errors";
import { message } from "../../message";
import type { Setup } from "../position/setup";
import { Game } from "../rules/game";
import { LETTERS, type Letters, toEnglish } from "./languages";
import { isNullMove, NULL_SAN } from "./move-text";
import { parseSan, readSan } from "./san";

/** Moves as far as they could be played. */
export interface Replay {
  readonly game: Game;
  readonly letters: Letters;
  /** Why the next move could not be played; null if all were. */
  readonly error: MoveError | null;
}

/**
 * Plays moves. If no language reads them all, it is the one that gets farthest.
 *
 * @param before moves that have been played already
 */
export function replay(root: Setup, moves: readonly string[], before: readonly number[] = []): Replay {
  let farthest: Replay | null = null;
  for (const letters of LETTERS) {
    const game = new Game(root);
    for (const move of before) game.play(move);
    const reached = { game, letters, error: play(game, moves, letters) };
    if (reached.error === null) return reached;
    if (farthest === null || progress(reached) > progress(farthest)) farthest = reached;
  }
  return farthest as Replay;
}

/** An illegal move counts half a ply more than one that cannot be read. */
function progress({ game, error }: Replay): number {
  return game.plies + (error?.code === "malformed" ? 0 : 0.5);
}

/** Plays moves as long as they can be read and are legal. */
function play(game: Game, moves: readonly string[], letters: Letters): MoveError | null {
  try {
    for (const move of moves) playWord(game, move, letters);
    return null;
  } catch (error) {
    if (error instanceof MoveError) return error;
    throw error;
  }
}

/**
 * Plays a move of PGN, maybe a null move. @returns its number
 *
 * @throws {MoveError} if it cannot be read or played
 */
export function playWord(game: Game, text: string, letters: Letters): number {
  const english = toEnglish(text, letters);
  const standard = readSan(game, english);
  const move = standard !== NO_MOVE || isNullMove(text) ? standard : parseSan(game, english);
  if (move !== NO_MOVE) game.playLegal(move);
  else pass(game, text);
  return move;
}

function pass(game: Game, text: string): void {
  try {
    game.play(NO_MOVE);
  } catch (error) {
    if (!(error instanceof MoveError) || error.code !== "illegal") throw error;
    throw new MoveError("illegal", text, message`${quote(text)}: a side in check cannot pass (${NULL_SAN})`);
  }
}
