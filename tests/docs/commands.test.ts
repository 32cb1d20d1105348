/** The command lines of README and guides: the program would accept them. None is run. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allCommands } from "../../src/cli/command-list";
import { commandName } from "../../src/cli/flags/aliases";
import { splitCommand } from "../../src/cli/flags/command-line";
import { readValues, splitArgs } from "../../src/cli/flags/flag-table";
import { GUIDES } from "../support/guides";

const COMMANDS = new Map((await allCommands()).map((command) => [command.name, command]));

/** Each call of Wazaba in a line of code: what follows its name, up to the end of the shell's command. */
function callsIn(code: string): string[] {
  const program = /(?<=(?:^|[("] ?|\| |npx |node )(?:wazaba|dist\/cli\.cjs))(?=[ "]|$)/g;
  return [...code.matchAll(program)].map(({ index }) => {
    // An argument of another program ends with its quotation mark.
    const isQuoted = code.slice(0, index).split('"').length % 2 === 0;
    const rest = isQuoted ? code.slice(index).split('"')[0] : code.slice(index);
    return /^(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|(?<! )#|[^"'|<>&;#)\\])*/.exec(rest)?.[0] ?? "";
  });
}

/** The words of a call, and the command that it is of; null for `help`, and for a placeholder such as COMMAND. */
function read(call: string) {
  const words = splitCommand(`wazaba ${call}`).slice(1);
  const isEngine = words.length === 0 || words[0].startsWith("-");
  const name = isEngine ? "uci" : commandName(words[0]);
  if (name === "help" || /^[A-Z]+$/.test(name)) return null;
  const command = COMMANDS.get(name);
  if (command === undefined) throw new Error(`unknown command ${name}`);
  return { command, args: isEngine ? words : words.slice(1) };
}

/** A complete call, of a sample. */
function accept(call: string): void {
  const { command, args } = read(call) ?? {};
  if (command === undefined || args === undefined) return;
  const takesArguments = /[A-Z]/.test(command.synopsis);
  readValues(command.flags, splitArgs(command.flags, args, takesArguments).values);
}

/** Part of a call, in a sentence, where values may be missing. */
function acceptNames(call: string): void {
  const { command, args } = read(call) ?? {};
  const names = (args ?? []).flatMap((word) => /^--([a-z][\w-]*)/.exec(word)?.slice(1) ?? []);
  const unknown = names.filter((name) => name !== "version" && !Object.hasOwn(command?.flags ?? {}, name));
  if (unknown.length > 0) throw new Error(`unknown option --${unknown[0]}`);
}

function faultsOf(calls: readonly string[], check: (call: string) => void): string[] {
  return calls.flatMap((call) => {
    try {
      check(call);
      return [];
    } catch (error) {
      return [`wazaba${call}: ${(error as Error).message}`];
    }
  });
}

test("calls are found, and cut where the shell's command ends", () => {
  expect(callsIn("    wazaba perft 5  # all".trim())).toEqual([" perft 5  "]);
  expect(callsIn(`xboard -fcp "wazaba xboard" -scp "npx wazaba --log x" -variant losers`)).toEqual([
    " xboard",
    " --log x",
  ]);
  expect(callsIn(`eval "$(wazaba completion bash)"`)).toEqual([" completion bash"]);
  expect(callsIn(`wazaba match --b "sh -c \\"a | b\\"" --pairs 5 | tee x`)).toEqual([
    ` match --b "sh -c \\"a | b\\"" --pairs 5 `,
  ]);
  expect(callsIn("npm install wazaba bullmq@5 && npx wazaba bench")).toEqual([" bench"]);
  expect(faultsOf([" match --b --pairs 5", " bench 3", " perft 4 --core js", " fly"], accept)).toHaveLength(4);
  expect(faultsOf([" match --sprt", " bench --pairs"], acceptNames)).toEqual([
    "wazaba bench --pairs: unknown option --pairs",
  ]);
});

test.each(GUIDES)("those of %s", (guide) => {
  const text = readFileSync(guide, "utf8").replaceAll(/\\\n */g, "");
  const samples = [...text.matchAll(/^ {4,}(.*)$/gm)].flatMap(([, line]) => callsIn(line));
  const mentions = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => callsIn(code));
  if (guide === "docs/command-line.md") expect(samples.length).toBeGreaterThan(30);
  expect([...faultsOf(samples, accept), ...faultsOf(mentions, acceptNames)]).toEqual([]);
});
