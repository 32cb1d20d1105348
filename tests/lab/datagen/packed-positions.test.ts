/** Packed positions of every game, unpacked as `training/positions.py` does it. */

import { expect, test } from "vitest";
import { BLACK, NO_PIECE } from "../../../assembly/rules/piece";
import { Game } from "../../../src/chess/rules/game";
import { POSITION_BYTES, PositionPacker, StrayPacker } from "../../../src/lab/datagen/packed-positions";
import { randomNumbers } from "../../../src/random";
import { GAMES, ODD_GAMES } from "../../support/all-games";

/** The pieces by square, as the mover sees them: 1 to 6 for its own, 7 to 12 for the other side's. */
function unpack(bytes: Uint8Array): number[] {
  let count = 0;
  const board = Array.from({ length: 64 }, (_, square) => {
    if (((bytes[square >> 3] >> (square & 7)) & 1) === 0) return 0;
    const code = (bytes[8 + (count >> 1)] >> (4 * (count & 1))) & 15;
    count++;
    return code;
  });
  expect(bytes[27]).toBe(count);
  return board;
}

/** The same, taken from the game. */
function seen(game: Game): number[] {
  return Array.from({ length: 64 }, (_, square) => {
    const piece = game.pieceAt(game.turn === BLACK ? square ^ 56 : square);
    return piece === NO_PIECE ? 0 : 1 + (piece >> 1) + ((piece & 1) === game.turn ? 0 : 6);
  });
}

test.each([...GAMES, ...ODD_GAMES])("$id", (variant) => {
  const random = randomNumbers(11);
  const packed: Uint8Array[] = [];
  const boards: number[][] = [];
  const packer = new PositionPacker(3000, (position) => packed.push(position));
  for (let number = 0; number < 10; number++) {
    const game = Game.start(variant);
    packer.begin("", 1);
    while (game.outcome() === null && game.plies < 150) {
      const moves = game.legalMoves();
      const move = moves[random(moves.length)];
      const before = packed.length;
      packer.label(game, move, game.plies, null);
      if (packed.length > before) {
        boards.push(seen(game));
        const view = new DataView(packed[before].buffer);
        expect(view.getInt16(24, true)).toBe(game.plies);
        expect(view.getInt8(26)).toBe(game.turn === BLACK ? -1 : 1);
        expect(view.getUint32(28, true)).toBe(number);
      }
      game.play(move);
    }
  }
  expect(packed.length).toBeGreaterThan(100);
  expect(packed.every(({ length }) => length === POSITION_BYTES)).toBe(true);
  expect(packed.map(unpack)).toEqual(boards);
});

/** Games whose first positions have a packed form: it holds 32 pieces. */
const FITTING = [...GAMES, ...ODD_GAMES].filter(({ fen }) => fen.split(" ")[0].replace(/[^a-z]/gi, "").length <= 32);

test.each(FITTING)("strays of $id: beside the game, the same in every run", (variant) => {
  const game = Game.start(variant);
  const random = randomNumbers(5);
  const packed: Uint8Array[][] = [[], []];
  const packers = packed.map((list) => new StrayPacker(3, (position) => list.push(position)));
  for (const packer of packers) packer.begin();
  const line = new Set<string>();
  while (game.outcome() === null && game.plies < 60) {
    line.add(seen(game).join());
    const before = [game.fen(), [...game.moves]];
    for (const packer of packers) packer.label(game);
    expect([game.fen(), [...game.moves]]).toEqual(before);
    const moves = game.legalMoves();
    game.play(moves[random(moves.length)]);
  }
  const boards = packed[0].map((position) => unpack(position).join());
  expect(packed[1]).toEqual(packed[0]);
  // Few were in check or over; hardly one stands in the game.
  expect(boards.length).toBeGreaterThan(line.size);
  expect(new Set(boards).size).toBeGreaterThan(boards.length / 2);
  expect(boards.filter((board) => line.has(board)).length).toBeLessThan(boards.length / 4);
  for (const position of packed[0]) expect([position[24], position[25], position[26]]).toEqual([0, 0, 2]);
});
