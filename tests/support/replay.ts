/** Replays a training game by the rules and checks the record against them. */

import { expect } from "vitest";
import { WHITE } from "../../assembly/rules/piece";
import { parseUciMove } from "../../src/chess/notation/uci-move";
import { formatUciMove } from "../../src/chess/position/uci-text";
import { Game } from "../../src/chess/rules/game";
import { CHESS } from "../../src/chess/variants/games";
import type { Variant } from "../../src/chess/variants/variant";

/** Plays a line of training data by the rules and checks every statement in it. */
export function replay(text: string, variant: Variant = CHESS, chess960 = false) {
  const [fen, result, list, ...rest] = text.split("|");
  expect(result).toMatch(/^(1|0|-1)$/);
  const game = Game.fromFen(fen, variant);
  expect(game.fen({ chess960 })).toBe(fen);
  const scores: number[] = [];
  const words = list.split(" ");
  for (let i = 0; i < words.length; i += 2) {
    // No moves after the end of the game.
    expect(game.outcome()).toBeNull();
    const move = parseUciMove(game, words[i]);
    expect(formatUciMove(move, chess960, variant)).toBe(words[i]);
    expect(words[i + 1]).toMatch(/^(0|-?[1-9]\d{0,4})$/);
    scores.push(Number(words[i + 1]));
    game.play(move);
  }
  const outcome = game.outcome();
  if (outcome !== null) expect(result).toBe(outcome.winner === null ? "0" : outcome.winner === WHITE ? "1" : "-1");
  const leaves = rest.map((leaf) => {
    const [, leafFen, move, score] = /^(\S+ .* \d+ \d+) (\S+) (0|-?[1-9]\d{0,4})$/.exec(leaf) ?? [];
    const leafGame = Game.fromFen(leafFen, variant);
    expect(leafGame.fen({ chess960 })).toBe(leafFen);
    expect(formatUciMove(parseUciMove(leafGame, move), chess960, variant)).toBe(move);
    return { game: leafGame, score: Number(score) };
  });
  return { game, result: Number(result), scores, outcome, leaves };
}
