/** The jobs of perft: each counts the leaves below one line of the first plies. */

import { playUciMoves } from "../../chess/notation/uci-move";
import { parseFen } from "../../chess/position/fen";
import { hasOrthodoxCastling, type Setup } from "../../chess/position/setup";
import { formatUciMove } from "../../chess/position/uci-text";
import { Game } from "../../chess/rules/game";
import type { Variant } from "../../chess/variants/variant";
import type { CoreName } from "../../engine/core/core";
import { Searcher } from "../../engine/threads/searcher";
import type { JobKind, JobWorker } from "../../jobs/job";

/** What all lines share. */
export interface PerftSetup {
  readonly core: CoreName;
  readonly variant: Variant;
  /** The position in which all lines start. */
  readonly fen: string;
  /** The depth of the tree below a line, plies; at least 1. */
  readonly depth: number;
}

/** A line, in UCI. */
export interface PerftParams {
  readonly moves: readonly string[];
}

export interface PerftResult {
  readonly nodes: number;
}

/** Perft, in threads of this process. */
export function perftJobs(): JobKind<PerftSetup, PerftParams, PerftResult> {
  return {
    name: "perft",
    worker: ({ core, variant, fen, depth }): JobWorker<PerftParams, PerftResult> => {
      let searcher: Promise<Searcher> | null = null;
      return {
        open: async () => {
          searcher = Searcher.create({ core, variant, hash: 1 });
          await searcher;
        },
        close: async () => {
          await searcher?.then((running) => running.dispose()).catch(() => {});
        },
        run: async ({ moves }) => {
          const game = new Game(parseFen(fen, variant));
          playUciMoves(game, moves);
          let nodes = 0;
          const running = (await searcher)?.divide({ root: game.root, moves: [...game.moves] }, depth, (_, leaves) => {
            nodes += leaves;
          });
          await running?.result;
          return { nodes };
        },
      };
    },
  };
}

/** The length of lines: jobs should take seconds rather than milliseconds, and there should be enough of them for many workers. */
const LONG_LINES = [
  { from: 9, plies: 3 },
  { from: 7, plies: 2 },
];

/** A line by which perft is divided. */
export interface PerftLine {
  /** Its first move, as a number. */
  readonly first: number;
  /** All of them, in UCI. */
  readonly moves: readonly string[];
}

/**
 * The lines by which a perft is divided, grouped by their first move. Games that end earlier yield none.
 *
 * @param depth plies; at least 2
 */
export function perftLines(root: Setup, depth: number): PerftLine[] {
  const plies = LONG_LINES.find(({ from }) => depth >= from)?.plies ?? 1;
  const chess960 = !hasOrthodoxCastling(root);
  const lines: PerftLine[] = [];
  const game = new Game(root);
  const follow = (first: number, moves: readonly string[]) => {
    if (moves.length === plies) {
      lines.push({ first, moves });
      return;
    }
    for (const move of game.legalMoves()) {
      game.play(move);
      follow(moves.length === 0 ? move : first, [...moves, formatUciMove(move, chess960, root.variant)]);
      game.undo();
    }
  };
  follow(0, []);
  return lines;
}
