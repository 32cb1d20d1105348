import { expect, test } from "vitest";
import { Game } from "../../../src/chess/rules/game";
import { perftOf } from "../../support/perft";
import { hostPerftRows } from "../../support/perft-data";

/** Larger counts are slow, and so are in `tests/slow/rules-perft.test.ts`. */
const MAX = 40_000;

test.each(hostPerftRows())("$id $fen: the rules count $counts", ({ root, counts }) => {
  const small = counts.filter((count) => count <= MAX);
  expect(small.map((_, i) => perftOf(new Game(root), i + 1))).toEqual(small);
});
