/** Every command: its help lists what its parser accepts, and each flag is declared in one place. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/command-list";
import { splitArgs } from "../../src/cli/flags/flag-table";
import { overviewOf } from "../../src/cli/support/overview";
import { wazaba } from "../support/clients/wazaba";

const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));

describe.each(commands.map((command) => [command.name, command] as const))("%s --help", (_name, command) => {
  const rows = command.help().split("\n");
  const listed = rows.flatMap((row) => /^ {2}(?:-\w, )?--([a-z][\w-]*)/.exec(row)?.slice(1) ?? []);

  test("lists the flags that the parser accepts", () => {
    expect(listed).toEqual(Object.keys(command.flags));
    for (const [name, flag] of Object.entries(command.flags)) {
      const args = flag.type === "boolean" ? [`--${name}`] : [`--${name}`, "1"];
      expect(() => splitArgs(command.flags, args, false)).not.toThrow();
    }
  });

  test("fits into lines of 120 characters, the options of UCI apart", () => {
    const isOption = (row: string) => /^ {2}[A-Z]\w+( \w+)? \(/.test(row);
    expect(rows.filter((row) => row.length > 120 && !isOption(row))).toEqual([]);
    expect(command.help()).not.toMatch(/\n\n\n| $|undefined|\(default: \)/m);
  });

  test("says what each flag is for, without a period at the end", () => {
    for (const { about } of Object.values(command.flags)) expect(about).toMatch(/^\S.{5,}[^.\s]$/s);
  });
});

test("each command is called by its name", () => {
  expect(commands.map(({ name }) => name)).toEqual(Object.keys(COMMANDS));
});

test("every command with --json has a schema of its documents", () => {
  const names = commands.filter(({ flags }) => "json" in flags).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !existsSync(`docs/schemas/${name}.schema.json`))).toEqual([]);
});

test("wazaba --help lists the commands with their arguments", () => {
  const { out } = wazaba("--help");
  expect(out).toBe(overviewOf(commands));
  for (const { synopsis, summary } of commands) {
    expect(out.split("\n").filter((row) => row.startsWith(`  ${synopsis} `) && row.endsWith(summary))).toHaveLength(1);
  }
});

/** Flags whose values have another form in one command than in all others, so that they are declared once more. */
const TWO_FORMS: Readonly<Record<string, string>> = {
  engine: "a command, but NAME=COMMAND for a worker and NAME[=COMMAND] for a tournament",
  balance: "CP|MIN:MAX for matches, CP for training games",
  resign: "CP:PLIES for matches, CP for training games",
};

/** Flags of which one command varies the form that all others share. */
const VARIED: Readonly<Record<string, string>> = {
  core: "bench can take both",
  jobs: "0 for a worker that only joins searches",
  out: "a folder for variants that are imported",
};

test("a flag has the same form in all commands: type, placeholder with its unit, range", () => {
  const formsOf = new Map<string, Set<string>>();
  for (const { flags } of commands) {
    for (const [name, { about, ...form }] of Object.entries(flags)) {
      // What counts if it is missing is up to the command.
      const key = JSON.stringify(form, (field, value) => (field === "default" ? undefined : value));
      formsOf.set(name, (formsOf.get(name) ?? new Set()).add(key));
    }
  }
  const varied = [...formsOf].filter(([, forms]) => forms.size > 1).map(([name]) => name);
  expect(varied.sort()).toEqual(Object.keys({ ...TWO_FORMS, ...VARIED }).sort());
});

test("each flag is declared in one place", () => {
  const places = new Map<string, string[]>();
  for (const file of readdirSync("src/cli", { encoding: "utf8", recursive: true })) {
    if (!file.endsWith(".ts")) continue;
    for (const name of declaredIn(file)) places.set(name, [...(places.get(name) ?? []), file]);
  }
  // The search finds what it should.
  for (const name of ["movetime", "core", "speed-factor", "options-a", "variant-file", "help"]) {
    expect([...places.keys()]).toContain(name);
  }
  const repeated = [...places].filter(([, files]) => files.length > 1);
  expect(repeated.map(([name]) => name).sort()).toEqual(Object.keys(TWO_FORMS).sort());
});

/** The flags that a file declares: objects with the type of a value, their own or that of a constant for several flags. */
function declaredIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isPropertyAssignment(node) && ts.isObjectLiteralExpression(node.initializer)) {
      if (isDeclaration(node.initializer)) found.push(node.name.getText(source).replaceAll('"', ""));
    }
    ts.forEachChild(node, visit);
  };
  const path = `src/cli/${file}`;
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  visit(source);
  return found;
}

function isDeclaration({ properties }: ts.ObjectLiteralExpression): boolean {
  const textOf = (name: string) => properties.find((property) => property.name?.getText() === name)?.getText();
  const hasAbout = textOf("about") !== undefined;
  const isTyped = /^type: "(boolean|string|integer|choice)"$/.test(textOf("type") ?? "");
  return (
    isTyped || (hasAbout && properties.some((each) => ts.isSpreadAssignment(each) && ts.isIdentifier(each.expression)))
  );
}
