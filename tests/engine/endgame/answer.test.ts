/** What tables say about a position: the order of its moves, the lines, and the fifty-move rule. */

import { beforeAll, expect, test } from "vitest";
import { parseUciMove } from "../../../src/chess/notation/uci-move";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { Game } from "../../../src/chess/rules/game";
import { CHESS } from "../../../src/chess/variants/games";
import { answerFor, type EndgameAnswer } from "../../../src/engine/endgame/answer";
import { parseMaterial } from "../../../src/engine/endgame/material";
import type { EndgameTables } from "../../../src/engine/endgame/tables";
import { endgameTables } from "../../support/endgame";

let tables: EndgameTables;

beforeAll(async () => {
  tables = await endgameTables(CHESS);
  for (const material of ["KQK", "KRK", "KPK"]) tables.generate(parseMaterial(material, CHESS));
}, 120_000);

function answerIn(fen: string, moves: readonly string[] = []): EndgameAnswer & { readonly game: Game } {
  const game = Game.fromFen(fen);
  for (const move of moves) game.play(parseUciMove(game, move));
  return { ...answerFor(tables, { ...game.searchable, searchMoves: [], lines: 1 }), game };
}

/** The first move of an answer, with its value. */
function best({ moves }: EndgameAnswer) {
  const [{ move, value, isTooLong, pv }] = moves;
  return { move: formatUciMove(move, false, CHESS), value, isTooLong, length: pv.length };
}

test("the soonest win comes first, then draws, then losses, and its line ends in mate", () => {
  const answer = answerIn("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
  expect(best(answer)).toMatchObject({ value: { result: "win", plies: 31 }, isTooLong: false, length: 31 });
  expect(answer.isComplete).toBe(true);
  const results = answer.moves.map(({ value }) => value?.result);
  expect(results).toEqual([...results].sort((a, b) => "wdl".indexOf(String(a?.[0])) - "wdl".indexOf(String(b?.[0]))));
  const { game } = answer;
  for (const move of answer.moves[0].pv) game.play(move);
  expect(game.outcome()).toMatchObject({ reason: "checkmate", winner: 0 });
});

test.each([
  ["the rook is taken, which is a draw", "8/8/8/8/8/3k4/1r6/K7 w - - 0 1", "a1b2", "draw"],
  ["a pawn promotes", "8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8q", "win"],
  ["the king has no opposition", "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", "e8f8", "loss"],
  ["nobody has the opposition", "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", "e4d4", "draw"],
])("%s: %s, %s", (_what, fen, move, result) => {
  const answer = answerIn(fen);
  expect(answer.moves[0].value?.result).toBe(result);
  expect(answer.moves.map((one) => formatUciMove(one.move, false, CHESS))).toContain(move);
});

// Mate in 16: thirty-one plies, without a capture or a pawn move.
test.each([
  [0, false],
  [69, false],
  [70, true],
  [98, true],
])(
  "with a clock of %i, whether KR–K takes too long is %s; no line goes beyond the end of the game",
  (clock, isTooLong) => {
    const { game, ...answer } = answerIn(`8/8/8/8/8/2k5/1R6/K7 w - - ${clock} 80`);
    expect(best(answer)).toMatchObject({ isTooLong, length: isTooLong ? 100 - clock : 31 });
    for (const move of answer.moves[0].pv) {
      expect(game.outcome()).toBeNull();
      game.play(move);
    }
    expect(game.outcome()).toMatchObject({ reason: isTooLong ? "fifty moves" : "checkmate" });
  },
);

test("a pawn's move begins the count anew", () => {
  const answer = answerIn("8/4P3/8/8/8/8/k7/4K3 w - - 99 80");
  expect(best(answer)).toMatchObject({ move: "e7e8q", isTooLong: false });
});

test("a move into a third repetition is a draw", () => {
  const shuffle = ["b2c2", "d3e3", "c2b2", "e3d3"];
  const answer = answerIn("8/8/8/8/8/3k4/1R6/K7 w - - 0 1", [...shuffle, ...shuffle.slice(0, 3)]);
  const back = answer.moves.find(({ move }) => formatUciMove(move, false, CHESS) === "e3d3");
  expect(back?.value).toEqual({ result: "draw", plies: 0 });
});

test("without the table of the position, captures into other tables are known, and nothing else is", () => {
  const { moves, isComplete } = answerIn("4k3/8/8/8/8/8/1nR5/2K5 w - - 0 1");
  expect(isComplete).toBe(false);
  const known = moves.filter(({ value }) => value !== null);
  expect(known.map(({ move }) => formatUciMove(move, false, CHESS)).sort()).toEqual(["c1b2", "c2b2"]);
  expect(known.map(({ value }) => value?.result)).toEqual(["win", "win"]);
});

test.each([
  ["w", true],
  ["b", false],
])("with castling rights and %s to move, whether all moves are known is %s", (side, isComplete) => {
  expect(answerIn(`8/8/8/3k4/8/8/8/4K2R ${side} K - 0 1`).isComplete).toBe(isComplete);
});
