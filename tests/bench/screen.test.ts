/** Screening (`bench/search/screen.mjs`): what it finds in games that are made up, and a whole one of tiny games that goes on. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { assignmentOf, effectsOf, runsOf } from "../../bench/search/factorial.mjs";
import { randomNumbers } from "../support/cores";
import { RUNS_ALL } from "../support/slow";

const SCRIPT = fileURLToPath(new URL("../../bench/search/screen.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([1, 7, 8, 14, 40])("assignments of %i changes", (count) => {
  const runs = runsOf(count);
  const block = (number: number) => Array.from({ length: runs }, (_, run) => assignmentOf(number * runs + run, count));

  test("are a block, which comes again in another order", () => {
    expect(runs).toBeGreaterThan(count);
    expect(block(0)).toEqual(block(0));
    const sorted = (rows: boolean[][]) => rows.map((row) => row.map(Number).join("")).sort();
    expect(sorted(block(1))).toEqual(sorted(block(0)));
    if (runs > 2) expect(block(1)).not.toEqual(block(0));
  });

  test("give each change to either side, and two changes to the same one, in half of a block", () => {
    const rows = block(0);
    for (let i = 0; i < count; i++) {
      expect(rows.filter((row) => row[i])).toHaveLength(runs / 2);
      for (let j = 0; j < i; j++) expect(rows.filter((row) => row[i] === row[j])).toHaveLength(runs / 2);
    }
  });
});

describe("effects", () => {
  const TRUE_ELO = [40, 0, -25, 10];

  test("are found, within their errors, from games that are lost and won by chance", () => {
    const random = randomNumbers(5);
    const matches = Array.from({ length: 1500 }, (_, match) => {
      const assignment = assignmentOf(match, TRUE_ELO.length);
      const elo = TRUE_ELO.reduce((sum, value, i) => sum + (assignment[i] ? value : -value), 0);
      const chance = 1 / (1 + 10 ** (-elo / 400));
      const wins = Array.from({ length: 8 }, () => random(10_000) < 10_000 * chance).filter(Boolean).length;
      return { assignment, wins, draws: 0, losses: 8 - wins };
    });
    const effects = effectsOf(matches) ?? [];
    expect(effects).toHaveLength(TRUE_ELO.length);
    for (const [i, { elo, error }] of effects.entries()) {
      expect(error).toBeGreaterThan(3);
      expect(error).toBeLessThan(8);
      expect(Math.abs(elo - TRUE_ELO[i])).toBeLessThan(1.5 * error);
    }
  });

  test("are not told from fewer matches than changes, nor from none", () => {
    const match = { assignment: [true, false], wins: 2, draws: 0, losses: 2 };
    expect([effectsOf([]), effectsOf([match, match]), effectsOf([match, match, match])]).toEqual([null, null, null]);
  });
});

test.runIf(RUNS_ALL)("a screening plays its games, and goes on with more", { timeout: 120_000 }, () => {
  const [changes, out] = [join(folder, "changes.json"), join(folder, "screen.jsonl")];
  writeFileSync(changes, JSON.stringify({ narrow: "AspirationWindow=9", wide: "DeltaMargin=250" }));
  const screen = (games: number) => {
    const args = [SCRIPT, changes, "--out", out, "--games", String(games), "--nodes", "60", "--jobs", "2"];
    const { status, stdout, stderr } = spawnSync(process.execPath, [...args, "--balance", "0:400"]);
    expect({ status, stderr: String(stderr).replaceAll(/^\d+ of \d+ games\n/gm, "") }).toEqual({
      status: 0,
      stderr: "",
    });
    return String(stdout);
  };
  expect(screen(8)).toBe("8 games are too few for 2 changes\n");
  const first = readFileSync(out, "utf8");
  expect(screen(32)).toMatch(/narrow +│? *.*AspirationWindow=9.*[+−]\d+\.\d ± \d/);
  expect(readFileSync(out, "utf8").startsWith(first)).toBe(true);
});

test.each([
  [
    "no option",
    '{ "narrow": "AspirationWindow 9" }',
    'narrow: "AspirationWindow 9" is not of the form LmrBase=92;LmrDivisor=205',
  ],
  ["no JSON", "", "wrong.json: Unexpected end of JSON input"],
  ["no change", "{}", "wrong.json has no changes"],
])("a file with %s is refused, with the reason", (_, text, reason) => {
  const changes = join(folder, "wrong.json");
  writeFileSync(changes, text);
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, changes, "--out", join(folder, "none.jsonl")]);
  expect(status).toBe(1);
  expect(String(stderr)).toContain(reason);
});

test("results that cannot be kept are heard of before the first game", () => {
  const changes = join(folder, "narrow.json");
  writeFileSync(changes, JSON.stringify({ narrow: "AspirationWindow=9" }));
  const { status, stderr } = spawnSync(process.execPath, [
    SCRIPT,
    changes,
    "--out",
    join(folder, "nowhere", "a.jsonl"),
  ]);
  expect(status).toBe(1);
  expect(String(stderr)).toMatch(/ENOENT.*nowhere/);
  expect(String(stderr)).not.toContain(" games\n");
});
