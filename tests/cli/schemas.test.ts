/** Whatever a command prints with `--json` is as its schema in `docs/schemas/` says. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { json } from "../support/clients/wazaba";
import { faultsOf } from "../support/schema";
import { scratch } from "../support/scratch";

const { folder, fileOf } = scratch();

const MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const EPD = fileOf("some.epd", `${MATE}\nnonsense\n${STALEMATE}\n`);
const INI = fileOf("variants.ini", "[spring:chess]\nknight = -\ncustomPiece1 = n:NN\n[tall:chess]\nmaxRank = 9\n");
const TUNING = ["--numbers", "LmrBase", "--iterations", "1", "--games-per-iteration", "2"];

/** A quick run for each form of each document. */
const RUNS: readonly (readonly [schema: string, ...args: string[]])[] = [
  ["analyse", "analyse", MATE, "--depth", "3", "--lines", "2"],
  ["analyse", "analyse", EPD, "--depth", "2"],
  ["mate", "mate", MATE, "--nodes", "1000"],
  ["mate", "mate", EPD, "--nodes", "1000"],
  ["eval", "eval", MATE],
  ["endgame", "endgame", "KQK"],
  ["perft", "perft", "2", "--divide"],
  ["bench", "bench", "--core", "wasm", "--depth", "1", "--runs", "1"],
  ["variants", "variants"],
  ["variants-import", "variants", "import", INI],
  ["tune", "tune", ...TUNING, "--nodes", "50", "--max-moves", "3"],
  ["datagen", "datagen", "--games", "1", "--nodes", "10", "--out", join(folder, "games.txt")],
  ["convert", "convert", "tests/data/training-games.txt", "--out", join(folder, "games.wzg")],
];

/** Those that the tests of the commands check: they have the long runs, and Redis. */
const ELSEWHERE = ["epd", "review", "oracle", "match", "tournament", "cluster"];

describe("JSON by its schema", { timeout: 30_000 }, () => {
  test.each(RUNS.map((run, index) => [run.slice(1).join(" ").replaceAll(`${folder}/`, ""), index] as const))(
    "wazaba %s",
    (_title, index) => {
      const [schema, ...args] = RUNS[index];
      const document = json(...args);
      expect(faultsOf(schema, document)).toBeNull();
      // The schema lists everything that there is.
      const [item] = [document].flat();
      const more = { ...item, unknown: 1 };
      expect(faultsOf(schema, Array.isArray(document) ? [more] : more)).not.toBeNull();
    },
  );
});

test("every schema has a run", () => {
  const files = readdirSync("docs/schemas").map((name) => name.replace(".schema.json", ""));
  expect(files.sort()).toEqual([...new Set(RUNS.map(([schema]) => schema)), ...ELSEWHERE].sort());
});
