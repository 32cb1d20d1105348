import { expect, test } from "vitest";
import { parseFen } from "../../src/chess/position/fen";
import { builtCores } from "../support/cores";
import { perftRows, variantPerftRoot, variantPerftRows } from "../support/perft-data";

/** Every count of every row, on both cores. */
const rows = [...perftRows("perft-orthodox.epd"), ...perftRows("perft-chess960.epd")];
const cores = await builtCores();

test.each(rows)("$fen $source", { timeout: 300_000 }, ({ fen, counts }) => {
  for (const core of cores) {
    core.setPosition(parseFen(fen), []);
    expect(counts.map((_, i) => core.perft(i + 1))).toEqual(counts);
  }
});

const allGames = await builtCores({ build: "variants" });

test.each(variantPerftRows())("$id $fen", { timeout: 300_000 }, (row) => {
  const root = variantPerftRoot(row);
  for (const core of allGames) {
    core.setPosition(root, []);
    expect(row.counts.map((_, i) => core.perft(i + 1))).toEqual(row.counts);
  }
});
