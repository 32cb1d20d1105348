import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { quote } from "../src/errors";
import { printable } from "../src/printable";

test.each([
  ["plain text, lines and tabs", "a\tb\nMüller ♘ 😀", "a\tb\nMüller ♘ 😀"],
  ["an escape", "\x1b[31mred", "\\u001b[31mred"],
  ["the escape that is one character", "\x9b31m", "\\u009b31m"],
  ["back to the beginning of the line", "a\rb", "a\\u000db"],
  ["bell, backspace, delete", "\x07\b\x7f", "\\u0007\\u0008\\u007f"],
  ["what turns the direction of writing", "\u202egnp.\u2066", "\\u202egnp.\\u2066"],
  ["other ends of lines", "\u2028\u0085", "\\u2028\\u0085"],
])("%s", (_what, text, shown) => {
  expect(printable(text)).toBe(shown);
  // What is printed once more stays as it is, and JSON keeps its meaning.
  expect(printable(shown)).toBe(shown);
  expect(JSON.parse(printable(JSON.stringify(text)))).toBe(text);
  expect(quote(text)).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
});

/** Who may write to a terminal: the one place for it, what draws on it, binary data, and the protocols of engines. */
const WRITERS: Readonly<Record<string, number>> = {
  "commands/cluster.ts": 1,
  "commands/convert.ts": 1,
  "commands/play.ts": 1,
  "output.ts": 2,
  "support/engine-process.ts": 1,
  "support/progress.ts": 1,
};

test("no command writes to the terminal past the place that escapes what comes from outside", () => {
  const found: Record<string, number> = {};
  for (const file of readdirSync("src/cli", { encoding: "utf8", recursive: true })) {
    if (!file.endsWith(".ts")) continue;
    const count = readFileSync(`src/cli/${file}`, "utf8").split(/process\.std(?:out|err)\.write\(/).length - 1;
    if (count > 0) found[file] = count;
  }
  expect(found).toEqual(WRITERS);
});
