import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DISPROVED, PROVED } from "../../assembly/search/mate/proof-number";
import { builtCore } from "../support/cores";
import { confirmMates, gameMates, gamePositions } from "../support/plain/claims";
import { replayProof, searchMate } from "../support/plain/proofs";

const core = await builtCore("wasm");
const HOUR = 3_600_000;

test("no mate is false: 2,000 positions of games", { timeout: HOUR }, () => {
  expect(confirmMates(core, gamePositions())).toBeGreaterThan(50);
});

test("no mate is false: mates of games", { timeout: HOUR }, () => {
  const fens = gameMates().map(({ fen }) => fen);
  expect(confirmMates(core, fens)).toBeGreaterThan(25);
});

test("no proof is false: mates of games", { timeout: HOUR }, () => {
  const solved = gameMates().filter(({ fen, moves }) => {
    const result = searchMate(core, fen, moves, 300_000);
    expect(result, fen).not.toBe(DISPROVED);
    if (result === PROVED) replayProof(core, fen, moves);
    return result === PROVED;
  });
  expect(solved.length).toBeGreaterThan(gameMates().length / 2);
});

/** A file of mates that may not be shipped, such as matetrack's: EPD lines with `bm #N`. */
const { MATES } = process.env;

describe.skipIf(MATES === undefined)("the mates of the file that MATES names", () => {
  const mates = MATES === undefined ? [] : readMates(MATES);

  test("no mate is false", { timeout: HOUR }, () => {
    expect(
      confirmMates(
        core,
        mates.map(({ fen }) => fen),
      ),
    ).toBeGreaterThan(0);
  });

  test("no proof is false", { timeout: HOUR }, () => {
    for (const { fen, moves } of mates) {
      const result = searchMate(core, fen, moves, 100_000);
      expect(result, fen).not.toBe(DISPROVED);
      if (result === PROVED) replayProof(core, fen, moves);
    }
  });
});

function readMates(file: string): { fen: string; moves: number }[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      const moves = Number(/bm #(\d+)/.exec(line)?.[1]);
      return moves > 0 ? [{ fen: `${line.split(" ").slice(0, 4).join(" ")} 0 1`, moves }] : [];
    });
}
