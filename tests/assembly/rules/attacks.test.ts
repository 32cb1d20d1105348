/** The map of attacked squares, as the twin's board has it; that WebAssembly has the same one the signatures show. */

import { expect, test } from "vitest";
import { isAttacked, mapAttacks } from "../../../assembly/rules/attacks";
import { BLACK, WHITE } from "../../../assembly/rules/piece";
import { load } from "../../../src/chess/rules/board";
import { Game } from "../../../src/chess/rules/game";
import { GAMES, ODD_GAMES } from "../../support/all-games";
import { randomNumbers } from "../../support/cores";

const GAMES_OF_EACH = 4;
const PLIES = 40;

test.each([...GAMES, ...ODD_GAMES])("$id: the squares of the map are those attacked", (variant) => {
  const random = randomNumbers(7);
  const map = new Int32Array(6);
  let attacked = 0;
  for (let i = 0; i < GAMES_OF_EACH; i++) {
    const game = Game.start(variant);
    for (let ply = 0; ply < PLIES; ply++) {
      const moves = game.legalMoves();
      if (moves.length === 0) break;
      game.play(moves[random(moves.length)]);
      load(game.position());
      for (const by of [WHITE, BLACK]) {
        map.fill(-1);
        mapAttacks(by, map, 2);
        const squares = Array.from({ length: 64 }, (_, square) => isAttacked(square, by));
        expect(squares.map((_, square) => ((map[2 + (square >> 5)] >>> (square & 31)) & 1) === 1)).toEqual(squares);
        expect([map[1], map[4]]).toEqual([-1, -1]);
        attacked += squares.filter(Boolean).length;
      }
    }
  }
  expect(attacked).toBeGreaterThan(500);
});
