/** Syzygy's tablebases: their values are the truth, and damaged files are reported, never trusted with a crash. */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Game } from "../../../src/chess/rules/game";
import { CHESS } from "../../../src/chess/variants/games";
import { parseMaterial } from "../../../src/engine/endgame/material";
import { probeDtz, probeWdl } from "../../../src/engine/syzygy/probe";
import { rankRootMoves } from "../../../src/engine/syzygy/root";
import { Tablebases } from "../../../src/engine/syzygy/tablebases";
import { textOf } from "../../../src/message";
import { randomNumbers } from "../../../src/random";
import { endgameTables, positionWith } from "../../support/endgame";
import { scratch } from "../../support/scratch";
import { copyTables, SYZYGY } from "../../support/syzygy";

const { folder } = scratch();
let faults: string[];
let open: Tablebases[];

beforeEach(() => {
  faults = [];
  open = [];
});

// Windows removes no file that is open.
afterEach(() => {
  for (const tables of open) tables.close();
});

function tablesIn(path: string): Tablebases {
  const tables = new Tablebases(path, (fault) => faults.push(textOf(fault)));
  open.push(tables);
  return tables;
}

test("the folder is counted", () => {
  expect(tablesIn(SYZYGY).counts).toEqual({ wdl: 8, dtz: 8, men: 4 });
});

test("a folder that is not there is refused by name", () => {
  expect(() => tablesIn("no-such-folder")).toThrow(/"no-such-folder": .*ENOENT/);
});

/** As python-chess 1.11 probes the same files. */
test.each([
  ["8/3P4/8/8/8/7k/2K5/8 b - - 0 1", -2, -2],
  ["8/K5p1/8/8/8/8/6k1/8 b - - 0 1", 2, 1],
  ["8/8/3k4/P7/8/8/7K/8 b - - 0 1", 0, 0],
  ["8/6P1/8/8/8/1k2K3/7P/8 w - - 0 1", 2, 1],
  ["8/8/7k/1P6/3K4/8/5P2/8 b - - 0 1", -2, -2],
  ["8/8/8/2k3K1/8/6n1/8/n7 w - - 0 1", 0, 0],
  ["3k4/8/8/1R6/8/6r1/6K1/8 w - - 0 1", 2, 1],
  ["8/8/7K/1kR5/8/5r2/8/8 b - - 0 1", 2, 1],
  ["5K2/6R1/8/3k4/7r/8/8/8 b - - 0 1", 0, 0],
  ["8/8/8/4k3/8/8/8/4K3 w - - 0 1", 0, 0],
])("%s: WDL %i, DTZ %i", (fen, wdl, dtz) => {
  const game = Game.fromFen(fen);
  expect(probeWdl(tablesIn(SYZYGY), game)).toBe(wdl);
  expect(probeDtz(tablesIn(SYZYGY), game)).toBe(dtz);
});

/** Where nothing zeroes the counter before the mate, DTZ is the distance to mate, which may be stored in moves. */
test.each([
  ["KQK", true],
  ["KRK", true],
  ["KPK", false],
  ["KBK", false],
])("%s is as our own generator has it", { timeout: 60_000 }, async (name, endsInMate) => {
  const material = parseMaterial(name, CHESS);
  const own = await endgameTables(CHESS);
  own.generate(material);
  const tables = tablesIn(SYZYGY);
  const random = randomNumbers(59);
  const square = () => random(64);
  for (let count = 0; count < 500; ) {
    const setup = positionWith(CHESS, material, material.map(square), count & 1);
    const value = setup && own.probe(setup);
    if (setup === null || value === null) continue;
    count++;
    const game = new Game(setup);
    const sign = { win: 1, draw: 0, loss: -1 }[value.result];
    expect(probeWdl(tables, game), game.fen()).toBe(2 * sign);
    const dtz = probeDtz(tables, game);
    expect(Math.sign(dtz ?? 0), game.fen()).toBe(sign);
    if (endsInMate && value.plies > 0) {
      expect(Math.abs(dtz ?? 0) - value.plies, game.fen()).toBeOneOf([0, 1]);
    }
  }
});

describe("the root", () => {
  const settings = { path: SYZYGY, depth: 1, limit: 7, hasMoveLimit: true };
  const ranked = (fen: string, lines = 1) =>
    rankRootMoves(tablesIn(SYZYGY), { root: Game.fromFen(fen).root, moves: [] }, settings, [], lines);

  test("has the moves that keep the win", () => {
    // All but those that lose the rook.
    const ranking = ranked("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    expect(ranking?.moves).toHaveLength(Game.fromFen("8/8/8/8/8/2k5/1R6/K7 w - - 0 1").legalMoves().length - 4);
  });

  test("hurries where the fifty-move rule comes near", () => {
    const far = ranked("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    const near = ranked("8/8/8/8/8/2k5/1R6/K7 w - - 68 100");
    expect(near?.moves.length).toBeLessThan(far?.moves.length ?? 0);
  });

  test("has as many moves as there are lines", () => {
    expect(ranked("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", 99)?.moves).toHaveLength(
      Game.fromFen("8/8/8/8/8/2k5/1R6/K7 w - - 0 1").legalMoves().length,
    );
  });

  test.each([
    ["of a position that no table has", "8/8/8/8/8/1k6/6Qr/K7 w - - 0 1"],
    ["with castling rights", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"],
    ["with too many pieces", "4k3/8/8/8/8/8/PPP5/R3K3 w - - 0 1"],
  ])("is left to the search %s", (_what, fen) => {
    expect(ranked(fen)).toBeNull();
  });
});

describe("a damaged file", () => {
  const KRK = Game.fromFen("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");

  test.each<[string, (bytes: Uint8Array) => Uint8Array, RegExp]>([
    ["that is empty", () => new Uint8Array(), /damaged/],
    ["that is cut", (bytes) => bytes.subarray(0, bytes.length - 64), /damaged/],
    ["of another kind", () => new Uint8Array(4096).fill(7), /damaged/],
  ])("%s is reported once by name, and counts as missing", (_what, change, reason) => {
    copyTables(folder, change);
    const tables = tablesIn(folder);
    expect(probeWdl(tables, KRK)).toBeNull();
    expect(probeWdl(tables, KRK)).toBeNull();
    expect(faults).toEqual([expect.stringMatching(/KRvK\.rtbw": .*; this table is not used/)]);
    expect(faults[0]).toMatch(reason);
  });

  test("with flipped bytes is survived", () => {
    const random = randomNumbers(60);
    for (let round = 0; round < 40; round++) {
      copyTables(folder, (bytes) => {
        const changed = Uint8Array.from(bytes);
        for (let i = 0; i < 4; i++) changed[random(i < 2 ? 128 : bytes.length)] ^= 1 << random(8);
        return changed;
      });
      const tables = new Tablebases(folder);
      for (const fen of [
        "8/8/8/8/8/2k5/1R6/K7 w - - 0 1",
        "5K2/6R1/8/3k4/7r/8/8/8 b - - 0 1",
        "8/6P1/8/8/8/1k2K3/7P/8 w - - 0 1",
      ]) {
        const game = Game.fromFen(fen);
        expect([-2, -1, 0, 1, 2, null]).toContain(probeWdl(tables, game));
        const dtz = probeDtz(tables, game);
        if (dtz !== null) expect(dtz).toBeTypeOf("number");
      }
      tables.close();
    }
  });
});

test("a folder that has vanished is no crash", () => {
  const gone = join(folder, "gone");
  mkdirSync(gone);
  copyTables(gone, (bytes) => bytes);
  const tables = tablesIn(gone);
  rmSync(gone, { recursive: true });
  expect(probeWdl(tables, Game.fromFen("8/8/8/8/8/2k5/1R6/K7 w - - 0 1"))).toBeNull();
  expect(faults).toHaveLength(1);
});
