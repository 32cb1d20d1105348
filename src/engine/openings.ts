/** Random numbers, and random openings: positions of any game, for the bench, for self-play and for tests. */

import { Game } from "../rules/game";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";

/** How many games are begun before it is taken for granted that none lasts so long. */
const ATTEMPTS = 100;

/** Random numbers that are the same in every run (mulberry32): from 0 to `below` − 1. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** A seed of its own for each index of each seed: a whole number below 2³². */
export function seedFor(seed: number, index: number): number {
  return randomNumbers(Math.imul(seed, 0x9e3779b1) + index)(2 ** 32);
}

/**
 * A game of so many random plies that is not over yet, the same for the same seed; null if there seems to be none.
 *
 * @example randomOpening(8, 1, builtIn("shatranj"))
 */
export function randomOpening(plies: number, seed: number, variant: Variant = CHESS): Game | null {
  const random = randomNumbers(seed);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const game = Game.start(variant);
    while (game.plies < plies && game.outcome() === null) {
      const moves = game.legalMoves().sort((a, b) => a - b);
      game.play(moves[random(moves.length)]);
    }
    if (game.plies === plies && game.outcome() === null) return game;
  }
  return null;
}
