import { expect, test } from "vitest";
import { Game } from "../../src/chess/rules/game";
import { perftOf } from "../support/perft";
import { hostPerftRows } from "../support/perft-data";

/** All counts of the host's rules; `tests/chess/rules/perft.test.ts` has the smaller ones. */
test.each(hostPerftRows())("$id $fen", { timeout: 300_000 }, ({ root, counts }) => {
  expect(counts.map((_, i) => perftOf(new Game(root), i + 1))).toEqual(counts);
});
