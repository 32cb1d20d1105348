/** En passant in a FEN: the square is kept only if such a capture is legal, which the plain board has to see as the rules do. */

import { describe, expect, test } from "vitest";
import { keyHigh, keyLow } from "../../../assembly/rules/board";
import { DOUBLE_STEP, fromOf, kindOf, toOf } from "../../../assembly/rules/move";
import { parseFen } from "../../../src/chess/position/fen";
import { validated } from "../../../src/chess/position/setup";
import { Game } from "../../../src/chess/rules/game";
import { randomNumbers } from "../../../src/random";
import { GAMES } from "../../support/all-games";

/** Enough for the rare case that a capture would leave the king attacked, in games of some sixty plies. */
const GAMES_EACH = 30;
const PLIES = 60;

test.each(GAMES.map((variant) => [variant.id, variant] as const))("%s: as the rules see it", (_, variant) => {
  const random = randomNumbers(7);
  let doubleSteps = 0;
  for (let n = 0; n < GAMES_EACH; n++) {
    const game = Game.start(variant);
    while (game.plies < PLIES && game.outcome() === null) {
      const moves = game.legalMoves();
      const pawns = moves.filter((move) => kindOf(move) === DOUBLE_STEP);
      const choice = pawns.length > 0 && random(2) === 0 ? pawns : moves;
      const move = choice[random(choice.length)];
      game.play(move);
      if (kindOf(move) !== DOUBLE_STEP) continue;
      doubleSteps++;
      const seen = game.position();
      const passed = (fromOf(move) + toOf(move)) / 2;
      const { epSquare, epVictim } = validated({ ...seen, epSquare: passed, epVictim: toOf(move) });
      expect({ fen: game.fen(), epSquare, epVictim }).toMatchObject({
        epSquare: seen.epSquare,
        epVictim: seen.epVictim,
      });
    }
  }
  expect(doubleSteps > 0).toBe(variant.id !== "shatranj" && variant.id !== "racingkings");
});

describe("a capture that would leave the king attacked is none", () => {
  test.each([
    ["both pawns leave the king's rank", "8/8/8/K1pP3r/8/8/8/7k w - c6 0 1", "-"],
    ["with a pawn more there", "8/8/8/KPpP3r/8/8/8/7k w - c6 0 1", "c6"],
    ["the capturing pawn is pinned on its file", "3r3k/8/8/2pP4/8/8/8/3K4 w - c6 0 1", "-"],
    ["along the pin's diagonal it may", "b6k/8/8/2pP4/8/8/8/7K w - c6 0 1", "c6"],
    ["the captured pawn gave the check", "7k/8/8/2pP4/1K6/8/8/8 w - c6 0 1", "c6"],
  ])("%s", (_, fen, kept) => {
    expect(new Game(parseFen(fen)).fen().split(" ")[3]).toBe(kept);
  });
});

test("reading a FEN leaves the thread's board alone", () => {
  Game.start().legalMoves();
  const key = [keyLow(), keyHigh()];
  parseFen("8/8/8/K1pP3r/8/8/8/7k w - c6 0 1");
  expect([keyLow(), keyHigh()]).toEqual(key);
});
