/** A game for training, from its opening to its line in the file. */

import { WHITE } from "../../assembly/rules/piece";
import { FenError } from "../errors";
import { parseFen } from "../notation/fen";
import { formatUciMove } from "../notation/uci-move";
import type { Game } from "../rules/game";
import type { Variant } from "../variants/variant";
import { findOpening, type OpeningSettings } from "./opening";
import type { Teacher } from "./teacher";

/** A game that goes on for so many plies after its opening is a draw. */
const MAX_PLIES = 400;
/** So many plies in a row must look won before a game is given up. */
const RESIGN_PLIES = 6;

export interface GameSettings extends OpeningSettings {
  /** From here on a score looks won, centipawns. */
  readonly resign: number;
}

/** A game that was played. */
export interface TrainingGame {
  /**
   * `FEN|result|move score move score …`: the position after the opening; 1, 0 or −1 for White; UCI moves, each with the
   * score in centipawns that the side to move had before it, a mate in n moves being 32000 − n.
   */
  readonly text: string;
  readonly result: Result;
  /** How many positions have a score. */
  readonly positions: number;
}

/** For White. */
export type Result = 1 | 0 | -1;

/**
 * Plays the game with that index, from 0: the same for the same settings and teacher, whatever came before.
 *
 * @throws {WazabaError} if the teacher fails, or there is no opening
 */
export async function playGame(index: number, settings: GameSettings, teacher: Teacher): Promise<TrainingGame> {
  const { variant, chess960, resign } = settings;
  await teacher.newGame();
  const opening = await findOpening(index, settings, teacher);
  const { game } = opening;
  const fen = game.fen({ chess960 });
  const moves: string[] = [];
  /** How many plies in a row White (or, if negative, Black) has looked like winning. */
  let winning = 0;
  for (let judgement = opening.judgement; ; judgement = await teacher.judge(game)) {
    const { move, score } = judgement;
    moves.push(`${formatUciMove(move, chess960, variant)} ${score}`);
    const winner = Math.abs(score) < resign ? 0 : score > 0 === (game.turn === WHITE) ? 1 : -1;
    winning = winner === Math.sign(winning) ? winning + winner : winner;
    game.play(move);
    const result = resultOf(game, winning);
    if (result !== null) return { text: `${fen}|${result}|${moves.join(" ")}`, result, positions: moves.length };
  }
}

/** How the game has ended, by the rules or by agreement; null while it goes on. */
function resultOf(game: Game, winning: number): Result | null {
  const outcome = game.outcome();
  if (outcome !== null) return outcome.winner === null ? 0 : outcome.winner === WHITE ? 1 : -1;
  if (Math.abs(winning) >= RESIGN_PLIES) return winning > 0 ? 1 : -1;
  return game.plies >= MAX_PLIES ? 0 : null;
}

/** Whether a line begins like a game of this variant; its end may be torn. */
export function isTrainingGame(line: string, variant: Variant): boolean {
  const parts = /^([^|]{1,200})\|(1|0|-1)\|/.exec(line);
  if (parts === null) return false;
  try {
    parseFen(parts[1], variant);
    return true;
  } catch (error) {
    if (error instanceof FenError) return false;
    throw error;
  }
}
