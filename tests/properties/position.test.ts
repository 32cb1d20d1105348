import fc from "fast-check";
import { expect, test } from "vitest";
import { Position } from "../../src/api/position";
import { played, RUNS, walks } from "../support/arbitraries";

/** Random games of all variants. */
const positions = walks(120).map((walk) => Position.of(played(walk)));

test("each legal move is played by its UCI notation, its SAN, its squares, and itself", () => {
  fc.assert(
    fc.property(positions, (position) => {
      const moves = position.legalMoves();
      expect(moves.map(({ uci }) => uci)).toEqual(moves.map(({ uci }) => uci).sort());
      for (const move of moves) {
        const { fen, moves: played } = position.play(move.uci);
        expect(played.at(-1)).toBe(move.uci);
        expect(position.play(move.san).fen).toBe(fen);
        expect(position.play(move).fen).toBe(fen);
        expect(position.move(move.san)).toEqual(move);
        // Squares of castling may be those of a king's ordinary move, which goes first.
        const { from, to, promotion, isCastling } = move;
        if (!isCastling) expect(position.play({ from, to, promotion }).fen).toBe(fen);
      }
    }),
    { ...RUNS, numRuns: 50 },
  );
});

test("the FEN of a position gives the same FEN, moves and key", () => {
  fc.assert(
    fc.property(positions, (position) => {
      const read = Position.fromFen(position.fen, position.variant);
      expect(read.fen).toBe(position.fen);
      expect(read.key).toBe(position.key);
      expect(read.legalMoves()).toEqual(position.legalMoves());
    }),
    RUNS,
  );
});

test("destinations are those of the legal moves", () => {
  fc.assert(
    fc.property(positions, (position) => {
      const pairs = [...position.destinations()].flatMap(([from, targets]) => targets.map((to) => from + to));
      const expected = new Set(position.legalMoves().map(({ uci }) => uci.slice(0, 4)));
      expect(pairs.sort()).toEqual([...expected].sort());
    }),
    RUNS,
  );
});
