/** Completion scripts and the manual page: made from the flag tables, read by real programs. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  for (const shell of SHELLS) writeFileSync(join(folder, `completion.${shell}`), completionFor(shell, commands));
  writeFileSync(join(folder, "games.pgn"), "");
});

const [hasBash, hasZsh] = ["bash", "zsh"].map((shell) => spawnSync(shell, ["--version"]).status === 0);

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

/** What zsh makes of each line when Tab is pressed at its end: typed in a terminal, and written down by a key of its own. */
const ZSH = String.raw`zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'autoload -U compinit; compinit -u -D; source ./completion.zsh; bindkey "^I" complete-word'
zpty -w z 'note() { print -r -- "$BUFFER" >> lines }; zle -N note; bindkey "^X" note; : > lines; PS1="line "editor'
zpty -r z drawn '*line editor*'
typeset -i number
for typed in "$@"; do
  zpty -n -w z $'\x15'"$typed"$'\t\x18'
  number+=1
  while (( $(wc -l < lines) < number && SECONDS < 80 )); do zpty -r -t z drawn || sleep 0.02; done
done`;

test.skipIf(!hasZsh)("zsh completes commands, flags and values", { timeout: 90_000 }, () => {
  const lines = [
    ["tourn", "tournament "],
    ["tournament --form", "tournament --format="],
    ["tournament --format sw", "tournament --format swiss "],
    ["match --pgn=ga", "match --pgn=games.pgn "],
    ["perft --jso", "perft --json "],
    ["review ga", "review games.pgn "],
    ["help tourn", "help tournament "],
    ...commands.map(({ name }) => [`${name} --hel`, `${name} --help `]),
  ];
  const typed = lines.map(([line]) => `wazaba ${line}`);
  const { stderr } = spawnSync("zsh", ["-f", "-c", ZSH, "zsh", ...typed], { encoding: "utf8", cwd: folder });
  expect(stderr).toBe("");
  const found = readFileSync(join(folder, "lines"), "utf8").split("\n").slice(0, -1);
  expect(found).toEqual(lines.map(([, line]) => `wazaba ${line}`));
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
