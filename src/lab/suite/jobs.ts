/** The jobs of a test suite: one position each, searched by an engine that has forgotten all others. */

import type { Score } from "../../chess/notation/score";
import { parseFen } from "../../chess/position/fen";
import { formatUciMove } from "../../chess/position/uci-text";
import { Game } from "../../chess/rules/game";
import type { CommandOf, JobKind, JobWorker } from "../../jobs/job";
import type { AnalysisLimits, Thought } from "../../players/analyst";
import { type AnalystSetup, analystOf } from "../../players/start-analyst";
import { type Goal, isSolved } from "./goal";

/** What all positions share. */
export interface SuiteSetup extends AnalystSetup {
  readonly limits: AnalysisLimits;
}

export interface SuiteParams {
  readonly fen: string;
  readonly goal: Goal;
}

/** An engine's result on a position: plain data, as stored in the journal. */
export interface Attempt {
  /** The position's index in the suite, from 0; unusable ones do not count. */
  readonly index: number;
  /** The engine's name for itself. */
  readonly engine: string;
  readonly solved: boolean;
  /** Its move, UCI. */
  readonly move: string;
  /** For the side to move. */
  readonly score: Score;
  readonly depth: number;
  readonly nodes: number;
  readonly timeMs: number;
  /** When the solution was found for good; null if it is not solved. */
  readonly found: Pick<Thought, "depth" | "nodes" | "timeMs"> | null;
}

export function suiteJobs(commandOf: CommandOf): JobKind<SuiteSetup, SuiteParams, Attempt> {
  return {
    name: "epd",
    worker: (setup): JobWorker<SuiteParams, Attempt> => {
      const analyst = analystOf(setup, commandOf);
      return {
        open: () => analyst.open(),
        close: () => analyst.close(),
        run: async ({ fen, goal }, index) => {
          const { variant, limits } = setup;
          const game = new Game(parseFen(fen, variant));
          const text = (move: number) => formatUciMove(move, false, variant);
          let found: Attempt["found"] = null;
          const note = ({ move, score, depth, nodes, timeMs }: Thought) => {
            if (isSolved(goal, text(move), score)) found ??= { depth, nodes, timeMs };
            else found = null;
          };
          await analyst.newGame();
          const result = await analyst.analyse(game, limits, note);
          // An engine may play a move other than the first of its last PV.
          note(result);
          const { score, depth, nodes, timeMs } = result;
          const ending = { score, depth, nodes, timeMs, found };
          return { index, engine: analyst.name, solved: found !== null, move: text(result.move), ...ending };
        },
      };
    },
  };
}
