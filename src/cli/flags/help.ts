/** How `--help` is laid out: filled paragraphs, and flags in columns. */

import type { Flag, FlagTable } from "./flag-table";

/** Characters of a line. */
const WIDTH = 120;
/** The widest column of names; what is longer has its text on the next line. */
const MAX_NAME = 28;

/** Rows of two columns, the second one filled. A row may follow a heading, a paragraph by itself. */
export function formatRows(
  rows: readonly (readonly [name: string, text: string, heading?: string | undefined])[],
): string {
  const widths = rows.map(([name]) => name.length).filter((width) => width <= MAX_NAME);
  const indent = Math.max(...widths) + 5;
  return rows
    .flatMap(([name, text, heading]) => {
      const lines = wrap(text, WIDTH - indent).join(`\n${" ".repeat(indent)}`);
      const first = `  ${name}`.padEnd(indent);
      const row = name.length > MAX_NAME ? `  ${name}\n${" ".repeat(indent)}${lines}` : `${first}${lines}`;
      return heading === undefined ? [row] : ["", fill(heading), row];
    })
    .join("\n")
    .replace(/^\n/, "");
}

/** A row for each flag; `headings` come before the flags that they name. */
export function formatFlags(flags: FlagTable, headings: Readonly<Record<string, string | undefined>> = {}): string {
  return formatRows(Object.entries(flags).map(([name, flag]) => [nameOf(name, flag), aboutOf(flag), headings[name]]));
}

/** Fills paragraphs. Lines that are indented stay as they are: tables and examples. */
export function fill(text: string): string {
  return text
    .replaceAll(/(?<=^\S.*)\n(?=\S)/gm, " ")
    .replaceAll(/^\S.*$/gm, (paragraph) => wrap(paragraph, WIDTH).join("\n"));
}

/** A flag and the placeholder of its value. */
export function nameOf(name: string, flag: Flag): string {
  if (flag.type === "boolean") return flag.short === undefined ? `--${name}` : `-${flag.short}, --${name}`;
  return `--${name} ${flag.type === "choice" ? flag.choices.join("|") : flag.argument}`;
}

/** What a flag is for, its default, and whether it may be repeated. */
export function aboutOf(flag: Flag): string {
  if (flag.type === "boolean") return flag.about;
  if (flag.type === "string" && flag.multiple) return `${flag.about}; may be repeated`;
  return flag.default === undefined || flag.default === "" ? flag.about : `${flag.about} (default: ${flag.default})`;
}

function wrap(text: string, width: number): readonly string[] {
  const line = new RegExp(`\\S.{0,${width - 1}}(?= |$)|\\S+`, "g");
  return text.trim().replaceAll(/\s+/g, " ").match(line) ?? [];
}
