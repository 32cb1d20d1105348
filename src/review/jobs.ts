/** The jobs of reviews: a game each, all of its positions searched by an engine that has forgotten all other games. */

import { playUciMoves } from "../chess/notation/uci-move";
import { parseFen } from "../chess/position/fen";
import { Game } from "../chess/rules/game";
import type { Variant } from "../chess/variants/variant";
import type { CommandOf, JobKind, JobWorker } from "../jobs/job";
import type { AnalysisLimits } from "../players/analyst";
import { type AnalystSetup, analystOf } from "../players/start-analyst";
import { type Evaluation, evaluateGame } from "./evaluate";

/** What all games have in common. */
export interface ReviewSetup extends AnalystSetup {
  readonly limits: AnalysisLimits;
}

/** A game. Another one than the engine's is for Wazaba alone. */
export interface ReviewParams {
  readonly variant: Variant;
  readonly fen: string;
  /** In UCI. */
  readonly moves: readonly string[];
}

/** Plain data, as it stands in the journal. */
export interface EvaluatedGame {
  /** Which game, from 0; those that cannot be read are not counted. */
  readonly index: number;
  /** What the engine calls itself. */
  readonly engine: string;
  readonly positions: readonly (Evaluation | null)[];
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
          return { index, engine: analyst.name, positions };
        },
      };
    },
  };
}
