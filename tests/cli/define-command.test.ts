/** The flag table of a command: the same table parses and makes `--help`. */

import { expect, test } from "vitest";
import { defineCommand, HELP_FLAG } from "../../src/cli/support/define-command";

const command = defineCommand("demo", "Shows how it works.", {
  port: { type: "string", argument: "N", about: "the port (8000);\n0: any" },
  file: { type: "string", multiple: true, argument: "FILE", about: "files; may be repeated" },
  quiet: { type: "boolean", default: false, about: "prints nothing" },
  ...HELP_FLAG,
});

test("--help names every flag of the table, with its argument", () => {
  expect(command.help()).toBe(`wazaba demo [--port N] [--file FILE]... [--quiet]

Shows how it works.
  --port N      the port (8000);
                0: any
  --file FILE   files; may be repeated
  --quiet       prints nothing
  --help        prints this text
`);
});

test("the table parses", () => {
  expect(command.parse(["--port", "1", "--file", "a", "--file=b", "-h"])).toEqual({
    port: "1",
    file: ["a", "b"],
    quiet: false,
    help: true,
  });
  expect(() => command.parse(["--prt", "1"])).toThrow("unknown option --prt (did you mean --port?)");
});
