/** A full disk is named in one line, and the exit code is 1. */

import { spawnSync } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CLI } from "../support/clients/client";
import { wazaba } from "../support/clients/wazaba";

const FULL = "/dev/full";
const GAME = ["--nodes", "20", "--max-moves", "1"];

describe.skipIf(!existsSync(FULL))("a full disk", { timeout: 60_000 }, () => {
  test.each([
    [[]],
    [["xboard"]],
    [["analyse", "--nodes", "100"]],
    [["analyse", "--nodes", "100", "--json"]],
    [["mate", "--nodes", "100"]],
    [["epd", "tests/data/sts.epd", "--nodes", "100"]],
    [["review", "tests/data/review.pgn", "--nodes", "100"]],
    [["perft", "1"]],
    [["bench", "--depth", "1", "--runs", "1", "--core", "wasm"]],
    [["variants"]],
    [["match", "--pairs", "1", ...GAME]],
    [["match", "--pairs", "1", "--json", ...GAME]],
    [["tune", "--iterations", "1", "--games-per-iteration", "2", ...GAME]],
    [["datagen", "--games", "1", "--nodes", "20"]],
    [["convert", "tests/data/training-games.txt"]],
    [["serve", "--port", "0"]],
    [["--help"]],
  ])("as the standard output of wazaba %j", (args) => {
    const stdio = ["pipe", openSync(FULL, "w"), "pipe"] as const;
    const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      encoding: "utf8",
      input: "uci\nprotover 2\n",
      stdio: [...stdio],
    });
    expect(stderr).toMatch(/^wazaba: standard output cannot be written: ENOSPC: .*\n$/);
    expect(status).toBe(1);
  });

  test("as the file of --pgn: the games so far count", () => {
    const { code, out, err } = wazaba("match", "--pairs", "1", ...GAME, "--pgn", FULL);
    expect(code).toBe(1);
    expect(err).toMatch(/^wazaba: --pgn: "\/dev\/full": ENOSPC: .*\n$/);
    expect(out).toMatch(/^1 games: /m);
  });

  test("as the file of convert's --out", () => {
    const { code, err } = wazaba("convert", "tests/data/training-games.txt", "--out", FULL);
    expect(code).toBe(1);
    expect(err).toMatch(/^wazaba: --out: "\/dev\/full": ENOSPC: .*\n$/);
  });

  test("of standard error is no reason to stop", () => {
    const { status, stdout } = spawnSync(process.execPath, [CLI, "mate", "-", "--nodes", "100"], {
      encoding: "utf8",
      input: "nonsense\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
      stdio: ["pipe", "pipe", openSync(FULL, "w")],
    });
    expect(stdout).toMatch(/^line 2: nothing\n/);
    expect(status).toBe(1);
  });
});
