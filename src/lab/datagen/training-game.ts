/** A training game, from its opening to its line in the file. */

import { WHITE } from "../../../assembly/rules/piece";
import { parseFen } from "../../chess/position/fen";
import { formatUciMove } from "../../chess/position/uci-text";
import { Game } from "../../chess/rules/game";
import type { Variant } from "../../chess/variants/variant";
import { FenError } from "../../errors";
import type { Label } from "../../players/teacher";
import { randomNumbers, seedFor } from "../../random";
import { findOpening, type OpeningSettings } from "../openings/balanced";
import type { LeafFinder } from "./leaves";

/** A game of this many plies after its opening is a draw. */
const MAX_PLIES = 400;
/** How many plies in a row must look won before a game is resigned. */
export const RESIGN_PLIES = 6;

export interface TrainingGameSettings extends OpeningSettings {
  /** The lowest score that looks won, centipawns. */
  readonly resign: number;
  /** Finds a quiet leaf for this percentage of positions; undefined for none. */
  readonly leaves?: { readonly finder: LeafFinder; readonly percent: number } | undefined;
}

/** A finished game. */
export interface TrainingGame {
  /**
   * `FEN|result|move score move score …`: the position after the opening; 1, 0 or −1 for White; UCI moves, each with the
   * score before it, in centipawns for the side to move; mate in n moves is 32000 − n. Then, for each leaf of a search of one
   * of its positions, `|FEN move score`: the teacher's move there, and its score.
   */
  readonly text: string;
  readonly result: Result;
  /** How many positions have a score, and how many of them are leaves. */
  readonly positions: number;
  readonly leaves: number;
  /** How each leaf was found. */
  readonly lines: readonly LeafLine[];
}

/** How a leaf was found: moves in UCI from the position before the game's move number `ply`, from 0. */
export interface LeafLine {
  readonly ply: number;
  readonly moves: readonly string[];
}

/** For White. */
export type Result = 1 | 0 | -1;

/**
 * Plays the game with that index, from 0; deterministic for the same settings and labels. It yields the positions for which it
 * needs labels.
 *
 * @throws {WazabaError} if no opening is found
 */
export function* trainingGame(index: number, settings: TrainingGameSettings): Generator<Game, TrainingGame, Label> {
  const { variant, chess960, resign, leaves } = settings;
  const opening = yield* findOpening(index, settings);
  let { game } = opening;
  // A separate generator, so that games from the same opening have different leaves.
  const random = randomNumbers(seedFor(~settings.seed, index));
  const text = (move: number) => formatUciMove(move, chess960, variant);
  const fen = game.fen({ chess960 });
  const moves: string[] = [];
  const found: string[] = [];
  const lines: LeafLine[] = [];
  /** Consecutive plies with a winning score for White or, if negative, for Black. */
  let winning = 0;
  for (let label = opening.label; ; label = yield game) {
    const { move, score } = label;
    moves.push(`${text(move)} ${score}`);
    const leaf = leaves !== undefined && random(100) < leaves.percent ? leaves.finder.leafOf(game, random) : null;
    if (leaf !== null) {
      lines.push({ ply: moves.length - 1, moves: leaf.moves.map(text) });
      const labelled = yield leaf.game;
      found.push(`|${leaf.game.fen({ chess960 })} ${text(labelled.move)} ${labelled.score}`);
    }
    const winner = Math.abs(score) < resign ? 0 : score > 0 === (game.turn === WHITE) ? 1 : -1;
    winning = winner === Math.sign(winning) ? winning + winner : winner;
    game.play(move);
    const result = resultOf(game, moves.length, winning);
    if (result !== null) {
      const positions = moves.length + found.length;
      return {
        text: `${fen}|${result}|${moves.join(" ")}${found.join("")}`,
        result,
        positions,
        leaves: found.length,
        lines,
      };
    }
    // Earlier positions cannot recur, and a short game is set up faster, by the teacher, too.
    if (game.halfmove === 0) game = new Game(game.position());
  }
}

/** The result, by the rules or by adjudication; null while the game continues. */
function resultOf(game: Game, plies: number, winning: number): Result | null {
  const outcome = game.outcome();
  if (outcome !== null) return outcome.winner === null ? 0 : outcome.winner === WHITE ? 1 : -1;
  if (Math.abs(winning) >= RESIGN_PLIES) return winning > 0 ? 1 : -1;
  return plies >= MAX_PLIES ? 0 : null;
}

/** Whether a line starts like a game of this variant; its end may be torn. */
export function isTrainingGame(line: string, variant: Variant): boolean {
  const parts = /^([^|]{1,200})\|(1|0|-1)\|/.exec(line);
  if (parts === null) return false;
  // A castling right that is dropped is one of another variant.
  let isExact = true;
  try {
    parseFen(parts[1], variant, () => {
      isExact = false;
    });
    return isExact;
  } catch (error) {
    if (error instanceof FenError) return false;
    throw error;
  }
}
