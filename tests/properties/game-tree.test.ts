import fc from "fast-check";
import { expect, test } from "vitest";
import { type GameNode, GameTree } from "../../src/api/game-tree";
import { formatPgn, parsePgn } from "../../src/api/pgn";
import { Position } from "../../src/api/position";
import { RUNS, scraps, walks } from "../support/arbitraries";

/** A move to add: where in the tree, which of the legal ones (or a null move), and what is said of it. */
const steps = fc.array(
  fc.record({
    at: fc.nat(0xffff),
    choice: fc.nat(0xffff),
    nags: fc.array(fc.nat(255), { maxLength: 2 }),
    comments: fc.array(scraps, { maxLength: 2 }),
  }),
  { maxLength: 25, size: "max" },
);

/** All that a tree says; what PGN does not tell apart is written in one way. */
function toldBy({ children, uci, san, nags, comments, commentsBefore }: GameNode): object {
  return { uci, san, nags, comments, commentsBefore, children: children.map(toldBy) };
}

const said = (comments: readonly string[]) =>
  comments.map((text) => text.trim().replace(/\s+/g, " ")).filter((text) => text !== "");

test("a tree can be written and read again, in all games", () => {
  fc.assert(
    fc.property(walks(0), steps, ({ id, fen }, moves) => {
      const tree = new GameTree(Position.fromFen(fen, id), { White: "Ann", Odd_1: 'a "b" \\c', Result: "0-0" });
      const nodes: GameNode[] = [tree.root];
      for (const { at, choice, nags, comments } of moves) {
        const from = nodes[at % nodes.length];
        const legal = from.position.legalMoves();
        if (legal.length === 0) continue;
        const isNull = choice % 10 === 0 && !from.position.isCheck;
        const node = from.add(isNull ? "--" : legal[choice % legal.length]);
        if (nodes.includes(node)) continue;
        nodes.push(node);
        node.nags = nags;
        node.comments = said(comments);
        if (node.isVariation) node.commentsBefore = said(comments);
      }
      const text = tree.toPgn();
      const [game, ...others] = parsePgn(text);
      expect(others).toEqual([]);
      expect(toldBy(game.tree.root)).toEqual(toldBy(tree.root));
      expect(game.tree.root.position.fen).toBe(tree.root.position.fen);
      for (const [name, value] of tree.headers) expect(game.tree.headers.get(name)).toBe(value);
      expect(formatPgn(game)).toBe(text);
    }),
    { ...RUNS, numRuns: 60 },
  );
});
