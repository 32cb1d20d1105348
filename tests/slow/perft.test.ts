import { expect, test } from "vitest";
import { parseFen } from "../../src/notation/fen";
import { builtCores } from "../core/cores";
import { perftRows } from "../core/perft-data";

/** Every count of every row, on both cores. */
const rows = [...perftRows("perft-orthodox.epd"), ...perftRows("perft-chess960.epd")];
const cores = await builtCores();

test.each(rows)("$fen $source", { timeout: 300_000 }, ({ fen, counts }) => {
  for (const core of cores) {
    core.setPosition(parseFen(fen), []);
    expect(counts.map((_, i) => core.perft(i + 1))).toEqual(counts);
  }
});
