import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WHITE } from "../../../assembly/rules/piece";
import { parseFen } from "../../../src/chess/position/fen";
import { builtCore } from "../../support/cores";

const PAIRS = readFileSync(new URL("../../data/pairs.epd", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(";"));

/** How many of the pairs it must evaluate as Stockfish does. */
const SHARE = 0.95;

test(`${PAIRS.length} pairs of positions that differ in one thing are judged as Stockfish judges them`, async () => {
  const core = await builtCore("wasm");

  /** Centipawns for White. */
  function evaluate(fen: string): number {
    const root = parseFen(fen);
    core.setPosition(root, []);
    return root.side === WHITE ? core.exports.evaluate() : -core.exports.evaluate();
  }

  const missed = PAIRS.filter(([better, worse]) => evaluate(better) <= evaluate(worse));
  expect(PAIRS.length).toBeGreaterThanOrEqual(200);
  expect(missed.length, missed.map((pair) => pair.join("; ")).join("\n")).toBeLessThanOrEqual(
    (1 - SHARE) * PAIRS.length,
  );
});
