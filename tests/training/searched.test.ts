/** Positions that searches evaluate (`training/searched.mjs`). */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { RUNS_ALL } from "../support/slow";

const SCRIPT = fileURLToPath(new URL("../../training/searched.mjs", import.meta.url));
const GAMES = readFileSync("tests/data/training-games.txt");
const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

function searched(name: string, ...args: string[]) {
  // A relative name is one in the folder that the command is given in.
  const options = { input: GAMES, cwd: folder };
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, "--out", name, ...args], options);
  expect({ status, stderr: String(stderr) }).toMatchObject({ status: 0 });
  return readFileSync(join(folder, name));
}

test.runIf(RUNS_ALL)("what searches evaluate is packed, the same in every run", { timeout: 120_000 }, () => {
  const bytes = searched("some.bin", "--nodes", "400", "--roots", "5");
  const positions = Array.from({ length: bytes.length / 32 }, (_, i) => bytes.subarray(32 * i, 32 * i + 32));
  // Some 80 roots, 400 nodes each; a fifth of what is evaluated.
  expect(positions.length).toBeGreaterThan(1000);
  // Nearly all are different, and each has a king for the mover and one for the other side.
  expect(new Set(positions.map((position) => position.toString("hex"))).size).toBeGreaterThan(0.9 * positions.length);
  for (const position of positions) {
    const codes = Array.from({ length: position[27] }, (_, i) => (position[8 + (i >> 1)] >> (4 * (i & 1))) & 15);
    expect(codes.filter((code) => code === 6 || code === 12)).toHaveLength(2);
    expect([position.readInt16LE(24), position[26], position.readUInt32LE(28) < 4]).toEqual([0, 2, true]);
  }
  expect(searched("again.bin", "--nodes", "400", "--roots", "5").equals(bytes)).toBe(true);
});

test("a line that is no game is named", () => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, "--out", "none.bin"], {
    input: "no game",
    cwd: folder,
  });
  expect({ status, stderr: String(stderr) }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^searched: line 1: /),
  });
});
