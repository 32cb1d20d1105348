/** The steps that `bench/search/steps.mjs` switches off: each is still in the code. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { RUNS_ALL } from "../support/slow";

type Change = readonly [name: string, file: string, from: string, to: string];
const bench = (name: string) => new URL(`../../bench/search/${name}`, import.meta.url);
const { CHANGES } = (await import(bench("step-changes.mjs").href)) as { CHANGES: readonly Change[] };

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Plays tiny games of these steps together. */
function playTogether(steps: readonly string[], ...more: string[]) {
  const script = fileURLToPath(bench("steps.mjs"));
  const only = steps.flatMap((name) => ["--only", name]);
  const method = ["--together", "--games", "32", "--nodes", "60", "--balance", "0:400", "--jobs", "2"];
  const files = ["--out", join(folder, "steps.jsonl"), "--folder", folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...only, ...method, ...files, ...more]);
  return { status, stdout: String(stdout), stderr: String(stderr) };
}

const TWO = ["razoring", "aspiration windows"];

test.runIf(RUNS_ALL)("steps are measured together, each in all games, and not again", { timeout: 120_000 }, () => {
  const first = playTogether(TWO);
  expect(first.stderr).toMatch(/^8 of 32 games\n(.*\n)*32 of 32 games\n$/);
  expect(first.status).toBe(0);
  for (const name of TWO)
    expect(first.stdout).toMatch(new RegExp(`${name} .* 60 nodes \\| 32 \\| 2 together \\| [+−]\\d+\\.\\d ± \\d`));
  expect(playTogether(TWO)).toEqual({ status: 0, stdout: first.stdout, stderr: "" });
});

test.each([
  ["a test", TWO, ["--sprt", "0:5"], "--sprt cannot be combined with --together"],
  ["too few games", TWO, ["--games", "30"], "--games: 2 steps together need at least 32 games with 2 jobs"],
  [
    "an option of two steps",
    ["razoring", "razoring and reductions by history"],
    [],
    '--together: "razoring" and "razoring and reductions by history" both set RazorDepth',
  ],
])("%s is refused before the first game", { timeout: 60_000 }, (_, steps, more, reason) => {
  const { status, stdout, stderr } = playTogether(steps, ...more);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain(reason);
  expect(stderr).not.toContain(" games\n");
});

test.each(CHANGES)("%s: what is replaced in %s is there once", (_name, file, from, to) => {
  const source = readFileSync(new URL(`../../assembly/${file}`, import.meta.url), "utf8");
  expect(source.split(from).length - 1).toBe(1);
  expect(to).not.toBe(from);
});

test("tunables switch off what steps of the table name", async () => {
  const source = readFileSync(bench("steps.mjs"), "utf8");
  const tunables = JSON.parse(readFileSync(new URL("../../assembly/search/tunables.json", import.meta.url), "utf8"));
  const off = new Map<string, number>(
    tunables.map(({ name, off }: { name: string; off?: number }) => [name, off ?? Number.NaN]),
  );
  const named = [...source.matchAll(/\b([A-Z][A-Za-z]+)=(-?\d+)/g)].filter(
    ([, name]) => name !== "NullMoveVerifyDepth",
  );
  const wrong = named.filter(([, name, value]) => name !== "NullMoveVerifyPhase" && off.get(name) !== Number(value));
  expect(wrong.map(([text]) => text)).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});
