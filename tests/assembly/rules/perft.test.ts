import { describe, expect, test } from "vitest";
import { parseFen } from "../../../src/chess/position/fen";
import { builtCores } from "../../support/cores";
import { perftRows, variantPerftRoot, variantPerftRows } from "../../support/perft-data";

/** Deeper counts are for `npm run test:slow`. */
const MOST_LEAVES = 300_000;

const cores = await builtCores();

describe.each(["perft-orthodox.epd", "perft-chess960.epd"])("%s", (file) => {
  const rows = perftRows(file);

  test.each(rows)("$fen $source", ({ fen, counts }) => {
    const root = parseFen(fen);
    const small = counts.filter((count) => count <= MOST_LEAVES);
    for (const core of cores) {
      core.setPosition(root, []);
      expect(small.map((_, i) => core.perft(i + 1))).toEqual(small);
    }
  });
});

describe("perft-variants.txt", async () => {
  const cores = await builtCores({ build: "variants" });

  test.each(variantPerftRows())("$id $fen", (row) => {
    const root = variantPerftRoot(row);
    const small = row.counts.filter((count) => count <= MOST_LEAVES);
    for (const core of cores) {
      core.setPosition(root, []);
      expect(small.map((_, i) => core.perft(i + 1))).toEqual(small);
    }
  });
});
