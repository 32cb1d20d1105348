/** The flag table of a command: the same table parses and makes `--help`. */

import { expect, test } from "vitest";
import { defineCommand } from "../../src/cli/flags/define-command";
import { readValues, splitArgs } from "../../src/cli/flags/flag-table";

const FLAGS = {
  port: { type: "integer", argument: "N", min: 0, max: 65_535, default: 8000, about: "the port;\n    0: any" },
  file: { type: "string", argument: "FILE", multiple: true, about: "files" },
  core: { type: "choice", choices: ["wasm", "ts"], about: "which core" },
  quiet: { type: "boolean", short: "q", about: "prints nothing" },
  "very-long-name": { type: "string", argument: "VALUE|OTHER-VALUE", default: "x", about: "comes last" },
} as const;

const command = defineCommand(
  {
    name: "demo",
    arguments: "[FEN]",
    summary: "shows how it works",
    about: "Shows\nhow it works.\n  a table   stays",
    flags: FLAGS,
    headings: { core: "Less common:" },
    notes: `Lines are filled, and ${"long ".repeat(20)}ones are broken.`,
  },
  async () => 0,
);

test("--help names every flag of the table, with its argument and default", () => {
  expect(command.help()).toBe(`wazaba demo [FEN] [flags]

Shows how it works.
  a table   stays

  --port N         the port; 0: any (default: 8000)
  --file FILE      files; may be repeated

Less common:
  --core wasm|ts   which core
  -q, --quiet      prints nothing
  --very-long-name VALUE|OTHER-VALUE
                   comes last (default: x)
  -h, --help       prints this text

Lines are filled, and long long long long long long long long long long long long long long long long long long long
long ones are broken.
`);
});

const read = (...args: string[]) => readValues(FLAGS, splitArgs(FLAGS, args, false).values);

test("the table parses", () => {
  const rest = { quiet: false, core: undefined, "very-long-name": "x" };
  expect(read()).toEqual({ port: 8000, file: [], ...rest });
  expect(read("--port", "1", "--file", "a", "--file=b", "-q", "--core", "ts")).toEqual({
    ...rest,
    port: 1,
    file: ["a", "b"],
    quiet: true,
    core: "ts",
  });
  // Given twice, the last one counts.
  expect(read("--port", "1", "--port", "2").port).toBe(2);
});

test.each([
  [["--prt", "1"], "unknown option --prt (did you mean --port?)"],
  [["--port", "x"], '--port: "x" is not a non-negative integer'],
  [["--port", "65536"], "--port: 65536 is more than 65535"],
  [["--core", "js"], '--core: "js" is not one of wasm, ts'],
  [["--quiet=1"], '--quiet takes no value, but got "1"'],
  [["x"], 'unexpected argument "x"'],
])("%j is rejected", (args, message) => {
  expect(() => read(...args)).toThrow(message);
});
