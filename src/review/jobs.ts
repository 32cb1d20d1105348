/** The jobs of reviews: one game each, whose positions are searched by an engine that has forgotten all other games. */

import { playUciMoves } from "../chess/notation/uci-move";
import { parseFen } from "../chess/position/fen";
import { Game } from "../chess/rules/game";
import type { Variant } from "../chess/variants/variant";
import type { CommandOf, JobKind, JobWorker } from "../jobs/job";
import type { AnalysisLimits } from "../players/analyst";
import { type AnalystSetup, analystOf } from "../players/start-analyst";
import { evaluateGame, type PositionEvaluation } from "./evaluate";
import { findPuzzles, type Puzzle } from "./puzzles";

/** What all games share. */
export interface ReviewSetup extends AnalystSetup {
  readonly limits: AnalysisLimits;
  /** Whether puzzles are looked for. */
  readonly puzzles: boolean;
}

/** A game. Only Wazaba accepts another variant than the setup's. */
export interface ReviewParams {
  readonly variant: Variant;
  readonly fen: string;
  /** In UCI. */
  readonly moves: readonly string[];
}

/** Plain data, as stored in the journal. */
export interface EvaluatedGame {
  /** The game's index, from 0; unreadable ones do not count. */
  readonly index: number;
  /** The engine's name for itself. */
  readonly engine: string;
  readonly positions: readonly (PositionEvaluation | null)[];
  /** Empty unless they were asked for. */
  readonly puzzles: readonly Puzzle[];
}

export function reviewJobs(commandOf: CommandOf): JobKind<ReviewSetup, ReviewParams, EvaluatedGame> {
  return {
    name: "review",
    worker: (setup): JobWorker<ReviewParams, EvaluatedGame> => {
      const analyst = analystOf(setup, commandOf);
      return {
        open: () => analyst.open(),
        close: () => analyst.close(),
        run: async ({ variant, fen, moves }, index) => {
          const game = new Game(parseFen(fen, variant));
          playUciMoves(game, moves, true);
          const positions = await evaluateGame(game, analyst, setup.limits);
          const puzzles = setup.puzzles ? await findPuzzles(game, positions, analyst, setup.limits) : [];
          return { index, engine: analyst.name, positions, puzzles };
        },
      };
    },
  };
}
