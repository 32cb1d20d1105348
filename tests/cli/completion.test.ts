/** Completion scripts and the manual page: made from the flag tables, read by real programs. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allCommands } from "../../src/cli/command-list";
import { completionFor, SHELLS } from "../../src/cli/flags/completion";
import type { Command } from "../../src/cli/flags/define-command";
import { formatManual } from "../../src/cli/flags/manual";
import { wazaba } from "../support/clients/wazaba";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

let commands: Command[];
beforeAll(async () => {
  commands = await allCommands();
  writeFileSync(join(folder, "completion.bash"), completionFor("bash", commands));
  writeFileSync(join(folder, "games.pgn"), "");
});

const hasBash = spawnSync("bash", ["--version"]).status === 0;

/** What bash offers for the last word. */
function offered(...words: string[]): string[] {
  const script = `source ./completion.bash
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
_wazaba
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script, "bash", "wazaba", ...words], {
    encoding: "utf8",
    cwd: folder,
  });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((word) => word !== "");
}

describe.skipIf(!hasBash)("bash completes", () => {
  test("commands, by all their names", () => {
    expect(offered("")).toEqual(expect.arrayContaining([...commands.map(({ name }) => name), "analyze", "help"]));
    expect(offered("to")).toEqual(["tournament"]);
    expect(offered("help", "mat")).toEqual(["mate", "match"]);
  });

  test("every flag of every command", () => {
    for (const { name, flags } of commands) {
      expect(offered(name, "--")).toEqual(Object.keys(flags).map((flag) => `--${flag}`));
    }
  });

  test.each<[string[], string[]]>([
    [
      ["match", "--core", ""],
      ["wasm", "ts"],
    ],
    [["tournament", "--format", "g"], ["gauntlet"]],
    [["tournament", "--format", "=", "s"], ["swiss"]],
    [
      ["analyze", "--mo"],
      ["--moves", "--movetime"],
    ],
    [["match", "--pgn", "ga"], ["games.pgn"]],
    [["review", "ga"], ["games.pgn"]],
    // The value of this one can be anything.
    [["match", "--nodes", ""], []],
  ])("%j", (words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });
});

test.each(SHELLS)("the script for %s names each flag of each command", (shell) => {
  const script = completionFor(shell, commands);
  for (const { name, flags } of commands) {
    expect(script).toContain(name);
    for (const flag of Object.keys(flags)) expect(script).toContain(shell === "fish" ? `-l ${flag}` : `--${flag}`);
  }
  expect(script).not.toMatch(/undefined|\[object/);
});

test("the manual page has each command and flag, and no line that is taken for a macro", () => {
  const page = formatManual(commands, "Wazaba 1");
  for (const { name, flags } of commands) {
    expect(page).toContain(`wazaba${name === "uci" ? "" : ` ${name}`}`);
    for (const flag of Object.keys(flags)) expect(page).toContain(`\\-\\-${flag.replaceAll("-", "\\-")}`);
  }
  const requests = page.split("\n").flatMap((line) => /^[.'](\w*)/.exec(line)?.[1] ?? []);
  expect([...new Set(requests)].sort()).toEqual(["B", "PP", "SH", "SS", "TH", "TP", "br", "fi", "nf"]);
});

describe("help", () => {
  test("of a command is its --help, also by its other name", () => {
    expect(wazaba("help", "match")).toEqual(wazaba("match", "--help"));
    expect(wazaba("analyze", "--help")).toEqual(wazaba("analyse", "--help"));
    expect(wazaba("help").out).toBe(wazaba("--help").out);
  });

  test("of an unknown command says so", () => {
    expect(wazaba("help", "mach")).toMatchObject({ code: 2, err: expect.stringContaining("did you mean match?") });
  });
});

test("another shell is not completed", () => {
  expect(wazaba("completion", "csh").err).toBe('wazaba: completion: "csh" is not one of bash, zsh, fish\n');
});
