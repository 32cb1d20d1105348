/** Puzzles: which positions of a game become one. The analyst is a table. */

import { expect, test } from "vitest";
import type { Score } from "../../src/chess/notation/score";
import { parseUciMove } from "../../src/chess/notation/uci-move";
import { Game } from "../../src/chess/rules/game";
import type { Analyst } from "../../src/players/analyst";
import type { PositionEvaluation } from "../../src/review/evaluate";
import { findPuzzles } from "../../src/review/puzzles";

const WON = { cp: 900 };
const EVEN = { cp: 10 };
const LOST = { cp: -900 };

/** Says the same of every position: its best move, and what that and all others are worth. */
function analystOf(best: string, score: Score, others: Score): Analyst {
  return {
    analyse: async (game: Game, { searchMoves }: { searchMoves?: readonly number[] }) => {
      const move = parseUciMove(game, best);
      expect(searchMoves?.includes(move) ?? false).toBe(false);
      const [other] = searchMoves ?? [];
      return { move: other ?? move, pv: [other ?? move], score: other === undefined ? score : others };
    },
  } as unknown as Analyst;
}

const evaluated = (score: Score): PositionEvaluation => ({ score, depth: 9, nodes: 99, pv: [] });

/** The moves, what each position is worth for the side to move, the best move, what it and all others are worth. */
type Row = readonly [string, string, readonly Score[], string, Score, Score, readonly number[]];

test.each<Row>([
  ["a blunder to punish", "e2e4 e7e5 g1f3 d8g5", [EVEN, EVEN, EVEN, EVEN, WON], "f3g5", WON, EVEN, [4]],
  ["a mate", "e2e4 e7e5 g1f3 d8g5", [EVEN, EVEN, EVEN, EVEN, { mate: 5 }], "f3g5", { mate: 5 }, EVEN, [4]],
  ["a win that is missed", "e2e4 e7e5 g1f3", [EVEN, LOST, WON, EVEN], "f1c4", WON, EVEN, [2]],
  ["no win after all", "e2e4 e7e5 g1f3 d8g5", [EVEN, EVEN, EVEN, EVEN, WON], "f3g5", { cp: 100 }, EVEN, []],
  ["two winning moves", "e2e4 e7e5 g1f3 d8g5", [EVEN, EVEN, EVEN, EVEN, WON], "f3g5", WON, WON, []],
  ["nobody has gone wrong", "e2e4 e7e5 g1f3 d8g5", [EVEN, LOST, WON, LOST, WON], "f3g5", WON, EVEN, []],
  ["a recapture", "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5", [EVEN, EVEN, EVEN, WON], "d8d5", WON, EVEN, []],
  ["the first position", "e2e4", [WON, EVEN], "d2d4", WON, EVEN, [0]],
])("%s", async (_what, moves, scores, best, score, others, plies) => {
  const game = Game.start();
  for (const move of moves.split(" ")) game.play(parseUciMove(game, move));
  const found = await findPuzzles(game, scores.map(evaluated), analystOf(best, score, others), { nodes: 1000 });
  expect(found).toEqual(plies.map((ply) => ({ ply, line: [best], score })));
});

test("a position with a single legal move is none", async () => {
  const game = Game.fromFen("k7/8/8/8/8/8/1r6/K7 w - - 0 1");
  expect(game.legalMoves()).toHaveLength(1);
  expect(await findPuzzles(game, [evaluated(WON)], analystOf("a1b2", WON, EVEN), { nodes: 1000 })).toEqual([]);
});
